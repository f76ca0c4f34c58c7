"""What made a figure: command, seed, weights, versions, machine and date."""

import datetime
import importlib.metadata
import os
import platform
import shlex
import sys
from pathlib import Path
from typing import Any

from nee.checkpoints import fingerprint

PACKAGES = ("nee", "jax", "jaxlib", "equinox", "optax")


def versions() -> dict[str, str]:
    """Of all that a figure or a training depends on."""
    return {name: importlib.metadata.version(name) for name in PACKAGES}


def of_run() -> dict[str, Any]:
    """What was run, with what, where and when."""
    return {
        "command": shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]]),
        "versions": versions() | {"python": platform.python_version()},
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }


def of_figures(weights: Path) -> dict[str, Any]:
    """To be stored beside every published figure."""
    return of_run() | {"weights": fingerprint(weights)}
