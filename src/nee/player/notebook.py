"""What a notebook shows of an execution or of an answer: the page that plays it."""

from html import escape
from typing import Any

import jax
import numpy as np

from nee.player.export import html
from nee.player.steps_data import Data, numbers
from nee.player.trace_data import execution_runs, trace_data
from nee.player.traces import forest_trace, paths_trace
from nee.solve.paths import ShortestPaths
from nee.solve.trees import SpanningForest
from nee.steps import Execution, LevelledExecution

HEIGHT = 640
"""Of the frame, until the page inside says how tall it is."""
MOST = 40_000
"""How many slots are shown, of all steps together; more would make a notebook heavy, and nobody watches them."""


def shown(answer: Any) -> str | None:
    """The page in a frame of its own: any number of them stand in one notebook and never meet.

    None for what cannot be watched: many executions at once, or one that is too long.
    """
    match answer:
        case ShortestPaths():
            return framed(paths_trace(answer)) if answer.trace and answer.trace.costs.size <= MOST else None
        case SpanningForest():
            size = sum(tree.trace.costs.size if tree.trace else MOST + 1 for tree in answer.trees)
            return framed(forest_trace(answer)) if 0 < size <= MOST else None
        case Execution() | LevelledExecution():
            return execution_shown(jax.device_get(answer))
    return None


def execution_shown(execution: Execution | LevelledExecution) -> str | None:
    """An execution knows neither its program nor its engine: what it wrote and pointed at has to do."""
    merges = isinstance(execution, LevelledExecution)
    traces = execution.levels if isinstance(execution, LevelledExecution) else (execution.trace,)
    masks = [np.asarray(trace.mask) for trace in traces]
    if any(mask.ndim != 2 + merges for mask in masks) or not 0 < sum(mask.size for mask in masks) <= MOST:
        return None
    result = np.ravel(execution.result)
    widest = max(int(np.max(trace.step.value)).bit_length() for trace in traces)
    # Merge sort fills up to a power of two with infinity, its largest number. Elsewhere a number is just a number.
    filled = merges and len(result).bit_count() != 1
    bits = widest - 1 if filled else max(8, widest)
    trace = trace_data(
        "merge sort" if merges else "an execution",
        execution_runs(execution, bits=bits),
        by="engine",
        bits=bits,
        weights={},
        result=numbers(result, bits),
    )
    return framed(trace)


def framed(trace: Data) -> str:
    """The page of a trace, as one element."""
    return (
        f'<iframe title="{escape(str(trace["program"]))}, step by step" width="100%" height="{HEIGHT}" '
        f'style="border: 0" srcdoc="{escape(html(trace, address=False))}"></iframe>'
    )
