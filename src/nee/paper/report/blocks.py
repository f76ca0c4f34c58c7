"""What a report is made of: sections of comparisons, tables, pictures, and figures that answer to the hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from statistics import mean
from typing import Any, NamedTuple

from nee.paper.results import Measurement


@dataclass(frozen=True)
class Table:
    """Cells of text. Notes stand below."""

    caption: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    labels: int | None = None
    """How many columns are labels; those after them hold numbers. Without it, all columns are text."""
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class Picture:
    """What a function of `nee.paper.report.plots` draws of the data, once somebody looks at it."""

    name: str
    caption: str
    draw: Callable[[Any, BytesIO], None]
    data: Any

    @cached_property
    def png(self) -> bytes:
        """The picture."""
        file = BytesIO()
        self.draw(self.data, file)
        return file.getvalue()


@dataclass(frozen=True)
class Turnable:
    """Embeddings in three dimensions, to be turned by hand."""

    caption: str
    views: Sequence[dict[str, Any]]


class Row(NamedTuple):
    """One figure of the paper, and ours by seed."""

    label: tuple[str, ...]
    published: float | str | None
    """Text where the paper does not give a number, but says something."""
    ours: Sequence[float]
    exact: Sequence[float] = ()
    """Whole instances, by seed."""
    stored: Sequence[Measurement] = ()
    """Those of ours that were not measured by this run."""

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
        """With the worst and the best where there are several seeds, and a difference where the paper has a number."""
        seeds = max(len(row.ours) for row in self.rows) > 1
        paper = any(row.published is not None for row in self.rows)
        mixed = any(row.stored for row in self.rows) and any(len(row.stored) < len(row.ours) for row in self.rows)
        header = [*self.labels, *(["paper"] if paper else [])]
        header += ["seeds", "ours, mean", "worst", "best"] if seeds else ["ours"]
        header += ["difference"] if paper else []
        header += [f"{self.exact} exact" + (", worst" if seeds else "")] if self.exact else []
        rows = []
        for row in self.rows:
            cells = [*row.label[:-1], row.label[-1] + (" †" if row.stored and mixed else "")]
            cells += [written(row.published)] if paper else []
            cells += [str(len(row.ours))] if seeds else []
            cells += [f"{share:.2f}" for share in (mean(row.ours), min(row.ours), max(row.ours))[: 3 if seeds else 1]]
            cells += ["" if row.difference is None else signed(row.difference)] if paper else []
            cells += [f"{min(row.exact):.2f}" if row.exact else ""] if self.exact else []
            rows.append(cells)
        stored = [each for row in self.rows for each in row.stored]
        notes = [stored_note(stored, "† In part or whole stored" if mixed else "Stored")] if stored else []
        return Table(f"{self.caption} In percent: {self.metric}.", header, rows, len(self.labels), notes)


def stored_note(measurements: Sequence[Measurement], kind: str = "Stored") -> str:
    """What is said of figures that a run shows and did not measure."""
    dates = " and ".join(sorted({each.date for each in measurements}))
    return f"{kind} figures, measured on {dates}, not by this run."


def written(value: float | str | None) -> str:
    """What the paper gives, if it does."""
    return f"{value:.2f}" if isinstance(value, float) else value or ""


def signed(difference: float) -> str:
    """With its sign, unless there is nothing to be seen of it."""
    return f"{difference:+.2f}" if abs(difference) >= 0.005 else "0.00"


Block = Table | Picture | Turnable | Comparison | str
"""Text is a paragraph."""


class Failed(NamedTuple):
    """A job without a result."""

    title: str
    reason: str
    log: str


@dataclass(frozen=True)
class Section:
    """One item: what it shows, or what went wrong."""

    name: str
    source: str
    title: str
    blocks: Sequence[Block]
    failed: Sequence[Failed] = ()

    @property
    def differences(self) -> list[float]:
        """Ours less the paper's, wherever it gives a number."""
        rows = [row for block in self.blocks if isinstance(block, Comparison) for row in block.rows]
        return [row.difference for row in rows if row.difference is not None]


@dataclass(frozen=True)
class Report:
    """All items, and what made them."""

    sections: Sequence[Section]
    identity: str
    """The same work with the same stored figures has the same identity."""
    warning: str
    """What a reader must know before anything else; empty for a whole run."""
    made: dict[str, str]
    """Command, machine, versions, seeds, date."""
    weights: Sequence[tuple[str, str]]
    """Every weights file that was measured, and its SHA-256."""
    jobs: Sequence[tuple[str, str, str]]
    """Every job: its title, its key and the date of its result."""


TITLE = "Neural execution engines, reproduced"
LEARNED_AND_GIVEN = (
    ("engine", "learned", "given"),
    (
        "minimum",
        "the embedding of the bits, the comparison, the value, the pointer, the mask update and so the end",
        "the loop that asks again until the mask hides everything; the pointer is the argmax of the attention, and "
        "bits of the value and of the mask are set from a threshold of one half on",
    ),
    (
        "merge",
        "the same for two numbers; which list to go on in",
        "the levels: lists of 1, 2, 4 ... numbers are merged; the test that ends a merge, infinity in both lists; the "
        "network reads the two slots that the mask shows and no others (`most_shown`)",
    ),
    (
        "add, multiply",
        "the embedding of the bits and the result",
        "which two numbers are asked for (`most_shown` is 2)",
    ),
    (
        "shortest paths, spanning trees",
        "nothing new: the engines of sorting and addition select, add, compare and hide nodes as they are",
        "the loop, whose edges are looked up, the end at infinity; the cost of a selected node is frozen; before "
        "Prim's algorithm scipy finds the connected parts",
    ),
)
"""A header and a row for each engine."""
