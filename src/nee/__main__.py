"""`python -m nee`."""

from nee.cli import main

main()
