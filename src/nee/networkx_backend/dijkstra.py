"""Dijkstra's algorithm as networkx answers it: the distances come from engines, and so does their order.

networkx settles nodes by distance, and those at the same distance in the order in which they were found. That order is
followed here along the edges that end shortest paths. To one target it matters only if several paths are as short.
"""

import math
from collections.abc import Collection, Hashable, Iterable
from fractions import Fraction
from functools import cached_property
from typing import Any

import networkx as nx
import numpy as np

from nee.errors import EngineError
from nee.networkx_backend.distances import distances_from, tight
from nee.networkx_backend.graph import EngineGraph
from nee.networkx_backend.lengths import Number
from nee.networkx_backend.only_path import only_shortest_path
from nee.networkx_backend.ranks import ranks

Paths = dict[Hashable, list[Hashable]]


class Search:
    """Shortest paths from the nearest of some nodes to all others."""

    def __init__(self, graph: EngineGraph, sources: Iterable[Hashable], weight: Hashable) -> None:
        self.edges = graph.edges_by(weight)
        self.sources = [*dict.fromkeys(self.edges.numbers[source] for source in sources)]
        self.distances = distances_from(self.edges, self.sources)
        self.parents: dict[int, int] = {}
        """Of each node that is reached, the last edge of its path."""
        self.order: list[int] = []
        """The nodes as they are settled."""
        self.settle()

    def settle(self) -> None:
        """Follow the shortest paths outwards: a node is found by the first settled node that its path comes through."""
        last_edges = np.flatnonzero(tight(self.edges, self.distances))
        bounds = np.searchsorted(last_edges, self.edges.starts).tolist()
        onward = list(zip(last_edges.tolist(), self.edges.heads[last_edges].tolist(), strict=True))
        reached = np.flatnonzero(self.distances >= 0)
        rank = dict(zip(reached.tolist(), ranks(self.distances[reached].tolist()), strict=True))
        found: list[list[int]] = [[] for _ in range(max(rank.values()) + 1)]
        found[0] += self.sources
        known = {*self.sources}
        for at_a_distance in found:
            for node in at_a_distance:  # An edge of weight 0 adds to the list that is being read.
                self.order.append(node)
                for edge, head in onward[bounds[node] : bounds[node + 1]]:
                    if head not in known:
                        known.add(head)
                        self.parents[head] = edge
                        found[rank[head]].append(head)
        if len(self.order) != len(reached):
            raise EngineError("The engines gave a distance that no path has, and no path is given.")

    @cached_property
    def numbers(self) -> list[Number]:
        """The distances of the settled nodes as networkx writes them: the length of a path over a float is a float."""
        lengths, tails = self.edges.lengths, self.edges.tails.tolist()
        floats, distances = lengths.floats.tolist(), self.distances.tolist()
        over_a_float: dict[int, bool] = {}
        for node in self.order:
            edge = self.parents.get(node)
            over_a_float[node] = edge is not None and (floats[edge] or over_a_float[tails[edge]])
        return [lengths.number(distances[node], over_a_float[node]) for node in self.order]

    def lengths(self, cutoff: Number | None = None) -> dict[Hashable, Number]:
        """The distance of each node, in the order in which they are settled."""
        names, sources = self.edges.names, {*self.sources}
        return {
            names[node]: number
            for node, number in zip(self.order, self.numbers, strict=True)
            if cutoff is None or node in sources or not number > cutoff
        }

    def path_to(self, name: Hashable) -> list[Hashable]:
        """The nodes of one path."""
        names, tails = self.edges.names, self.edges.tails
        node = self.edges.numbers[name]
        path = [name]
        while node in self.parents:
            node = int(tails[self.parents[node]])
            path.append(names[node])
        return path[::-1]

    def paths(self, reached: Iterable[Hashable]) -> Paths:
        """The paths to these nodes, which come in the order in which they are settled."""
        names, numbers, tails = self.edges.names, self.edges.numbers, self.edges.tails.tolist()
        paths: Paths = {names[source]: [names[source]] for source in self.sources}
        for name in reached:
            edge = self.parents.get(numbers[name])
            if edge is not None:
                paths[name] = [*paths[names[tails[edge]]], name]
        return paths

    def predecessors(self, cutoff: Number | None) -> dict[Hashable, list[Hashable]]:
        """All nodes that come last before each node on its shortest paths.

        The nodes stand in the order in which networkx first looks at them, which depends on longer paths too.
        """
        names, lengths = self.edges.names, self.edges.lengths.integers
        most = limit(cutoff, self.edges.lengths.unit)
        place = np.full(len(names), len(names))
        place[self.order] = np.arange(len(self.order))
        looked_at = self.distances[self.edges.tails] + lengths <= most
        looked_at &= self.distances[self.edges.tails] >= 0
        looks = np.flatnonzero(looked_at)
        looks = looks[np.argsort(place[self.edges.tails[looks]], kind="stable")]
        last = tight(self.edges, self.distances)[looks].tolist()
        predecessors: dict[Hashable, list[Hashable]] = {names[source]: [] for source in self.sources}
        pairs = zip(self.edges.tails[looks].tolist(), self.edges.heads[looks].tolist(), last, strict=True)
        for tail, head, is_last in pairs:
            before = predecessors.setdefault(names[head], [])
            if is_last:
                before.append(names[tail])
        return predecessors


def limit(cutoff: Number | None, unit: Number) -> int:
    """The longest path that is not cut off, in integers."""
    most = np.iinfo(np.int64).max
    if cutoff is None or not cutoff < math.inf:
        return most
    return -1 if cutoff < 0 else min(most, math.floor(Fraction(cutoff) / Fraction(unit)))


def check_sources(graph: EngineGraph, sources: Any) -> None:
    """As networkx refuses them."""
    if not sources:
        raise ValueError("sources must not be empty")
    for source in sources:
        if source not in graph:
            raise nx.NodeNotFound(f"Node {source} not found in graph")


def multi_source_dijkstra(
    G: EngineGraph,
    sources: Collection[Hashable],
    target: Hashable | None = None,
    cutoff: Number | None = None,
    weight: Hashable = "weight",
) -> tuple[Any, Any]:
    """Distances and paths, or those to the target."""
    check_sources(G, sources)
    if target in sources:
        return 0, [target]
    only = only_shortest_path(G, sources, target, weight) if target in G else None
    if only and (cutoff is None or not only[0] > cutoff):
        return only
    search = Search(G, sources, weight)
    lengths = search.lengths(cutoff)
    if target is None:
        return lengths, search.paths(lengths)
    try:
        return lengths[target], search.path_to(target)
    except KeyError as error:
        raise nx.NetworkXNoPath(f"No path to {target}.") from error


def multi_source_dijkstra_path_length(
    G: EngineGraph, sources: Collection[Hashable], cutoff: Number | None = None, weight: Hashable = "weight"
) -> dict[Hashable, Number]:
    """Distances."""
    check_sources(G, sources)
    return Search(G, sources, weight).lengths(cutoff)


def dijkstra_path_length(G: EngineGraph, source: Hashable, target: Hashable, weight: Hashable = "weight") -> Number:
    """One distance."""
    if source not in G:
        raise nx.NodeNotFound(f"Node {source} not found in graph")
    if source == target:
        return 0
    only = only_shortest_path(G, [source], target, weight) if target in G else None
    if only:
        return only[0]
    try:
        return Search(G, [source], weight).lengths()[target]
    except KeyError as error:
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}") from error


def dijkstra_predecessor_and_distance(
    G: EngineGraph, source: Hashable, cutoff: Number | None = None, weight: Hashable = "weight"
) -> tuple[dict[Hashable, list[Hashable]], dict[Hashable, Number]]:
    """Predecessors and distances."""
    if source not in G:
        raise nx.NodeNotFound(f"Node {source} is not found in the graph")
    search = Search(G, [source], weight)
    return search.predecessors(cutoff), search.lengths(cutoff)
