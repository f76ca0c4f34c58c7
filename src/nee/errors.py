"""The errors for what a person got wrong, and for what an engine got wrong."""


class InputError(ValueError):
    """The input cannot be used. The message is one sentence for the person who gave it, and nothing was computed."""


class EngineError(RuntimeError):
    """The engines made a mistake, and no answer is given. The message is one sentence that names what went wrong."""
