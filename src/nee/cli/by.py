"""The option that chooses between the network and its table."""

import sys
from typing import Annotated, Literal

import typer

ByOption = Annotated[
    Literal["network", "table"] | None,
    typer.Option(
        "--by",
        help="Forward passes of the network, or the table of its answers; without it, the network for up to 100 "
        "numbers or nodes of 8 bits and for traces, and the table for all else.",
    ),
]


def say_by(by: str) -> None:
    """Which of the two ran, beside the answer: on standard error, for people."""
    if sys.stderr is not None and sys.stderr.isatty():  # It may be closed: `nee sort 3 1 2>&-`.
        print(f"by the {by}", file=sys.stderr)
