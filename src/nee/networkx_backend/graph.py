"""A networkx graph as engines read it."""

from collections.abc import Hashable, Iterator, Mapping
from functools import cached_property
from typing import Any

import networkx as nx
import numpy as np

from nee.networkx_backend.edges import Edges
from nee.networkx_backend.lengths import read_lengths
from nee.networkx_backend.refusal import NotServedError
from nee.networkx_backend.weights import Weights

NO_WEIGHT = "nee: every edge has the length 1"
"""Instead of the name of a weight. No edge has an attribute of this name, and networkx takes 1 for what is missing."""
KEPT = "nee"
"""Where a graph keeps its converted self: networkx empties this cache whenever a method of the graph changes it."""


class EngineGraph:
    """A graph that was converted for the back end. Edges are read once for each weight, and kept."""

    __networkx_backend__ = "nee"

    def __init__(self, original: nx.Graph, backward: bool = False) -> None:
        self.original = original
        self.backward = backward
        self.weights: dict[Hashable, Weights] = {}
        self.kept: dict[Hashable, Edges] = {}
        self.kept_with_twins: dict[Hashable, Edges] = {}

    def __getstate__(self) -> dict[str, Any]:
        """A copy of the graph reads its own edges."""
        return EngineGraph(self.original, self.backward).__dict__

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
        if not self.is_directed():
            return self
        turned = EngineGraph(self.original, not self.backward)
        turned.weights = self.weights
        turned.turned = self
        return turned

    def reverse(self, copy: bool = True) -> "EngineGraph":
        """As networkx asks."""
        return self.turned

    def edges_by(self, weight: Hashable) -> Edges:
        """The edges with this weight, or a NotServedError that says why engines cannot add it."""
        if weight not in self.kept:
            self.kept[weight] = self.read(weight)
        return self.kept[weight]

    def edges_with_twins_by(self, weight: Hashable) -> Edges:
        """The same, and behind them those that lead backward."""
        if weight not in self.kept_with_twins:
            self.kept_with_twins[weight] = self.edges_by(weight).with_twins(self.turned.edges_by(weight))
        return self.kept_with_twins[weight]

    def read(self, weight: Hashable) -> Edges:
        """The edges as they are now. Of parallel edges the lightest counts, as in networkx."""
        adjacency: Mapping[Any, Mapping[Any, Any]] = self.original._pred if self.backward else self.original._adj
        data = [each for neighbours in adjacency.values() for each in neighbours.values()]
        if self.is_multigraph():
            try:
                weights = [min(each.get(weight, 1) for each in parallel.values()) for parallel in data]
            except TypeError:
                raise NotServedError("The weights of two parallel edges cannot be compared.") from None
            data = [each for parallel in data for each in parallel.values()]
        else:
            weights = [each.get(weight, 1) for each in data]
        self.weights[weight] = Weights(() if weight == NO_WEIGHT else data, weight)
        numbers = {name: number for number, name in enumerate(adjacency)}
        return Edges(
            list(adjacency),
            np.array([len(neighbours) for neighbours in adjacency.values()], np.int64),
            np.array([numbers[name] for neighbours in adjacency.values() for name in neighbours], np.int64),
            read_lengths(weights, len(adjacency)),
        )

    def read_again(self, weight: Hashable) -> None:
        """Drop what is kept if the graph was changed behind networkx's back: a weight, or the graph below a view."""
        if weight in self.weights and (hasattr(self.original, "_graph") or self.weights[weight].have_changed()):
            del self.weights[weight]
            for graph in (self, self.turned):
                graph.kept.pop(weight, None)
                graph.kept_with_twins.pop(weight, None)


def convert(graph: nx.Graph) -> EngineGraph:
    """The converted graph, which is kept while the graph does not change."""
    cache = getattr(graph, "__networkx_cache__", None) if nx.config.cache_converted_graphs else None
    if cache is None:
        return EngineGraph(graph)
    kept: EngineGraph = cache.setdefault(KEPT, EngineGraph(graph))
    return kept
