"""The edges of a caller's graph, whatever it is kept in: networkx, a dense matrix, a sparse one."""

import math
import os
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache
from numbers import Real
from typing import Any

import networkx as nx
import numpy as np
from jaxtyping import Int, Shaped

from nee.containers import holds_numbers, is_array, narrowest, read_array, read_number, written
from nee.errors import InputError

MOST_NODES = 20_000
"""More nodes take minutes."""
BYTES = 110
"""For each pair of nodes: the weights, their copies and the checks, measured on a graph with all edges."""


@dataclass(frozen=True)
class Edges:
    """Every edge that is not a loop, with the weight that the caller gave it."""

    names: list[Hashable]
    """Of the nodes."""
    directed: bool
    places: Int[np.ndarray, " edges"]
    """Where each edge stands in a matrix: its start's number times the number of nodes, plus its end's."""
    weights: Shaped[np.ndarray, " edges"]
    """Of integers, of floats, or of Python's numbers."""

    def __getitem__(self, edge: int) -> str:
        """What an edge is called in a sentence."""
        return describe(self.names, self.directed, *divmod(int(self.places[edge]), len(self.names)))


def describe(names: list[Hashable], directed: bool, start: int, end: int) -> str:
    """What the edge between two nodes is called in a sentence."""
    first, second = written(names[start]), written(names[end])
    return f"the edge from {first} to {second}" if directed else f"the edge {first} - {second}"


def read_edges(graph: Any, weight: str, no_edge: int | float | None) -> Edges:
    """The edges of a graph. `weight` names an attribute of networkx, `no_edge` an entry of a dense matrix."""
    if not isinstance(weight, str):
        raise InputError(f"weight is the name of an attribute, and {written(weight)} is no name.")
    dense = not isinstance(graph, nx.Graph) and not hasattr(graph, "tocoo")
    if no_edge is not None and (not dense or not isinstance(no_edge, Real) or no_edge not in (0, math.inf)):
        raise InputError("no_edge is 0 or math.inf, and says which entries of a dense matrix are no edges.")
    if dense:
        return read_dense(graph, no_edge)
    return read_networkx(graph, weight) if isinstance(graph, nx.Graph) else read_sparse(graph)


def check_size(nodes: int) -> None:
    """Refuse a graph whose matrix would not fit, before there is one."""
    if nodes == 0:
        raise InputError("The graph is empty: it has no nodes.")
    if nodes > most_nodes():
        raise InputError(too_many_nodes(nodes))


def too_many_nodes(nodes: int) -> str:
    """The sentence for more than fit."""
    memory = 1e-9 * BYTES * nodes**2
    return f"The graph has {nodes} nodes and would take {memory:.3g} GB: up to {most_nodes()} nodes are possible here."


@cache
def most_nodes() -> int:
    """As many as the memory of this machine can hold, and no more than can be waited for."""
    if not hasattr(os, "sysconf"):  # Windows does not tell.
        return MOST_NODES
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min(MOST_NODES, math.isqrt(memory // BYTES))


def read_networkx(graph: nx.Graph, weight: str) -> Edges:
    """The edges of a networkx graph."""
    check_size(len(graph))
    names, directed = list(graph), graph.is_directed()
    number = {name: place for place, name in enumerate(names)}
    edges = [(number[u], number[v], value) for u, v, value in graph.edges(data=weight) if u != v]
    places = np.array([u * len(names) + v for u, v, _ in edges], np.int64)
    weights = [value for _, _, value in edges]
    # Python's own numbers need no more than a look for NaN, which is not equal to itself.
    if not {*map(type, weights)} <= {int, float} or any(value != value for value in weights):
        weights = [read_weight(value, weight, describe(names, directed, u, v)) for u, v, value in edges]
    return Edges(names, directed, places, narrowest(weights))


def read_weight(value: Any, weight: str, edge: str) -> Any:
    """The number that an edge holds."""
    if value is None:
        raise InputError(f"There is no {weight!r} on {edge}.")
    try:
        return read_number(value)
    except InputError as error:
        raise InputError(f"The weight of {edge} does not do: {error}") from None


def read_sparse(matrix: Any) -> Edges:
    """The edges of a sparse matrix of scipy: its stored entries, zeros too.

    In the formats dia and bsr stored zeros fill up a diagonal or a block, and are no edges.
    """
    check_square(matrix.shape)
    entries = matrix.tocoo()
    starts, ends = entries.row.astype(np.int64), entries.col.astype(np.int64)
    edge = starts != ends
    if matrix.format in ("dia", "bsr"):
        edge &= entries.data != 0
    nodes = matrix.shape[0]
    places = (starts * nodes + ends)[edge]
    edges = Edges([*range(nodes)], True, places, entries.data[edge])
    if len(np.unique(places)) < len(places):
        raise InputError("The sparse matrix has two entries for the same edge: call its sum_duplicates first.")
    return check_kind(edges)


def check_kind(edges: Edges) -> Edges:
    """The edges, if their weights are numbers."""
    try:
        return Edges(edges.names, edges.directed, edges.places, read_array(edges.weights))
    except InputError:
        for edge, value in enumerate(edges.weights.tolist()):
            read_weight(value, "weight", edges[edge])
        raise


def read_dense(matrix: Any, no_edge: int | float | None) -> Edges:
    """The edges of a square matrix. What is infinite or masked is no edge; what stands on the diagonal is ignored."""
    if not is_array(matrix) and not holds_numbers(matrix):
        raise InputError("A graph is a networkx graph or a square matrix of weights.")
    check_size(len(matrix))
    masked = np.ma.getmaskarray(matrix) if isinstance(matrix, np.ma.MaskedArray) else None
    array = read_array(matrix if masked is None else np.ma.filled(matrix, 0))
    check_square(array.shape)
    edge = np.asarray(array != math.inf, bool)
    if masked is not None:
        edge &= ~masked
    np.fill_diagonal(edge, True)
    zero = np.asarray(array == 0, bool)
    np.fill_diagonal(zero, False)
    if no_edge is None and edge.all() and zero.any():
        start, end = np.argwhere(zero)[0].tolist()
        raise InputError(
            f"The matrix has zeros, as from {start} to {end}, and no infinity: say no_edge=0 if there are no edges, "
            "or no_edge=math.inf if these edges have the weight 0."
        )
    if no_edge == 0:
        edge &= ~zero
    np.fill_diagonal(edge, False)
    return Edges([*range(len(array))], True, np.flatnonzero(edge), array[edge])


def check_square(shape: tuple[int, ...]) -> None:
    """A matrix of weights has a row and a column for each node."""
    if len(shape) != 2:
        raise InputError("A graph is a networkx graph or a square matrix of weights.")
    if shape[0] != shape[1]:
        raise InputError(f"A matrix of weights is square, and this one has {shape[0]} rows and {shape[1]} columns.")
    check_size(shape[0])
