"""What jobs do: functions of a folder, plain arguments and input files, which answer with data that fits into JSON."""
