"""Shortest paths with the engines that ship."""

import math
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from jaxtyping import Int

from nee.containers import written
from nee.errors import EngineError
from nee.graphs.path_lengths import with_room_for_paths
from nee.graphs.weight_matrix import WeightMatrix, weight_matrix
from nee.programs.tree_growth import Growth
from nee.solve.engines import By, add_engine, choose, minimum_engine, width
from nee.solve.graph_programs import run_dijkstra, run_one
from nee.steps import NOTHING, shown_in_notebook

ROWS_AT_ONCE = 256
"""How many rows of a matrix are checked at once: a large graph is not copied for it."""


@dataclass(frozen=True)
class ShortestPaths:
    """Shortest paths from one node, in the caller's own names and numbers."""

    source: Hashable
    distances: dict[Hashable, Any]
    """`math.inf` for a node that cannot be reached."""
    predecessors: dict[Hashable, Hashable]
    """The node before each node on its path; the source and nodes without a path have none."""
    by: By
    """Whether the network ran, or its table."""
    trace: Growth | None = field(repr=False)
    """Every step, in integers of the graph's unit, for graphs of up to 100 nodes."""
    graph: WeightMatrix = field(repr=False)
    """The graph as the engines read it."""

    def path_to(self, node: Hashable) -> list[Hashable]:
        """The nodes from the source to this one; none if there is no path."""
        node = self.graph.names[self.graph.index(node)]  # 1 if it came as 1.0.
        if self.distances[node] == math.inf:
            return []
        path = [node]
        while path[-1] in self.predecessors:
            path.append(self.predecessors[path[-1]])
        return path[::-1]

    def _repr_html_(self) -> str | None:
        return shown_in_notebook(self)


def shortest_paths(
    graph: Any, source: Hashable, *, weight: str = "weight", no_edge: float | None = None, by: By | None = None
) -> ShortestPaths:
    """The shortest paths from one node of a networkx graph, or of a matrix of weights, by trained engines.

    >>> import networkx as nx
    >>> roads = nx.DiGraph()
    >>> roads.add_weighted_edges_from([("a", "b", 7.5), ("a", "c", 2), ("c", "b", 3.25)])
    >>> paths = shortest_paths(roads, "a")
    >>> paths.distances
    {'a': 0.0, 'b': 5.25, 'c': 2.0}
    >>> paths.path_to("b")
    ['a', 'c', 'b']

    Weights are numbers from 0 on that are whole in a common unit, and sums of them have up to 62 bits. In a matrix the
    nodes are 0, 1, 2..., and infinity says that there is no edge, or `no_edge=0`. Up to 100 nodes with numbers up to
    255 are done by forward passes of the network, larger graphs and wider numbers by its table; `by` says otherwise.
    """
    matrix = weight_matrix(graph, weight, no_edge=no_edge)
    start = matrix.index(source)
    matrix = with_room_for_paths(matrix, start)
    by = choose(by, matrix.bits, len(matrix.names))
    matrix = matrix.widened(width(matrix.bits))
    found = run_one(run_dijkstra, matrix, start, minimum_engine(by, matrix.bits), add_engine(by, matrix.bits))
    check_paths(matrix, start, found.distances, found.predecessors)
    distances = {
        name: matrix.number(distance) if distance < matrix.end else math.inf
        for name, distance in zip(matrix.names, found.distances.tolist(), strict=True)
    }
    predecessors = {
        name: matrix.names[before]
        for name, before in zip(matrix.names, found.predecessors.tolist(), strict=True)
        if before != NOTHING
    }
    return ShortestPaths(matrix.names[start], distances, predecessors, by, found.trace, matrix)


def check_paths(
    matrix: WeightMatrix, source: int, distances: Int[np.ndarray, " nodes"], before: Int[np.ndarray, " nodes"]
) -> None:
    """Hold back a wrong answer: every path exists, is as long as it is said, leads back to the source, and no edge
    shortens it.
    """
    nodes = np.arange(len(distances))
    reached = (distances < matrix.end) & (nodes != source)
    if distances[source] != 0 or (distances < 0).any() or before[source] != NOTHING:
        raise mistake(matrix, source, "the source is at a distance from itself")
    lost = ((before != NOTHING) != reached) | (before >= len(nodes))
    if lost.any():
        raise mistake(matrix, int(lost.argmax()), "it has no path")
    steps = np.where(reached, before, nodes)
    last_edges = matrix.weights[steps, nodes]
    broken = reached & ((last_edges == matrix.end) | (distances[steps] + last_edges != distances))
    if broken.any():
        raise mistake(matrix, int(broken.argmax()), "its distance is not that of its path")
    for first in range(0, len(nodes), ROWS_AT_ONCE):
        edges = matrix.weights[first : first + ROWS_AT_ONCE]
        from_here = distances[first : first + ROWS_AT_ONCE, None].astype(np.int64)
        shorter = (edges < matrix.end) & (from_here < matrix.end) & (from_here + edges < distances)
        if shorter.any():
            raise mistake(matrix, int(shorter.any(axis=0).argmax()), "there is a shorter path")
    for _ in range(len(nodes).bit_length()):  # Doubles the length of the way back.
        steps = steps[steps]
    if (steps[reached] != source).any():
        raise mistake(matrix, int((reached & (steps != source)).argmax()), "its path goes in a circle")


def mistake(matrix: WeightMatrix, node: int, reason: str) -> EngineError:
    """What the engines got wrong."""
    return EngineError(
        f"The engines made a mistake about the node {written(matrix.names[node])}: {reason}. No paths are given."
    )
