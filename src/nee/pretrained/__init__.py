"""The weights that ship with the package."""

from functools import cache
from pathlib import Path

from nee.checkpoints import read_engine
from nee.engine import NeuralEngine
from nee.errors import InputError

FOLDER = Path(__file__).parent


def names() -> list[str]:
    """The engines that ship."""
    return sorted(path.stem for path in FOLDER.glob("*.safetensors"))


def weights(name: str) -> Path:
    """The file of a shipped engine."""
    if name not in names():
        raise InputError(f"There is no engine {name!r}; the shipped ones are: {', '.join(names())}.")
    return FOLDER / f"{name}.safetensors"


@cache
def load(name: str) -> NeuralEngine:
    """A trained engine by name.

    >>> load("minimum").config.bits
    8
    """
    return read_engine(weights(name))
