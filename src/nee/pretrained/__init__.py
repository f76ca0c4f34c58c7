"""The weights that ship with the package."""

from functools import cache
from pathlib import Path

from nee.certificates.certificate import check_certified
from nee.compilation import refuse_forked_process, refuse_missing_platform
from nee.composed import Table
from nee.composed.table import read_table
from nee.containers import written
from nee.engine import NeuralEngine
from nee.errors import InputError
from nee.subroutines.shared import TASKS, tell
from nee.training.checkpoints import read_engine, read_shared, weights_hash

FOLDER = Path(__file__).parent
SHARED = FOLDER / "shared" / "shared.safetensors"
"""One network for several subroutines."""


def names() -> list[str]:
    """The engines that ship."""
    return sorted(path.stem for path in FOLDER.glob("*.safetensors"))


def weights(name: str) -> Path:
    """The file of a shipped engine."""
    if name not in names():
        raise InputError(f"There is no engine {written(name)}; the shipped ones are: {', '.join(names())}.")
    return FOLDER / f"{name}.safetensors"


def load(name: str | Path) -> NeuralEngine:
    """A trained engine: one that ships by its name, or any other by its file, such as `runs/x/engine.safetensors`.

    >>> load("minimum").config.bits
    8

    `shared/minimum`, `shared/merge`, `shared/add` and `shared/multiply` are one network that is told what to do.
    """
    refuse_forked_process()
    if not isinstance(name, str | Path):
        raise InputError(f"An engine has a name or a file, and {written(name)} is neither.")
    if isinstance(name, Path) or name.endswith(".safetensors"):
        return read_engine(Path(name))
    return load_shipped(name)


@cache
def load_shipped(name: str) -> NeuralEngine:
    """The engine of that name, read once."""
    room, _, task = name.rpartition("/")
    if room == "shared" and task in TASKS:
        return tell(read_shared(SHARED), task)
    return read_engine(weights(name))


def table(name: str) -> Path:
    """The file with all answers of a shipped engine to pairs."""
    return FOLDER / f"{name}.table.npz"


@cache
def load_table(name: str) -> Table:
    """All answers of a shipped engine to pairs, as `nee certify` stored them when all of them were right.

    >>> load_table("add").bits
    8
    """
    refuse_missing_platform()
    made_of = weights_hash(weights(name))
    check_certified(weights(name), made_of)
    return read_table(table(name), made_of)
