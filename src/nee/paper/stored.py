"""Figures of long sweeps that are stored in results/, for what takes hours to train."""

import json
from pathlib import Path
from typing import Any, NamedTuple

PACKAGE = Path(__file__).parents[1]


class Stored(NamedTuple):
    """What a file in results/ holds."""

    name: str
    date: str
    weights: Any
    """The SHA-256 of the weights that were measured; of several, by name."""
    figures: Any


def results_folder() -> Path:
    """Inside of an installed package, beside the sources in a clone."""
    inside = PACKAGE / "results"
    return inside if inside.is_dir() else PACKAGE.parents[1] / "results"


def stored(pattern: str) -> list[Stored]:
    """The files whose names match, in order."""
    found = []
    for path in sorted(results_folder().glob(f"{pattern}.json")):
        content = json.loads(path.read_text())
        found.append(Stored(path.name, content["date"], content["weights"], content["figures"]))
    return found
