"""Counts of what was asked and what went wrong."""

import dataclasses
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nee.evaluation.pairs import Misses, PairAccuracy


def print_counts(counts: "Misses | PairAccuracy") -> None:
    """One line for each."""
    for field, count in dataclasses.asdict(counts).items():
        if isinstance(count, dict):
            count = ", ".join(f"{number} ({pairs})" for number, pairs in count.items()) or "none"
        print(f"{field.replace('_', ' ')}: {count}")
