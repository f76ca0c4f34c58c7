"""Neural execution engines: small transformers that learn one subroutine, composed into whole algorithms.

>>> import nee
>>> nee.sort([5, 3, 250, 1])
[1, 3, 5, 250]
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    __version__: str

    from nee import clrs as clrs
    from nee import programs as programs
    from nee.engine import EngineConfig as EngineConfig
    from nee.engine import NeuralEngine as NeuralEngine
    from nee.errors import EngineError as EngineError
    from nee.errors import InputError as InputError
    from nee.pretrained import load as load
    from nee.solve.arithmetic import add as add
    from nee.solve.arithmetic import multiply as multiply
    from nee.solve.paths import ShortestPaths as ShortestPaths
    from nee.solve.paths import shortest_paths as shortest_paths
    from nee.solve.sorting import sort as sort
    from nee.solve.trees import SpanningForest as SpanningForest
    from nee.solve.trees import minimum_spanning_tree as minimum_spanning_tree
    from nee.steps import Engine as Engine
    from nee.steps import Execution as Execution
    from nee.steps import LevelledExecution as LevelledExecution
    from nee.steps import Step as Step
    from nee.steps import Trace as Trace
    from nee.subroutines import Lesson as Lesson
    from nee.subroutines import Recipe as Recipe
    from nee.subroutines import Subroutine as Subroutine

# JAX takes a second to import: whoever only wants `nee --help` should not wait for it.
_HOMES = {
    "add": "nee.solve.arithmetic",
    "multiply": "nee.solve.arithmetic",
    "EngineConfig": "nee.engine",
    "NeuralEngine": "nee.engine",
    "EngineError": "nee.errors",
    "InputError": "nee.errors",
    "ShortestPaths": "nee.solve.paths",
    "SpanningForest": "nee.solve.trees",
    "minimum_spanning_tree": "nee.solve.trees",
    "shortest_paths": "nee.solve.paths",
    "load": "nee.pretrained",
    "sort": "nee.solve.sorting",
    "Engine": "nee.steps",
    "Execution": "nee.steps",
    "LevelledExecution": "nee.steps",
    "Step": "nee.steps",
    "Trace": "nee.steps",
    "Lesson": "nee.subroutines",
    "Recipe": "nee.subroutines",
    "Subroutine": "nee.subroutines",
}
_ROOMS = ("clrs", "programs")
__all__ = [*_HOMES, *_ROOMS]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    if name in _ROOMS:
        return import_module(f"nee.{name}")
    if name == "__version__":
        return import_module("importlib.metadata").version("nee")
    raise AttributeError(f"module 'nee' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
