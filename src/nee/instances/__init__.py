"""Lists and graphs to learn from and to be tested on."""
