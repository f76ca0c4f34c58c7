"""A networkx graph as engines read it."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import networkx as nx
import numpy as np
from jaxtyping import Int

from nee.networkx_backend.lengths import Lengths, read_lengths
from nee.networkx_backend.refusal import NotServedError

NO_WEIGHT = "nee: every edge has the length 1"
"""Instead of the name of a weight. No edge has an attribute of this name, and networkx takes 1 for what is missing."""
KEPT = "nee"
"""Where a graph keeps its converted self: networkx empties this cache whenever a method of the graph changes it."""


@dataclass(frozen=True, eq=False)
class Edges:
    """The edges of a graph, in the order in which networkx comes by them: node by node, neighbour by neighbour."""

    names: list[Hashable]
    degrees: list[int]
    neighbours: list[Hashable]
    weights: list[Any]

    @cached_property
    def numbers(self) -> dict[Hashable, int]:
        """The number of each node."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def tails(self) -> Int[np.ndarray, " edges"]:
        """The number of the node that each edge starts from."""
        return np.repeat(np.arange(len(self.names)), self.degrees)

    @cached_property
    def heads(self) -> Int[np.ndarray, " edges"]:
        """The number of the node that each edge leads to."""
        return np.array([self.numbers[name] for name in self.neighbours], np.int64)

    @cached_property
    def starts(self) -> Int[np.ndarray, " nodes_and_end"]:
        """Where the edges of each node begin, and where they all end."""
        return np.concatenate([[0], np.cumsum(self.degrees, dtype=np.int64)])

    @cached_property
    def lengths(self) -> Lengths:
        """The weights as integers, or a NotServedError that says why not."""
        return read_lengths(self.weights, len(self.names))

    def same_as(self, other: "Edges") -> bool:
        """Whether nothing has changed. 1 and 1.0 are equal, but give paths of another type."""
        return (
            self.names == other.names
            and self.degrees == other.degrees
            and self.neighbours == other.neighbours
            and self.weights == other.weights
            and [*map(type, self.weights)] == [*map(type, other.weights)]
        )


class EngineGraph:
    """A graph that was converted for the back end. Edges are read once for each weight, and kept."""

    __networkx_backend__ = "nee"

    def __init__(self, original: nx.Graph, backward: bool = False) -> None:
        self.original = original
        self.backward = backward
        self.kept: dict[Any, Edges] = {}

    def __contains__(self, node: Any) -> bool:
        return node in self.original

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.original)

    def __len__(self) -> int:
        return len(self.original)

    def is_directed(self) -> bool:
        """As networkx asks."""
        return bool(self.original.is_directed())

    def is_multigraph(self) -> bool:
        """As networkx asks."""
        return bool(self.original.is_multigraph())

    @cached_property
    def turned(self) -> "EngineGraph":
        """The same graph with every edge the other way round."""
        return EngineGraph(self.original, not self.backward) if self.is_directed() else self

    def reverse(self, copy: bool = True) -> "EngineGraph":
        """As networkx asks."""
        return self.turned

    def edges_by(self, weight: Hashable) -> Edges:
        """The edges with this weight."""
        if weight not in self.kept:
            self.kept[weight] = self.read(weight)
        return self.kept[weight]

    def read(self, weight: Hashable) -> Edges:
        """The edges as they are now. Of parallel edges the lightest counts, as in networkx."""
        adjacency: Mapping[Any, Mapping[Any, Any]] = self.original._pred if self.backward else self.original._adj
        if self.is_multigraph():
            try:
                weights = [
                    min(data.get(weight, 1) for data in edges.values())
                    for neighbours in adjacency.values()
                    for edges in neighbours.values()
                ]
            except TypeError:
                raise NotServedError("The weights of two parallel edges cannot be compared.") from None
        else:
            weights = [data.get(weight, 1) for neighbours in adjacency.values() for data in neighbours.values()]
        return Edges(
            list(adjacency),
            [len(neighbours) for neighbours in adjacency.values()],
            [name for neighbours in adjacency.values() for name in neighbours],
            weights,
        )

    def read_again(self, weight: Hashable) -> None:
        """Drop what is kept if the graph was changed behind networkx's back, as by `G[u][v]["weight"] = 5`."""
        for graph in {self, self.turned}:
            if weight in graph.kept and not graph.kept[weight].same_as(graph.read(weight)):
                del graph.kept[weight]


def convert(graph: nx.Graph) -> EngineGraph:
    """The converted graph, which is kept while the graph does not change."""
    cache = getattr(graph, "__networkx_cache__", None) if nx.config.cache_converted_graphs else None
    if cache is None:
        return EngineGraph(graph)
    kept: EngineGraph = cache.setdefault(KEPT, EngineGraph(graph))
    return kept
