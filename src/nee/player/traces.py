"""The traces of the programs that people run: an answer with all that led to it, as data."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp

from nee.composed.part import Part
from nee.composed.wide_multiply import LIMB
from nee.errors import InputError
from nee.graphs.weight_matrix import WeightMatrix
from nee.numbers import infinity
from nee.player.limbs import watch_product, watch_sum
from nee.player.steps_data import Data, number, numbers
from nee.player.trace_data import execution_runs, graph_data, growth_run, trace_data
from nee.pretrained import weights
from nee.solve.arithmetic import Operation
from nee.solve.engines import NARROW, By, add_engine, minimum_engine, multiply_engine, width
from nee.solve.paths import ShortestPaths
from nee.solve.sorting import ENGINES, sorting_engine
from nee.solve.trees import SpanningForest
from nee.steps import Execution, LevelledExecution, Trace
from nee.training.checkpoints import weights_hash

EXACT: dict[Operation, Any] = {"add": int.__add__, "multiply": int.__mul__}


def sort_trace(
    values: Sequence[int | float], execution: Execution | LevelledExecution | None, algorithm: str, by: By = "network"
) -> Data:
    """Of a list that was sorted; None is the execution of an empty list."""
    bits = width(max((int(value).bit_length() for value in values), default=0))
    engine = sorting_engine(algorithm, by, bits)
    return trace_data(
        f"{algorithm} sort",
        execution_runs(execution, values, bits=bits, engine=engine) if execution else [],
        by=by,
        bits=bits,
        weights=hashes(ENGINES[algorithm]),
        values=[number(value, None) for value in values],
        result=numbers(execution.result, bits) if execution else [],
    )


def paths_trace(paths: ShortestPaths) -> Data:
    """Of shortest paths from one node."""
    if paths.trace is None:
        raise InputError("The graph is too large for a trace: only graphs of up to 100 nodes keep every step.")
    matrix, start = paths.graph, paths.graph.index(paths.source)
    engine = minimum_engine(paths.by, matrix.bits)
    nodes = list(range(len(matrix.names)))
    return trace_data(
        "dijkstra",
        [growth_run(paths.trace, start, nodes, bits=matrix.bits, engine=engine)],
        by=paths.by,
        bits=matrix.bits,
        weights=hashes("minimum", "add"),
        graph=graph_data(matrix),
        result=numbers(paths.trace.costs[-1], matrix.bits),
    )


def forest_trace(forest: SpanningForest) -> Data:
    """Of a minimum spanning tree, or of one for each part of the graph."""
    matrix = forest.graph
    place = matrix.numbers
    engine = minimum_engine(forest.by, matrix.bits)
    if any(tree.trace is None for tree in forest.trees):
        raise InputError("The graph is too large for a trace: only parts of up to 100 nodes keep every step.")
    return trace_data(
        "prim",
        [
            growth_run(tree.trace, 0, [place[name] for name in tree.nodes], bits=matrix.bits, engine=engine)
            for tree in forest.trees
            if tree.trace is not None
        ],
        by=forest.by,
        bits=matrix.bits,
        weights=hashes("minimum"),
        graph=graph_data(matrix),
        result=[edge_data(matrix, place[u], place[v]) for u, v, _ in forest.edges],
    )


def edge_data(matrix: WeightMatrix, u: int, v: int) -> list[Any]:
    """An edge by the places of its ends, with its weight in the graph's unit."""
    return [u, v, number(matrix.weights[u, v], matrix.bits)]


def arithmetic_trace(operation: Operation, a: int, b: int, by: By = "network") -> Data:
    """Of a sum or a product, of whole numbers of any size that can be watched."""
    add, multiply = add_engine(by, NARROW), multiply_engine(by, NARROW)
    return operation_trace(operation, a, b, add=add, multiply=multiply, by=by)


def operation_trace(operation: Operation, a: int, b: int, *, add: Part, multiply: Part, by: By) -> Data:
    """Of one question to an engine, or of the questions about the limbs of wide numbers."""
    engine = {"add": add, "multiply": multiply}[operation]
    facts: Data = {}
    if max(a, b, EXACT[operation](a, b)) < infinity(engine.bits):
        execution = jax.device_get(run_operation(engine, jnp.array([a, b])))
        runs = execution_runs(execution, [a, b], bits=engine.bits, engine=engine)
        result = numbers(execution.result, engine.bits)
        used = [operation]
    else:
        total, steps = watch_sum(add, a, b) if operation == "add" else watch_product(multiply, add, a, b)
        result = [number(total, None)]
        runs = [{"level": 0, "values": [number(a, None), number(b, None)], "steps": steps}]
        used = ["add"] if operation == "add" else ["multiply", "add"]
        facts["limb"] = add.bits - 1 if operation == "add" else LIMB
    return trace_data(
        operation,
        runs,
        by=by,
        bits=engine.bits,
        weights=hashes(*used),
        values=[number(a, None), number(b, None)],
        result=result,
        **facts,
    )


@eqx.filter_jit
def run_operation(engine: Part, values: jax.Array) -> Execution:
    """One question to an engine, as the shortest of programs."""
    mask = jnp.zeros(values.shape, bool)
    trace = jax.tree.map(lambda x: x[None], Trace(mask, engine(values, mask)))
    return Execution(result=trace.step.value, trace=trace)


def hashes(*engines: str, files: Mapping[str, Path] | None = None) -> dict[str, str]:
    """The SHA-256 of the tensors of engines: of those that ship, or of those in files of one's own."""
    return {name: weights_hash((files or {}).get(name) or weights(name)) for name in engines}
