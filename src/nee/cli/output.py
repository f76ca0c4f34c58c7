"""What commands print: tables, JSON and plain lines on standard output, what moves meanwhile on standard error."""

import codecs
import io
import json
import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from rich.console import Console

    from nee.evaluation.intervals import Interval

Item = TypeVar("Item")

IN_ASCII = {
    "→": "->",
    "∞": "inf",
    "·": ".",
    "●": "*",
    "░": "-",
    "▒": "=",
    "▓": "%",
    "█": "#",
    "–": "-",
    "—": "-",
    "…": "...",
}
"""What stands for a character on a terminal that cannot print it."""


def print_in_ascii_where_needed() -> None:
    """From here on a character that the terminal cannot print becomes plain ASCII, and no error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="nee")


def in_ascii(error: UnicodeError) -> tuple[str, int]:
    """What to print instead, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(IN_ASCII.get(character, "?") for character in error.object[error.start : error.end]), error.end


codecs.register_error("nee", in_ascii)


def printable(text: str) -> str:
    """The text as standard output can print it, where its width matters. What steers a terminal is written out."""
    text = "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "nee").decode(encoding)


def print_json(answer: Any, indent: int | None = None) -> None:
    """For programs. What JSON does not know, such as a node that is a tuple, becomes text."""
    print(json.dumps(answer, indent=indent, default=str))


def terminal(*, stderr: bool = False) -> "Console":
    """Where people read. Nothing that is printed counts as markup: a node may be called [bold]."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, highlight=False, emoji=False)


def print_table(
    columns: Iterable[str],
    rows: Iterable[Iterable[object]],
    title: str | None = None,
    *,
    numbers_from: int | None = None,
) -> None:
    """For people. Nothing is cut: what does not fit goes on in the next line, and names in the first column last.

    The columns from `numbers_from` on stand to the right.
    """
    from rich.table import Table

    table = Table(title=title)
    for place, name in enumerate(columns):
        right = numbers_from is not None and place >= numbers_from
        table.add_column(name, justify="right" if right else "left", overflow="fold", no_wrap=place == 0)
    for row in rows:
        table.add_row(*(printable(str(cell)) for cell in row))
    terminal().print(table)


def percent(share: "Interval") -> str:
    """A share with its confidence interval."""
    return f"{share.percent:g} %  ({share.low:.1f} to {share.high:.1f})"


def meanwhile() -> "Console":
    """Where progress is shown."""
    return terminal(stderr=True)


def progress(items: Sequence[Item], doing: str) -> Iterable[Item]:
    """Each item in turn, with a progress bar on the terminal; in a file, a line for each that is done."""
    from rich.progress import track

    console = meanwhile()
    if console.is_terminal:
        yield from track(items, doing, console=console, transient=True)
        return
    for number, item in enumerate(items, 1):
        yield item
        print_line(f"{doing}: {number} of {len(items)}")


def working(doing: str) -> AbstractContextManager[object]:
    """Something moves on the terminal until the work is done."""
    from rich.text import Text

    console = meanwhile()
    return console.status(Text(doing)) if console.is_terminal else nullcontext()


def print_line(line: str) -> None:
    """A line of progress, where standard error is a file and nothing can move."""
    print(line, file=sys.stderr, flush=True)
