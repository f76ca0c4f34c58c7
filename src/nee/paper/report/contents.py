"""What a report holds, in whatever form it is written."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nee.paper.report.blocks import Block, Comparison


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
    made: dict[str, str]
    """Command, machine, versions, seeds, date."""
    weights: Sequence[tuple[str, str]]
    """Every weights file that was measured, and its SHA-256."""
    jobs: Sequence[tuple[str, str, str]]
    """Every job: its title, its key and the date of its result."""


LEARNED_AND_GIVEN = (
    ("engine", "learned", "given"),
    (
        "minimum",
        "the embedding of the bits, the comparison, the value, the pointer, the mask update and so the end",
        "the loop that asks again until the mask hides everything",
    ),
    (
        "merge",
        "the same for two numbers; which list to go on in",
        "the lists are split in halves, and merged level by level",
    ),
    ("add, multiply", "the embedding of the bits and the result", "which two numbers are asked for"),
    (
        "shortest paths, spanning trees",
        "nothing new: the engines of sorting and addition select, add, compare and hide nodes as they are",
        "whose edges are looked up, that the selected node keeps its distance, and the end at infinity",
    ),
)
"""A header and a row for each engine."""
