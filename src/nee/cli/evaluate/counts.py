"""Counts of what was asked and what went wrong."""

import dataclasses
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nee.evaluation.pairs import Misses, PairAccuracy


def print_counts(counts: "Misses | PairAccuracy") -> None:
    """One line for each."""
    for field, count in dataclasses.asdict(counts).items():
        if isinstance(count, dict):
            count = ", ".join(f"{each} ({as_text(pairs)})" for each, pairs in count.items()) or "none"
        print(f"{field.replace('_', ' ')}: {count}")


def as_text(pairs: int | tuple[int, int]) -> str:
    """So many or, of two, so many of so many."""
    return " of ".join(map(str, pairs)) if isinstance(pairs, tuple) else str(pairs)
