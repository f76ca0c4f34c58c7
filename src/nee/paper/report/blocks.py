"""What an item of the report is made of: comparisons, tables, pictures, and figures that answer to the hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from statistics import mean
from typing import Any, NamedTuple

from nee.paper.stored import Stored


@dataclass(frozen=True)
class Table:
    """Cells of text. Notes stand below."""

    caption: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class Picture:
    """A PNG."""

    name: str
    caption: str
    png: bytes


def picture(name: str, caption: str, draw: Callable[..., None], *data: Any) -> Picture:
    """What a function of `nee.plots` draws of the data."""
    file = BytesIO()
    draw(*data, file)
    return Picture(name, caption, file.getvalue())


@dataclass(frozen=True)
class Turnable:
    """Embeddings in three dimensions, to be turned by hand."""

    caption: str
    views: Sequence[dict[str, Any]]


class Cell(NamedTuple):
    """One slot of a step."""

    text: str
    shade: float = 0.0
    """From 0 to 1."""
    mark: str = ""
    """`pointer`, `hidden` or nothing."""


class Frame(NamedTuple):
    """One step: what happens, and rows of slots."""

    caption: str
    rows: Sequence[tuple[str, Sequence[Cell]]]


@dataclass(frozen=True)
class Player:
    """An execution to be walked through, step by step."""

    caption: str
    frames: Sequence[Frame]


class Row(NamedTuple):
    """One figure of the paper, and ours by seed."""

    label: tuple[str, ...]
    published: float | str | None
    """Text where the paper does not give a number, but says something."""
    ours: Sequence[float]
    exact: Sequence[float] = ()
    """Whole instances, by seed."""
    stored: Sequence[Stored] = ()
    """The files that ours come from, if they were not measured by this run."""

    @property
    def difference(self) -> float | None:
        """Ours less the paper's, if it gives a number."""
        return mean(self.ours) - self.published if isinstance(self.published, float) else None


@dataclass(frozen=True)
class Comparison:
    """The published value, ours and the difference, side by side."""

    caption: str
    labels: tuple[str, ...]
    """The headers of the rows' labels."""
    metric: str
    """What the paper measures."""
    rows: Sequence[Row]
    exact: str = ""
    """What a whole instance is, if that is measured too."""

    def as_table(self) -> Table:
        """With the worst and the best seed where there is more than one."""
        seeds = max(len(row.ours) for row in self.rows) > 1
        header = [*self.labels, "paper", "ours" if not seeds else "ours, mean"]
        header += ["worst", "best"] if seeds else []
        header += ["difference"] + ([f"{self.exact} exact" + (", worst" if seeds else "")] if self.exact else [])
        rows = []
        for row in self.rows:
            cells = [*row.label[:-1], row.label[-1] + (" †" if row.stored else ""), published(row.published)]
            cells.append(f"{mean(row.ours):.2f}")
            cells += [f"{min(row.ours):.2f}", f"{max(row.ours):.2f}"] if seeds else []
            cells.append("" if row.difference is None else signed(row.difference))
            cells += [f"{min(row.exact):.2f}" if row.exact else ""] if self.exact else []
            rows.append(cells)
        caption = f"{self.caption} In percent: {self.metric}."
        return Table(caption, header, rows, [origin(row) for row in self.rows if row.stored])


def published(value: float | str | None) -> str:
    """As the paper gives it."""
    if value is None:
        return "not given"
    return value if isinstance(value, str) else f"{value:.2f}"


def signed(difference: float) -> str:
    """With its sign, unless there is nothing to be seen of it."""
    return f"{difference:+.2f}" if abs(difference) >= 0.005 else "0.00"


def origin(row: Row) -> str:
    """Where stored figures come from."""
    files = "; ".join(f"{file.name} of {file.date}, weights {file.weights[:12]}" for file in row.stored)
    share = "" if len(row.stored) == len(row.ours) else f", {len(row.stored)} of {len(row.ours)}"
    return f"† {', '.join(row.label)}: stored figures{share}, not measured by this run: {files}."


Block = Table | Picture | Turnable | Player | Comparison | str
"""Text is a paragraph."""
