"""The Floyd-Warshall algorithm as networkx answers it: the same rounds, by engines."""

import math
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import networkx as nx
import numpy as np
from jaxtyping import Array, Float, Int
from networkx.algorithms.shortest_paths import dense

from nee.compilation import keep_compiled_programs, refuse_forked_process
from nee.composed.part import Part
from nee.errors import EngineError
from nee.networkx_backend.edges import Edges
from nee.networkx_backend.graph import EngineGraph
from nee.networkx_backend.lengths import EXACT_BITS, Lengths, read_lengths
from nee.networkx_backend.padding import width
from nee.networkx_backend.refusal import NotServedError
from nee.numbers import infinity
from nee.programs import AllPaths, floyd_warshall
from nee.solve.engines import add_engine, integers_of, minimum_engine

Table = dict[Hashable, dict[Hashable, Any]]
Matrix = Int[np.ndarray, "nodes nodes"]
MOST_NODES = 1000
"""Every round asks about all pairs of nodes, and there is a round for each node."""


class OneEdge(NamedTuple):
    """What is known before the first round: paths over one edge."""

    predecessors: Table
    distances: Table
    pairs: Int[np.ndarray, "edges 2"]
    """The numbers of the nodes of each edge that is not a loop."""
    lengths: Lengths


def floyd_warshall_predecessor_and_distance(G: EngineGraph, weight: Hashable = "weight") -> tuple[Table, Table]:
    """Predecessors and distances between all nodes."""
    predecessors, distances, pairs, lengths = one_edge(G, weight)
    names, floats = list(G), bool(lengths.floats.any())
    lengths_found, before_found = run(len(names), pairs, lengths)
    for u, order in enumerate(orders_of_discovery(len(names), pairs)):
        row, before = distances[names[u]], before_found[u].tolist()
        for v in order:
            predecessors[names[u]][names[v]] = names[before[v]]
        # networkx asks each row about all nodes in their order, and what is missing is entered.
        for v, length in enumerate(lengths_found[u].tolist()):
            if u != v:
                row[names[v]] = math.inf if length < 0 else lengths.number(length, floats)
    return dict(predecessors), dict(distances)


def floyd_warshall_numpy(
    G: EngineGraph, nodelist: Sequence[Hashable] | None = None, weight: Hashable = "weight"
) -> Float[np.ndarray, "nodes nodes"]:
    """Distances between all nodes, as floats."""
    if nodelist is not None and not len(nodelist) == len(G) == len(set(nodelist)):
        raise nx.NetworkXError(
            "nodelist must contain every node in G with no repeats."
            "If you wanted a subgraph of G use G.subgraph(nodelist)"
        )
    if nodelist is not None and any(node not in G for node in nodelist):
        raise NotServedError("The list of nodes has one that is not in the graph.")
    edges = floats_of(G, weight)
    between = edges.tails != edges.heads
    pairs = np.stack([edges.tails, edges.heads], axis=-1)[between]
    lengths = replace(edges.lengths, integers=edges.lengths.integers[between], floats=edges.lengths.floats[between])
    found, _ = run(len(G), pairs, lengths)
    order = [edges.numbers[node] for node in (G if nodelist is None else nodelist)]
    distances: Float[np.ndarray, "nodes nodes"] = np.where(found < 0, np.inf, found * float(lengths.unit))
    return distances[np.ix_(order, order)]


def floats_of(graph: EngineGraph, weight: Hashable) -> Edges:
    """The edges, if sums of their weights are exact in floats."""
    check_size(graph)
    edges = graph.edges_by(weight)
    if edges.lengths.bits > EXACT_BITS:
        raise NotServedError(
            f"A path may have a length of {edges.lengths.bits} bits, and floats round beyond {EXACT_BITS}."
        )
    return edges


def check_size(graph: EngineGraph) -> None:
    """Refuse what would take too long, and what needs no engine."""
    if not 0 < len(graph) <= MOST_NODES:
        raise NotServedError(f"The graph has {len(graph)} nodes, and 1 to {MOST_NODES} are possible.")


def one_edge(graph: EngineGraph, weight: Hashable) -> OneEdge:
    """The edges, or the reason why their sums would not be those of networkx."""
    check_size(graph)
    predecessors, distances = first_tables(graph.original, weight)
    number = {name: number for number, name in enumerate(graph)}
    edges = [(number[u], number[v], length) for u, row in distances.items() for v, length in row.items() if u != v]
    lengths = read_lengths([length for *_, length in edges], len(number))
    if lengths.floats.any() and not lengths.floats.all():
        raise NotServedError("Some weights are integers and others are floats.")
    if any(distances[node][node] for node in graph):
        raise NotServedError("A weight is negative, and engines add numbers from 0 on.")
    return OneEdge(predecessors, distances, np.array([pair for *pair, _ in edges], np.int64).reshape(-1, 2), lengths)


def first_tables(graph: nx.Graph, weight: Hashable) -> tuple[Table, Table]:
    """Predecessors and distances over one edge, in the order in which networkx enters them."""
    if hasattr(dense, "_init_pred_dist"):  # From networkx 3.7 on.
        tables: tuple[Table, Table] = dense._init_pred_dist(graph, weight)
        return tables
    distances: Table = defaultdict(lambda: defaultdict(lambda: math.inf))
    predecessors: Table = defaultdict(dict)
    for u in graph:
        distances[u][u] = 0
    for u, v, data in graph.edges(data=True):
        length = data.get(weight, 1.0)
        for tail, head in ((u, v),) if graph.is_directed() else ((u, v), (v, u)):
            distances[tail][head] = min(length, distances[tail][head])
            predecessors[tail][head] = tail
    return predecessors, distances


def orders_of_discovery(nodes: int, edges: Int[np.ndarray, "edges 2"]) -> Iterator[list[int]]:
    """For each node, the others to which it has a path, in the order of the rounds that find one."""
    found = np.full((nodes, nodes), nodes + 1)
    found[*edges.T] = -1
    np.fill_diagonal(found, -1)
    for k in range(nodes):
        reached = (found[:, k, None] < nodes) & (found[k] < nodes)
        found = np.where(reached, np.minimum(found, k), found)
    for u, row in enumerate(found):
        yield [v for v in np.argsort(row, kind="stable").tolist() if row[v] < nodes and u != v]


def run(nodes: int, edges: Int[np.ndarray, "edges 2"], lengths: Lengths) -> tuple[Matrix, Matrix]:
    """Distances in integers, -1 where there is no path, and predecessors, checked. Padding is cut off again."""
    keep_compiled_programs()
    refuse_forked_process()
    bits = width(lengths.bits)
    end, size = infinity(bits), max(16, 1 << (nodes - 1).bit_length())
    weights = np.full((size, size), end, np.int64 if bits > 30 else np.int32)
    weights[*edges.T] = lengths.integers
    np.fill_diagonal(weights, 0)
    with integers_of(bits):
        engines = minimum_engine("table", bits), add_engine("table", bits)
        found = jax.device_get(run_floyd_warshall(*engines, jnp.asarray(weights)))
    distances, predecessors = (table[:nodes, :nodes].astype(np.int64) for table in found)
    distances = np.where(distances < end, distances, -1)
    check(edges, lengths, distances, predecessors)
    return distances, predecessors


@eqx.filter_jit
def run_floyd_warshall(minimum: Part, add: Part, weights: Int[Array, "nodes nodes"]) -> AllPaths:
    """The program, compiled once for each padded size."""
    return floyd_warshall(weights, minimum=minimum, add=add, end=infinity(minimum.bits))


def check(
    edges: Int[np.ndarray, "edges 2"],
    lengths: Lengths,
    distances: Matrix,
    predecessors: Matrix,
) -> None:
    """Hold back a wrong answer: no edge shortens a path, and every path is as long as it is said and leads back."""
    nodes = np.arange(len(distances))
    weights = np.full(distances.shape, -1)
    weights[*edges.T] = lengths.integers
    so_far, beyond = distances[:, edges[:, 0]], distances[:, edges[:, 1]]
    shorter = (so_far >= 0) & ((beyond < 0) | (so_far + lengths.integers < beyond))
    found = (distances >= 0) & (nodes[:, None] != nodes)
    steps = np.where(found, predecessors, nodes)
    last = weights[steps, nodes]
    wrong = found & ((last < 0) | (np.take_along_axis(distances, steps, axis=1) + last != distances))
    for _ in range(len(nodes).bit_length()):  # Doubles the length of the way back.
        steps = np.take_along_axis(steps, steps, axis=1)
    astray = found & (steps != nodes[:, None])
    if shorter.any() or wrong.any() or astray.any() or distances[nodes, nodes].any():
        raise EngineError("The engines took a path for a shortest one that is not, and no path is given.")
