"""What the back end does not serve."""


class NotServedError(NotImplementedError):
    """The reason in one sentence. networkx takes it for a reason to answer by itself, where it was told to."""
