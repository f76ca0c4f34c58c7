"""Neural execution engines: small transformers that learn one subroutine, composed into whole algorithms.

>>> import nee
>>> nee.sort([5, 3, 250, 1])
[1, 3, 5, 250]
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nee import programs as programs
    from nee.arithmetic import add as add
    from nee.arithmetic import multiply as multiply
    from nee.engine import EngineConfig as EngineConfig
    from nee.engine import NeuralEngine as NeuralEngine
    from nee.errors import InputError as InputError
    from nee.graph_algorithms import ShortestPaths as ShortestPaths
    from nee.graph_algorithms import SpanningForest as SpanningForest
    from nee.graph_algorithms import minimum_spanning_tree as minimum_spanning_tree
    from nee.graph_algorithms import shortest_paths as shortest_paths
    from nee.pretrained import load as load
    from nee.sorting import sort as sort
    from nee.steps import Engine as Engine
    from nee.steps import Execution as Execution
    from nee.steps import LevelledExecution as LevelledExecution
    from nee.steps import Step as Step
    from nee.steps import Trace as Trace

# JAX takes a second to import: whoever only wants `nee --help` should not wait for it.
_HOMES = {
    "add": "nee.arithmetic",
    "multiply": "nee.arithmetic",
    "EngineConfig": "nee.engine",
    "NeuralEngine": "nee.engine",
    "InputError": "nee.errors",
    "ShortestPaths": "nee.graph_algorithms",
    "SpanningForest": "nee.graph_algorithms",
    "minimum_spanning_tree": "nee.graph_algorithms",
    "shortest_paths": "nee.graph_algorithms",
    "load": "nee.pretrained",
    "sort": "nee.sorting",
    "Engine": "nee.steps",
    "Execution": "nee.steps",
    "LevelledExecution": "nee.steps",
    "Step": "nee.steps",
    "Trace": "nee.steps",
}
__all__ = [*_HOMES, "programs"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    if name == "programs":
        return import_module("nee.programs")
    raise AttributeError(f"module 'nee' has no attribute {name!r}")
