"""Programs that are run to be watched: raw, so that a broken engine's wrong answer is shown, and marked as wrong."""

import bisect
from collections.abc import Sequence
from functools import cache
from typing import Any, Literal

import equinox as eqx
import jax
import jax.numpy as jnp
import networkx as nx
import numpy as np
from jaxtyping import Array, Bool, Int

from nee.baselines import Seq2Seq
from nee.baselines.greedy import decode_padded
from nee.baselines.weights import read_model
from nee.baselines.weights import weights as baseline_weights
from nee.composed import Distinct, ShownPair, WideMinimum
from nee.composed.part import Part
from nee.engine import NeuralEngine
from nee.errors import InputError
from nee.graphs.path_lengths import with_room_for_paths
from nee.graphs.weight_matrix import WeightMatrix, check_undirected, weight_matrix
from nee.numbers import infinity
from nee.player.noise import Noise, with_noise
from nee.player.places import go_on
from nee.player.steps_data import Data, number, numbers
from nee.player.trace_data import execution_runs, graph_data, growth_run, trace_data
from nee.player.traces import EXACT, edge_data, hashes, operation_trace
from nee.pretrained import load
from nee.programs import dijkstra, prim, selection_sort
from nee.solve.engines import integers_of, width
from nee.solve.sorting import ENGINES, run_merge_sort
from nee.steps import NOTHING, Engine, Execution, LevelledExecution, Step, Trace
from nee.training.provenance import fingerprint

BITS = 8
END = infinity(BITS)
SIZES = (8, 32, 100)
"""Lists and graphs are padded to one of these, so that few programs are compiled."""


def watch_sort(
    values: Sequence[int], algorithm: Literal["selection", "merge"] = "selection", noise: Noise | None = None
) -> Data:
    """A list being sorted."""
    bits = width(max((value.bit_length() for value in values), default=0))
    engine = sorting_part(algorithm, bits, noise)
    slots = size_for(len(values)) if algorithm == "selection" else 1 << max(len(values) - 1, 0).bit_length()
    execution: Execution | LevelledExecution
    with integers_of(bits):
        padded = jnp.asarray(
            [*values, *[infinity(bits)] * (slots - len(values))], jnp.int64 if bits > 30 else jnp.int32
        )
        if algorithm == "selection":
            padding = jnp.arange(slots) >= len(values)
            execution = cut(jax.device_get(run_selection(engine, padded, padding)), len(values))
        else:
            execution = jax.device_get(run_merges(engine, padded))
            execution = execution._replace(result=execution.result[: len(values)])
    go_on()
    result = [found for found in numbers(np.asarray(execution.result), bits) if found is not None]
    expected = [number(value, None) for value in sorted(values)]
    return trace_data(
        f"{algorithm} sort",
        execution_runs(execution, values, bits=bits, engine=engine) if values else [],
        by="network",
        bits=bits,
        weights=hashes(ENGINES[algorithm]),
        values=[number(value, None) for value in values],
        result=result,
        expected=expected,
        right=result == expected,
    )


def sorting_part(algorithm: str, bits: int, noise: Noise | None) -> Part:
    """What a list is sorted by: the network itself, and for wide numbers the network on their limbs."""
    network = with_noise(load(ENGINES[algorithm]), noise)
    if bits == BITS:
        return network
    return ShownPair(WideMinimum(network, bits)) if algorithm == "merge" else WideMinimum(Distinct(network), bits)


def watch_operation(operation: Literal["add", "multiply"], a: int, b: int, noise: Noise | None = None) -> Data:
    """A sum or a product."""
    engines = {name: load(name) for name in ("add", "multiply")}
    engines[operation] = with_noise(engines[operation], noise)
    trace = operation_trace(operation, a, b, **engines, by="network")
    expected = [number(EXACT[operation](a, b), None)]
    return trace | {"expected": expected, "right": trace["result"] == expected}


def watch_paths(graph: nx.Graph, source: int, noise: Noise | None = None) -> Data:
    """Shortest paths from the node in that place."""
    matrix = readable(with_room_for_paths(weight_matrix(graph), source))
    minimum = with_noise(load("minimum"), noise)
    growth = grow(run_dijkstra, matrix, source, minimum, load("add"))
    result = numbers(growth.costs[-1], BITS)
    lengths = nx.single_source_dijkstra_path_length(graph, matrix.names[source])
    nodes = list(range(len(matrix.names)))
    return trace_data(
        "dijkstra",
        [growth_run(growth, source, nodes, bits=BITS, engine=minimum)],
        by="network",
        bits=BITS,
        weights=hashes("minimum", "add"),
        graph=graph_data(matrix),
        result=result,
        right=result == [lengths.get(name) for name in matrix.names],
    )


def watch_tree(graph: nx.Graph, noise: Noise | None = None) -> Data:
    """A minimum spanning tree, of each part of the graph."""
    matrix = readable(weight_matrix(graph))
    check_undirected(matrix)
    minimum = with_noise(load("minimum"), noise)
    runs, result = [], []
    for part in nx.connected_components(nx.from_numpy_array(matrix.weights < matrix.end)):
        nodes = sorted(part)
        growth = grow(run_prim, matrix.part(nodes), 0, minimum)
        runs.append(growth_run(growth, 0, nodes, bits=BITS, engine=minimum))
        parents = growth.parents[-1]
        result += [
            edge_data(matrix, nodes[parent], node)
            for node, parent in zip(nodes, parents, strict=True)
            if parent != NOTHING
        ]
    return trace_data(
        "prim",
        runs,
        by="network",
        bits=BITS,
        weights=hashes("minimum"),
        graph=graph_data(matrix),
        result=result,
        right=spans_at_least_weight(matrix, result),
    )


def spans_at_least_weight(matrix: WeightMatrix, edges: list[list[int]]) -> bool:
    """Whether the edges are a forest over the whole graph that is as light as can be."""
    found = nx.Graph()
    found.add_nodes_from(range(len(matrix.names)))
    found.add_weighted_edges_from(edges)
    whole = nx.Graph()
    whole.add_nodes_from(found)
    whole.add_weighted_edges_from(graph_data(matrix)["edges"])
    lightest = nx.minimum_spanning_tree(whole).size(weight="weight")
    spans = nx.number_connected_components(found) == nx.number_connected_components(whole)
    return bool(spans and nx.is_forest(found) and found.size(weight="weight") == lightest)


def watch_transformer(values: Sequence[int]) -> Data:
    """What the plain transformer, which was trained on the same lists, makes of this one."""
    name = "vanilla"
    size = len(values)
    padded = np.full(size_for(size), END, np.int32)
    padded[:size] = values
    decoded = jax.device_get(decode_padded(transformer(name), jnp.asarray(padded), jnp.asarray(size)))
    outputs, looked = decoded.outputs[:size], decoded.attention[:size, :size]
    shown: Any = np.zeros(looked.shape, bool)  # It has no mask.
    trace = Trace(shown, Step(outputs, looked.argmax(axis=-1), shown, looked))
    result = numbers(outputs, BITS)
    return trace_data(
        "plain transformer",
        execution_runs(Execution(outputs, trace), values, bits=BITS),
        by="network",
        bits=BITS,
        weights={name: fingerprint(baseline_weights(name))},
        values=list(values),
        result=result,
        expected=sorted(values),
        right=result == sorted(values),
    )


@cache
def transformer(variant: str) -> Seq2Seq:
    """A baseline that ships."""
    return read_model(baseline_weights(variant))


def size_for(count: int) -> int:
    """The number of slots to compile for."""
    return SIZES[bisect.bisect_left(SIZES, count)]


def readable(matrix: WeightMatrix) -> WeightMatrix:
    """The graph, if the networks can read it without help."""
    if matrix.bits > BITS or matrix.unit != 1:
        raise InputError(f"To be watched, weights and the lengths of paths are whole numbers up to {END - 1}.")
    return matrix


def within(engine: Engine, padding: Bool[Array, " slots"]) -> Engine:
    """The engine on a list of fewer slots: no mask update, broken or not, can show what is not there."""

    def run(values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Step:
        step = engine(values, mask)
        # Pairs are compared without padding.
        return step._replace(mask=step.mask | padding) if mask.shape == padding.shape else step

    return run


@eqx.filter_jit
def run_selection(engine: Part, values: Int[Array, " slots"], padding: Bool[Array, " slots"]) -> Execution:
    """Selection sort of a padded list."""
    return selection_sort(values, padding, minimum=within(engine, padding))


@eqx.filter_jit
def run_merges(engine: Part, values: Int[Array, " slots"]) -> LevelledExecution:
    """Merge sort. Infinity at the end of the list stays there."""
    return run_merge_sort(engine, values)


@eqx.filter_jit
def run_dijkstra(weights: Array, start: Array, padding: Array, minimum: NeuralEngine, add: NeuralEngine) -> Any:
    """Dijkstra's algorithm on a padded graph."""
    return dijkstra(weights, start, padding, minimum=within(minimum, padding), add=add, end=END).trace


@eqx.filter_jit
def run_prim(weights: Array, start: Array, padding: Array, minimum: NeuralEngine) -> Any:
    """Prim's algorithm on a padded graph."""
    return prim(weights, start, padding, minimum=within(minimum, padding), end=END).trace


def grow(run: Any, matrix: WeightMatrix, start: int, *engines: NeuralEngine) -> Any:
    """Run a program on a graph, padded to a size that is compiled once, and cut the padding off its trace."""
    nodes = len(matrix.names)
    slots = size_for(nodes)
    weights = np.full((slots, slots), END, np.int32)
    weights[:nodes, :nodes] = matrix.weights
    go_on()
    growth = jax.device_get(run(jnp.asarray(weights), jnp.asarray(start), jnp.arange(slots) >= nodes, *engines))
    go_on()
    return jax.tree.map(lambda x: x[(slice(nodes),) * x.ndim], growth)


def cut(execution: Execution, size: int) -> Execution:
    """The execution without the padding."""
    shorter: Execution = jax.tree.map(lambda x: x[(slice(size),) * x.ndim], execution)
    return shorter
