"""The error for what a person got wrong."""


class InputError(ValueError):
    """The input cannot be used. The message is one sentence for the person who gave it, and nothing was computed."""
