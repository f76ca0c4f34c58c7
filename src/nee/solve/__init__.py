"""For people: check what comes in, run a program, check what goes out."""
