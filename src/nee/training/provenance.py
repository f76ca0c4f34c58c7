"""Where weights and figures come from: what a file says of itself, and what a measurement says of its making."""

import datetime
import hashlib
import importlib.metadata
import json
import os
import platform
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

RENAMED = {"traces_per_step": "lessons_per_step"}
"""Fields of recipes in files that were written before, by today's names."""
GONE = ("uphill", "sharpness_radius", "score_width")
"""Fields that no recipe has any more. Files that were written before have them; as 0 or None they said nothing."""
PACKAGES = ("nee", "jax", "jaxlib", "equinox", "optax")


class Provenance(NamedTuple):
    """Where weights come from: enough to train them again."""

    subroutine: str
    config: dict[str, Any]
    recipe: dict[str, Any]
    seed: int
    step: int
    versions: dict[str, str]
    tensors: str = ""
    """The SHA-256 of the arrays, which names these weights whatever else the file says; empty in older files."""

    def to_json(self) -> str:
        """For the metadata of a file, with a hash of itself."""
        fields = self._asdict()
        return json.dumps(fields | {"seal": hash_of_json(fields)}, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> "Provenance":
        """From the metadata of a file. Raises ValueError with a reason where the metadata is damaged."""
        try:
            fields = json.loads(text)
            seal = fields.pop("seal", None)
            made = cls(**fields)
        except (ValueError, TypeError, AttributeError, RecursionError):
            raise ValueError("it does not say what it was trained for") from None
        if seal is not None and seal != hash_of_json(fields):
            raise ValueError("its metadata was changed after it was written")
        for name, right in made._checks().items():
            if not right:
                raise ValueError(f"its {name} is not one that nee writes")
        said = {field: value for field, value in made.recipe.items() if value or field not in GONE}
        return made._replace(recipe={RENAMED.get(field, field): value for field, value in said.items()})

    def _checks(self) -> dict[str, bool]:
        return {
            "subroutine": isinstance(self.subroutine, str),
            "config": _holds_plain_values(self.config),
            "recipe": _holds_plain_values(self.recipe),
            "seed": type(self.seed) is int and 0 <= self.seed < 2**63,
            "step": type(self.step) is int and 0 <= self.step < 2**31,
            "versions": _holds_plain_values(self.versions),
            "tensors": isinstance(self.tensors, str),
        }


def _holds_plain_values(table: Any) -> bool:
    return isinstance(table, dict) and all(
        value is None or isinstance(value, str | int | float) for value in table.values()
    )


def hash_of_json(data: dict[str, Any]) -> str:
    """The SHA-256 of plain data."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def hash_of_tensors(arrays: Mapping[str, np.ndarray]) -> str:
    """The SHA-256 of arrays with their names, types and shapes."""
    digest = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        digest.update(f"{name} {array.dtype} {array.shape}\n".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def fingerprint(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def versions() -> dict[str, str]:
    """Of all that a figure or a training depends on."""
    return {name: importlib.metadata.version(name) for name in PACKAGES}


def describe_command() -> dict[str, Any]:
    """What was run, with what, where and when."""
    return {
        "command": shlex.join([Path(sys.argv[0]).name.replace("__main__.py", "nee"), *sys.argv[1:]]),
        "versions": versions() | {"python": platform.python_version()},
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }


def describe_measurement(weights: str) -> dict[str, Any]:
    """What is stored beside every published figure; `weights` is the hash of their tensors."""
    return describe_command() | {"weights": weights}
