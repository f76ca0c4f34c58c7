"""The Bellman-Ford algorithm as networkx answers it: engines run its queue, sum by sum and comparison by comparison."""

from collections.abc import Hashable
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import networkx as nx
import numpy as np
from jaxtyping import Array, Int
from networkx.algorithms.shortest_paths.generic import _build_paths_from_predecessors

from nee.composed.part import Part
from nee.errors import EngineError
from nee.networkx_backend.distances import check_distances, engines, tight
from nee.networkx_backend.edges import Edges
from nee.networkx_backend.graph import EngineGraph
from nee.networkx_backend.lengths import Number
from nee.numbers import infinity
from nee.programs.adjacency import Adjacency
from nee.programs.queue_relaxation import QueuedPaths, queue_relaxation
from nee.solve.engines import integers_of
from nee.steps import NOTHING

Predecessors = dict[Hashable, list[Hashable]]


def bellman_ford(G: EngineGraph, source: Hashable, weight: Hashable) -> tuple[Predecessors, dict[Hashable, Number]]:
    """All predecessors on shortest paths, and the distances, in the order in which the queue came by them."""
    if source not in G:
        raise nx.NodeNotFound(f"Source {source} not in G")
    edges = G.edges_by(weight)
    start = edges.numbers[source]
    paths = run(edges, start)
    before = last_edges(edges, start, paths)
    tails, names, floats = edges.tails.tolist(), edges.names, edges.lengths.floats.tolist()
    over_a_float = {start: False}
    for node in sorted(before, key=paths.shortened.tolist().__getitem__):  # The nodes of a path in their order.
        if node != start:
            edge = before[node][0]
            over_a_float[node] = floats[edge] or over_a_float[tails[edge]]
    predecessors = {names[node]: [names[tails[edge]] for edge in found] for node, found in before.items()}
    distances = paths.distances.tolist()
    return predecessors, {names[node]: edges.lengths.number(distances[node], over_a_float[node]) for node in before}


def run(edges: Edges, source: int) -> QueuedPaths:
    """What the program found. The padding is cut off."""
    nodes, count = len(edges.names), len(edges.heads)
    with integers_of(edges.bits):
        start = jnp.asarray(source, jnp.int32)
        found = jax.device_get(run_queue_relaxation(*engines(edges), start, edges.adjacency, edges.most))
    return QueuedPaths(found.distances[:nodes], found.found[:nodes], found.shortened[:nodes], found.taken[:count])


@eqx.filter_jit
def run_queue_relaxation(minimum: Part, add: Part, source: Int[Array, ""], edges: Adjacency, most: int) -> QueuedPaths:
    """The program, compiled once for each padded size."""
    return queue_relaxation(source, edges, minimum=minimum, add=add, end=infinity(minimum.bits), most=most)


def last_edges(edges: Edges, source: int, paths: QueuedPaths) -> dict[int, list[int]]:
    """For each node that is reached, the edges that end shortest paths to it, all in the order in which they came.

    The engines named these edges. The answer is held back unless they are all of them and no others.
    """
    found, taken = np.asarray(paths.found), np.asarray(paths.taken)
    distances = np.where(found != NOTHING, paths.distances, -1).astype(np.int64)
    check_distances(edges, distances, [source])
    last = (taken != NOTHING) & (taken >= np.asarray(paths.shortened)[edges.heads])
    if (last != tight(edges, distances)).any():
        raise EngineError("The engines took an edge for the end of a shortest path that is not, and no path is given.")
    reached = np.flatnonzero(found != NOTHING)
    in_order = reached[np.lexsort((reached != source, found[reached]))].tolist()
    before: dict[int, list[int]] = {node: [] for node in in_order}
    places = np.flatnonzero(last)
    for edge in places[np.argsort(taken[places])].tolist():
        before[int(edges.heads[edge])].append(edge)
    if not all(found or node == source for node, found in before.items()):
        raise EngineError("The engines gave a distance that no path has, and no path is given.")
    return before


def first_path(source: Hashable, target: Hashable, predecessors: Predecessors) -> list[Hashable]:
    """The path that networkx gives, out of several."""
    path: list[Hashable] = next(_build_paths_from_predecessors({source}, target, predecessors))
    return path


def bellman_ford_predecessor_and_distance(
    G: EngineGraph,
    source: Hashable,
    target: Hashable | None = None,
    weight: Hashable = "weight",
    heuristic: bool = False,
) -> tuple[Predecessors, dict[Hashable, Number]]:
    """Predecessors and distances. `heuristic` looks for negative cycles, and there are none."""
    if source not in G:
        raise nx.NodeNotFound(f"Node {source} is not found in the graph")
    if len(G) == 1:
        return {source: []}, {source: 0}
    return bellman_ford(G, source, weight)


def bellman_ford_path_length(G: EngineGraph, source: Hashable, target: Hashable, weight: Hashable = "weight") -> Number:
    """One distance."""
    if source == target:
        if source not in G:
            raise nx.NodeNotFound(f"Node {source} not found in graph")
        return 0
    lengths = bellman_ford(G, source, weight)[1]
    try:
        return lengths[target]
    except KeyError as error:
        raise nx.NetworkXNoPath(f"node {target} not reachable from {source}") from error


def single_source_bellman_ford_path_length(
    G: EngineGraph, source: Hashable, weight: Hashable = "weight"
) -> dict[Hashable, Number]:
    """Distances."""
    return bellman_ford(G, source, weight)[1]


def single_source_bellman_ford(
    G: EngineGraph, source: Hashable, target: Hashable | None = None, weight: Hashable = "weight"
) -> tuple[Any, Any]:
    """Distances and paths, or those to the target."""
    if source == target:
        if source not in G:
            raise nx.NodeNotFound(f"Node {source} is not found in the graph")
        return 0, [source]
    predecessors, lengths = bellman_ford(G, source, weight)
    if target is None:
        return lengths, {node: first_path(source, node, predecessors) for node in predecessors}
    path = first_path(source, target, predecessors)
    return lengths[target], path
