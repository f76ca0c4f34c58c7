"""Shortest paths and minimum spanning trees with the engines that ship."""

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import networkx as nx
import numpy as np
from jaxtyping import Array, Bool, Int

from nee.compilation import bucket, keep_compiled_programs
from nee.engine import NeuralEngine
from nee.errors import InputError
from nee.numbers import infinity
from nee.pretrained import load
from nee.programs import Paths, Tree, dijkstra, prim
from nee.programs.tree_growth import Growth
from nee.steps import NOTHING
from nee.weight_matrix import WeightMatrix, check_paths_fit, check_undirected, weight_matrix

BITS = 8
INFINITY = infinity(BITS)
"""What stands for infinity in the traces of the engines that ship."""


@dataclass(frozen=True)
class ShortestPaths:
    """Shortest paths from one node, in the caller's own names."""

    source: Hashable
    distances: dict[Hashable, int | float]
    """`math.inf` for a node that cannot be reached."""
    predecessors: dict[Hashable, Hashable]
    """The node before each node on its path; the source and nodes without a path have none."""
    trace: Growth = field(repr=False)

    def path_to(self, node: Hashable) -> list[Hashable]:
        """The nodes from the source to this one; none if there is no path."""
        if node not in self.distances:
            raise InputError(f"There is no node {node!r} in the graph.")
        if self.distances[node] == math.inf:
            return []
        path = [node]
        while path[-1] in self.predecessors:
            path.append(self.predecessors[path[-1]])
        return path[::-1]


@dataclass(frozen=True)
class SpanningTree:
    """A minimum spanning tree of one connected part of a graph, in the caller's own names."""

    nodes: list[Hashable]
    """The nodes of this part, the one that the tree grew from first."""
    edges: list[tuple[Hashable, Hashable, int]]
    """From the node in the tree to the new one, with the weight, in the order in which they were taken."""
    trace: Growth = field(repr=False)


@dataclass(frozen=True)
class SpanningForest:
    """A minimum spanning tree of each connected part of a graph."""

    trees: list[SpanningTree]

    @property
    def edges(self) -> list[tuple[Hashable, Hashable, int]]:
        """Of all trees together."""
        return [edge for tree in self.trees for edge in tree.edges]

    @property
    def weight(self) -> int:
        """Of all edges together."""
        return sum(weight for *_, weight in self.edges)


def shortest_paths(graph: Any, source: Hashable, *, weight: str = "weight") -> ShortestPaths:
    """The shortest paths from one node of a networkx graph, or of a matrix of weights, by trained engines.

    >>> roads = nx.DiGraph()
    >>> roads.add_weighted_edges_from([("a", "b", 7), ("a", "c", 2), ("c", "b", 3)])
    >>> paths = shortest_paths(roads, "a")
    >>> paths.distances
    {'a': 0, 'b': 5, 'c': 2}
    >>> paths.path_to("b")
    ['a', 'c', 'b']

    In a matrix the nodes are 0, 1, 2..., and infinity says that there is no edge.
    """
    minimum, add = load("minimum"), load("add")
    matrix = weight_matrix(graph, BITS, weight)
    start = matrix.index(source)
    check_paths_fit(matrix, start)
    paths = run_one(run_dijkstra, matrix, start, minimum, add)
    check_distances(matrix, start, paths)
    distances = {
        name: int(distance) if distance < INFINITY else math.inf
        for name, distance in zip(matrix.names, paths.distances, strict=True)
    }
    predecessors = {
        name: matrix.names[before]
        for name, before in zip(matrix.names, paths.predecessors, strict=True)
        if before != NOTHING
    }
    return ShortestPaths(source, distances, predecessors, paths.trace)


def minimum_spanning_tree(graph: Any, *, weight: str = "weight") -> SpanningForest:
    """A minimum spanning tree of an undirected networkx graph, or of a symmetric matrix, by a trained engine.

    >>> roads = nx.Graph()
    >>> roads.add_weighted_edges_from([("a", "b", 7), ("a", "c", 2), ("c", "b", 3)])
    >>> minimum_spanning_tree(roads).edges
    [('a', 'c', 2), ('c', 'b', 3)]

    A graph in several parts has one tree for each.
    """
    minimum = load("minimum")
    matrix = weight_matrix(graph, BITS, weight)
    check_undirected(matrix)
    parts = nx.connected_components(nx.from_numpy_array(matrix.weights < INFINITY))
    return SpanningForest([spanning_tree(matrix.part(sorted(part)), minimum) for part in parts])


def spanning_tree(part: WeightMatrix, minimum: NeuralEngine) -> SpanningTree:
    """The tree of a connected graph that grows from its first node."""
    tree = run_one(run_prim, part, 0, minimum)
    edges = [
        (part.names[parent], part.names[node], int(weight))
        for parent, node, weight in zip(tree.parents, tree.nodes, tree.weights, strict=True)
        if node != NOTHING
    ]
    if len(edges) != len(part.names) - 1:
        raise RuntimeError("The engine's mask went wrong, and it ended before all nodes were reached.")
    return SpanningTree(part.names, edges, tree.trace)


def run_one(run: Callable[..., Any], matrix: WeightMatrix, start: int, *engines: NeuralEngine) -> Any:
    """Run a program on one graph, padded to a size that is compiled once. The padding is cut off the answer again."""
    keep_compiled_programs()
    nodes = len(matrix.names)
    slots = bucket(nodes)
    weights = np.full((1, slots, slots), INFINITY, np.int32)
    weights[0, :nodes, :nodes] = matrix.weights
    answer = jax.device_get(run(*engines, weights, np.array([start]), np.arange(slots) >= nodes))
    return jax.tree.map(lambda x: x[0][(slice(nodes),) * (x.ndim - 1)], answer)


@eqx.filter_jit
def run_dijkstra(
    minimum: NeuralEngine,
    add: NeuralEngine,
    weights: Int[Array | np.ndarray, "graphs nodes nodes"],
    sources: Int[Array | np.ndarray, " graphs"],
    padding: Bool[Array | np.ndarray, " nodes"],
) -> Paths:
    """Dijkstra's algorithm on graphs side by side."""
    end = infinity(minimum.config.bits)

    def one(weights, source):
        return dijkstra(weights, source, jnp.asarray(padding), minimum=minimum, add=add, end=end)

    return jax.vmap(one)(jnp.asarray(weights), jnp.asarray(sources))


@eqx.filter_jit
def run_prim(
    minimum: NeuralEngine,
    weights: Int[Array | np.ndarray, "graphs nodes nodes"],
    starts: Int[Array | np.ndarray, " graphs"],
    padding: Bool[Array | np.ndarray, " nodes"],
) -> Tree:
    """Prim's algorithm on graphs side by side."""
    end = infinity(minimum.config.bits)

    def one(weights, start):
        return prim(weights, start, jnp.asarray(padding), minimum=minimum, end=end)

    return jax.vmap(one)(jnp.asarray(weights), jnp.asarray(starts))


def check_distances(matrix: WeightMatrix, source: int, paths: Paths) -> None:
    """Hold back a wrong answer: no edge may shorten a path, and each path must be as long as its last edge says."""
    end = INFINITY
    distances, before = paths.distances, paths.predecessors
    others = np.arange(len(distances)) != source
    through_edge = np.where(matrix.weights < end, distances[:, None] + matrix.weights, end)
    reached = others & (distances < end)
    last_edge = through_edge[before[reached], reached.nonzero()[0]]
    right = distances[source] == 0 and (before[reached] != NOTHING).all() and (last_edge == distances[reached]).all()
    if not right or (through_edge.min(axis=0) < distances)[others].any():
        raise RuntimeError("The engines made a mistake: these are not the shortest paths, and none are given.")
