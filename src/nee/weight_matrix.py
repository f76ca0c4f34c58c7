"""A caller's graph as a matrix of weights that an engine can read, or the reason why it cannot."""

import math
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from numbers import Real
from typing import Any

import networkx as nx
import numpy as np
from jaxtyping import Int

from nee.errors import InputError
from nee.numbers import check_number, infinity


@dataclass(frozen=True)
class WeightMatrix:
    """A graph: `weights[u, v]` is the weight of the edge from node u to node v, infinity where there is none."""

    names: list[Hashable]
    weights: Int[np.ndarray, "nodes nodes"]
    directed: bool
    bits: int

    def index(self, name: Hashable) -> int:
        """The number of a node."""
        if name not in self.names:
            raise InputError(f"There is no node {name!r} in the graph.")
        return self.names.index(name)

    def part(self, nodes: list[int]) -> "WeightMatrix":
        """The graph of these nodes alone."""
        names = [self.names[node] for node in nodes]
        return WeightMatrix(names, self.weights[np.ix_(nodes, nodes)], self.directed, self.bits)

    def edge(self, u: int, v: int) -> str:
        """What an edge is called in a sentence."""
        first, second = self.names[u], self.names[v]
        return f"the edge from {first!r} to {second!r}" if self.directed else f"the edge {first!r} - {second!r}"


def weight_matrix(graph: Any, bits: int, weight: str = "weight") -> WeightMatrix:
    """Read a networkx graph, or a square matrix in which infinity says that there is no edge.

    Of several edges between two nodes the lightest counts; an edge from a node to itself is ignored.

    >>> weight_matrix([[0, 3], [math.inf, 0]], bits=8).weights.tolist()
    [[256, 3], [256, 256]]
    """
    edges: Iterable[tuple[Hashable, Hashable, Any]]
    if isinstance(graph, nx.Graph):
        names, directed = list(graph), graph.is_directed()
        edges = ((u, v, data.get(weight)) for u, v, data in graph.edges(data=True))
    else:
        rows = square(graph)
        names, directed = list(range(len(rows))), True
        edges = entries(rows)
    if not names:
        raise InputError("The graph is empty: it has no nodes.")
    matrix = WeightMatrix(names, np.full((len(names),) * 2, infinity(bits), np.int32), directed, bits)
    index = {name: number for number, name in enumerate(names)}
    for first, second, value in edges:
        u, v = index[first], index[second]
        if u == v:
            continue
        if value is None:
            raise InputError(f"There is no {weight!r} on {matrix.edge(u, v)}.")
        number = edge_weight(matrix, u, v, value)
        for place in ((u, v),) if directed else ((u, v), (v, u)):
            matrix.weights[place] = min(matrix.weights[place], number)
    return matrix


def edge_weight(matrix: WeightMatrix, u: int, v: int, value: Any) -> int:
    """The weight as an integer. A whole number may also come as 3.0, as in a matrix with infinity it must."""
    if isinstance(value, float | np.floating) and value.is_integer():
        value = int(value)
    try:
        return check_number(value, matrix.bits)
    except InputError as error:
        raise InputError(f"The weight of {matrix.edge(u, v)} does not do: {error}") from None


def square(rows: Any) -> list[list[Any]]:
    """The rows of a square matrix."""
    try:
        lists = [list(row) for row in (rows.tolist() if isinstance(rows, np.ndarray) else rows)]
    except TypeError:
        raise InputError("A graph is a networkx graph or a square matrix of weights.") from None
    for number, row in enumerate(lists):
        if len(row) != len(lists):
            raise InputError(
                f"A matrix of weights is square: row {number} has {len(row)} entries, and there are {len(lists)} rows."
            )
    return lists


def entries(rows: list[list[Any]]) -> Iterator[tuple[int, int, Any]]:
    """The edges of a matrix."""
    for u, row in enumerate(rows):
        for v, value in enumerate(row):
            if not (isinstance(value, Real) and value == math.inf):
                yield u, v, value


def check_undirected(matrix: WeightMatrix) -> None:
    """A spanning tree takes an edge in either direction, and at the same weight."""
    (pair, *_) = [*np.argwhere(matrix.weights != matrix.weights.T).tolist(), None]
    if pair is not None:
        first, second = (matrix.names[node] for node in pair)
        raise InputError(
            f"A spanning tree needs an undirected graph: between {first!r} and {second!r} the directions differ."
        )


def check_paths_fit(matrix: WeightMatrix, source: int) -> None:
    """Refuse a graph on which a path that the program looks at could be too long for the engine.

    Two bounds need no shortest path, and either will do. A path has one edge less than there are nodes to be reached.
    And the program extends shortest paths by one edge, which are at most as long as those with the fewest edges.
    """
    weights, largest = matrix.weights, infinity(matrix.bits)
    fewest = fewest_edges(matrix, source)
    edges = (weights < largest) & (fewest < np.inf)[:, None]
    edges[:, source] = False
    weights = np.where(edges, weights, 0)
    either_way = np.triu(np.maximum(weights, weights.T))
    heaviest = np.sort(either_way, axis=None)[::-1][: np.sum(fewest < np.inf) - 1].sum()
    extended = np.where(edges, fewest[:, None], 0) + weights
    if min(heaviest, extended.max()) >= largest:
        u, v = np.unravel_index(extended.argmax(), extended.shape)
        raise InputError(
            f"A path over {matrix.edge(int(u), int(v))} could be {extended.max():.0f} long: "
            f"an engine of {matrix.bits} bits adds up to at most {largest - 1}."
        )


def fewest_edges(matrix: WeightMatrix, source: int) -> np.ndarray:
    """The length of some path with the fewest edges to each node; infinite where there is none."""
    weights = np.where(matrix.weights < infinity(matrix.bits), matrix.weights, np.inf)
    lengths = np.full(len(weights), np.inf)
    lengths[source] = 0
    front = np.array([source])
    while len(front):
        beyond = (lengths[front, None] + weights[front]).min(axis=0)
        front = np.flatnonzero((lengths == np.inf) & (beyond < np.inf))
        lengths[front] = beyond[front]
    return lengths
