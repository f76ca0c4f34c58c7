"""`python -m nee`."""

from nee.cli import main

if __name__ == "__main__":  # A training process imports this too.
    main()
