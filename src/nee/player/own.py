"""The trace of a program of one's own: whatever it returns is told as what it is."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import PurePath
from typing import Any

import numpy as np

from nee.errors import InputError
from nee.numbers import infinity
from nee.player.steps_data import Data, number
from nee.player.trace_data import execution_runs, growth_run, trace_data
from nee.programs.tree_growth import Growth
from nee.steps import Execution, LevelledExecution, Trace


def own_trace(
    name: str,
    answer: Any,
    data: Sequence[np.ndarray],
    *,
    engines: Mapping[str, Any],
    weights: Mapping[str, str],
    by: str,
    bits: int,
) -> Data:
    """The trace of what a program returned. `data` is what it was given, `engines` what it asked."""
    # Of several engines nobody knows which one made a step.
    engine = next(iter(engines.values())) if len(engines) == 1 else None
    trace = fields_of(answer).get("trace")
    facts: Data = {"result": result_data(answer, bits)}
    if isinstance(answer, LevelledExecution):
        runs = execution_runs(answer, given(data, np.size(answer.result), bits), bits=bits, engine=engine)
    elif isinstance(trace, Trace):
        check_single(trace)
        runs = execution_runs(
            Execution(trace.step.value, trace), given(data, trace.mask.shape[-1], bits), bits=bits, engine=engine
        )
    elif isinstance(trace, Growth):
        check_single(trace.selection)
        nodes = list(range(trace.costs.shape[-1]))
        runs = [
            growth_run(trace, int(trace.selection.step.pointer[0]), nodes, bits=bits, engine=engines.get("minimum"))
        ]
        facts["graph"] = graph_of(data, len(nodes))
        facts["result"] = [number(cost, bits) for cost in trace.costs[-1]]
    elif trace is None:
        raise InputError("The function returns no trace: return a NamedTuple or a dict with a field called trace.")
    else:
        runs = [{"level": 0, "values": [], "steps": [{"says": line} for line in lines_of(trace)]}]
    # The page is sent around: where the file lies is nobody's business.
    return trace_data(PurePath(name).name, runs, by=by, bits=bits, weights=weights, **facts)


def check_single(trace: Trace) -> None:
    """Many executions at once have no order in which they could be watched."""
    if np.ndim(trace.mask) != 2:
        raise InputError("The trace is of many executions at once: only one can be watched.")


def given(data: Sequence[np.ndarray], slots: int, bits: int) -> list[int] | None:
    """The list that the slots were filled from, if there is one."""
    found = next((array for array in data if array.shape == (slots,)), None)
    return None if found is None else [infinity(bits) if x == float("inf") else int(x) for x in found]


def graph_of(data: Sequence[np.ndarray], nodes: int) -> Data:
    """The matrix of weights that the program was given, as a graph."""
    matrix = next((array for array in data if array.shape == (nodes, nodes)), None)
    if matrix is None:
        raise InputError("The trace is of a graph, and no matrix of its weights was given.")
    directed = bool((matrix != matrix.T).any())
    places = [(u, v) for u, v in np.argwhere(matrix != float("inf")).tolist() if u != v and (directed or u < v)]
    edges = [[u, v, number(matrix[u, v], None)] for u, v in places]
    return {"nodes": list(range(nodes)), "edges": edges, "directed": directed}


def result_data(answer: Any, bits: int) -> list[Any]:
    """The numbers of the result, one after the other; of anything else, its text."""
    result = np.ravel(np.asarray(fields_of(answer).get("result", ())))
    return [number(x, bits) if np.issubdtype(result.dtype, np.integer) else str(x) for x in result.tolist()]


def fields_of(answer: Any) -> dict[str, Any]:
    """What an answer has by name."""
    if isinstance(answer, dict):
        return answer
    return answer._asdict() if hasattr(answer, "_asdict") else {}


def lines_of(trace: Any) -> list[str]:
    """A line for each step: as the program wrote it, or what its fields hold there; what has no steps is one."""
    if isinstance(trace, list):
        return [str(step) for step in trace]
    fields = fields_of(trace) or {"": trace}
    if not all(isinstance(values, list) or np.ndim(values) for values in fields.values()):
        return [str(trace)]
    columns = [[f"{name} {np.asarray(x).tolist()}".strip() for x in values] for name, values in fields.items()]
    return ["  ".join(row).rstrip() for row in zip_longest(*columns, fillvalue="")]
