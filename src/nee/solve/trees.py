"""Minimum spanning trees with the engine that ships."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from nee.errors import EngineError
from nee.graphs.weight_matrix import WeightMatrix, check_undirected, weight_matrix
from nee.programs import Tree
from nee.programs.tree_growth import Growth
from nee.solve.engines import By, choose, minimum_engine, width
from nee.solve.graph_programs import run_one, run_prim
from nee.steps import NOTHING, shown_in_notebook


@dataclass(frozen=True)
class SpanningTree:
    """A minimum spanning tree of one connected part of a graph, in the caller's own names and numbers."""

    nodes: list[Hashable]
    """The nodes of this part, the one that the tree grew from first."""
    edges: list[tuple[Hashable, Hashable, Any]]
    """From the node in the tree to the new one, with the weight, in the order in which they were taken."""
    trace: Growth | None = field(repr=False)
    """Every step, in integers of the graph's unit, for parts of up to 100 nodes."""


@dataclass(frozen=True)
class SpanningForest:
    """A minimum spanning tree of each connected part of a graph."""

    trees: list[SpanningTree]
    by: By
    """Whether the network ran, or its table."""
    graph: WeightMatrix = field(repr=False)
    """The graph as the engine read it."""

    @property
    def edges(self) -> list[tuple[Hashable, Hashable, Any]]:
        """Of all trees together."""
        return [edge for tree in self.trees for edge in tree.edges]

    @property
    def weight(self) -> Any:
        """Of all edges together."""
        return sum(weight for *_, weight in self.edges)

    def _repr_html_(self) -> str | None:
        return shown_in_notebook(self)


def minimum_spanning_tree(
    graph: Any, *, weight: str = "weight", no_edge: float | None = None, by: By | None = None
) -> SpanningForest:
    """A minimum spanning tree of an undirected networkx graph, or of a symmetric matrix, by a trained engine.

    >>> import networkx as nx
    >>> roads = nx.Graph()
    >>> roads.add_weighted_edges_from([("a", "b", 7), ("a", "c", 2), ("c", "b", 3)])
    >>> minimum_spanning_tree(roads).edges
    [('a', 'c', 2), ('c', 'b', 3)]

    A graph in several parts has one tree for each. Weights, `no_edge` and `by` are as for `shortest_paths`.
    """
    matrix = weight_matrix(graph, weight, no_edge=no_edge)
    check_undirected(matrix)
    by = choose(by, matrix.bits, len(matrix.names))
    matrix = matrix.widened(width(matrix.bits))
    count, part = connected_components(csr_array(matrix.weights < matrix.end), directed=False)
    parts = [np.flatnonzero(part == number).tolist() for number in range(count)]
    return SpanningForest([spanning_tree(matrix.part(nodes), by) for nodes in parts], by, matrix)


def spanning_tree(part: WeightMatrix, by: By) -> SpanningTree:
    """The tree of a connected graph that grows from its first node."""
    tree = run_one(run_prim, part, 0, minimum_engine(by, part.bits))
    check_tree(part, tree)
    edges = [
        (part.names[parent], part.names[node], part.number(weight))
        for parent, node, weight in zip(tree.parents.tolist(), tree.nodes.tolist(), tree.weights.tolist(), strict=True)
        if node != NOTHING
    ]
    return SpanningTree(part.names, edges, tree.trace)


def check_tree(matrix: WeightMatrix, tree: Tree) -> None:
    """Hold back a wrong answer: the edges exist, reach every node once, and no edge outside of the tree is lighter
    than the heaviest one on the way that it would shorten.
    """
    count = len(matrix.names)
    taken = tree.nodes != NOTHING
    if taken.sum() != count - 1:
        raise EngineError("The engine's mask ended the tree before all nodes were reached, and no tree is given.")
    heaviest = np.zeros((count, count), np.int64)
    """On the way between two nodes of the tree."""
    inside = np.zeros(count, bool)
    inside[0] = True
    for node, parent, weight in zip(tree.nodes[taken], tree.parents[taken], tree.weights[taken], strict=True):
        if not 0 <= node < count or inside[node] or not inside[parent] or weight != matrix.weights[parent, node]:
            raise EngineError("The engine took an edge that does not lead out of the tree, and no tree is given.")
        heaviest[node, inside] = heaviest[inside, node] = np.maximum(heaviest[parent, inside], weight)
        inside[node] = True
    if (matrix.weights < heaviest).any():
        raise EngineError("The engine took an edge that was not the lightest, and no tree is given.")
