"""Paths with the fewest edges: every edge has the length 1.

networkx goes through the graph level by level. It comes by the nodes in the order in which Dijkstra's algorithm settles
them.
"""

import math
from collections.abc import Hashable

import networkx as nx

from nee.networkx_backend.dijkstra import Paths, Search
from nee.networkx_backend.graph import NO_WEIGHT, EngineGraph
from nee.networkx_backend.lengths import Number


def single_source_shortest_path_length(
    G: EngineGraph, source: Hashable, cutoff: Number | None = None
) -> dict[Hashable, Number]:
    """Distances."""
    if source not in G:
        raise nx.NodeNotFound(f"Source {source} is not in G")
    return Search(G, [source], NO_WEIGHT).lengths(last_level(cutoff))


def single_source_shortest_path(G: EngineGraph, source: Hashable, cutoff: Number | None = None) -> Paths:
    """Paths."""
    if source not in G:
        raise nx.NodeNotFound(f"Source {source} not in G")
    search = Search(G, [source], NO_WEIGHT)
    return search.paths(search.lengths(last_level(cutoff)))


def last_level(cutoff: Number | None) -> Number | None:
    """The last level that networkx enters: it looks at the cutoff before it enters the next."""
    return cutoff if cutoff is None or math.isinf(cutoff) else math.ceil(cutoff)
