"""What several commands show in the same way."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from nee.evaluation import Interval

Item = TypeVar("Item")


def progress(items: Sequence[Item], doing: str) -> Iterable[Item]:
    """Each item in turn, with a progress bar on the terminal."""
    from rich.console import Console
    from rich.progress import track

    return track(items, doing, console=Console(stderr=True), transient=True)


def percent(share: "Interval") -> str:
    """A share with its confidence interval."""
    return f"{share.percent:g} %  ({share.low:.1f} to {share.high:.1f})"
