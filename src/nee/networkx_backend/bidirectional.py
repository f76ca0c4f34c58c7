"""Dijkstra's algorithm from both ends, as networkx answers it: which of several shortest paths does it give?

Engines find where paths from both ends meet. If only one path is as short, that is the answer. If there are several,
engines find all distances, and networkx's search is retraced: two searches take turns, and the answer leads over the
node at which they first came by a shortest path.
"""

import math
from collections.abc import Hashable, Iterator
from heapq import heappop, heappush
from itertools import count

import networkx as nx
import numpy as np
from jaxtyping import Int

from nee.errors import EngineError
from nee.networkx_backend.distances import distances_from
from nee.networkx_backend.edges import Edges
from nee.networkx_backend.graph import EngineGraph
from nee.networkx_backend.lengths import Number
from nee.networkx_backend.meeting import Met, meet
from nee.networkx_backend.only_path import number_of, only_path


def bidirectional_dijkstra(
    G: EngineGraph, source: Hashable, target: Hashable, weight: Hashable = "weight"
) -> tuple[Number, list[Hashable]]:
    """The length of a shortest path, and the path."""
    if source not in G:
        raise nx.NodeNotFound(f"Source {source} is not in G")
    if target not in G:
        raise nx.NodeNotFound(f"Target {target} is not in G")
    if source == target:
        return 0, [source]
    edges = G.edges_by(weight)
    start, end = edges.numbers[source], edges.numbers[target]
    met = meet(G.edges_with_twins_by(weight), [start], end)
    if met.shortest < 0:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    path = only_path(met, [start], end) or retraced_path(edges, G.turned.edges_by(weight), met, start, end)
    return number_of(edges, met.shortest, path), [edges.names[node] for node in path]


class HalfSearch:
    """One of the two searches. Engines have found all distances already; it meets the nodes as networkx would."""

    def __init__(self, edges: Edges, distances: Int[np.ndarray, " nodes"], start: int, counter: Iterator[int]) -> None:
        self.offers = (distances[edges.tails] + edges.lengths.integers).tolist()
        self.heads, self.bounds = edges.heads.tolist(), edges.starts.tolist()
        self.counter = counter
        self.fringe = [(0, next(counter), start)]
        self.seen = {start: 0}
        self.settled: set[int] = set()
        self.came_from: dict[int, int] = {}

    def settle(self) -> int | None:
        """The next node, or None: an old entry costs networkx a turn."""
        node = heappop(self.fringe)[-1]
        if node in self.settled:
            return None
        self.settled.add(node)
        return node

    def look_around(self, node: int) -> Iterator[int]:
        """The neighbours to which the path over this node is shorter than those that were seen."""
        for edge in range(self.bounds[node], self.bounds[node + 1]):
            head, offer = self.heads[edge], self.offers[edge]
            if head not in self.settled and offer < self.seen.get(head, math.inf):
                self.seen[head], self.came_from[head] = offer, node
                heappush(self.fringe, (offer, next(self.counter), head))
                yield head

    def way_back(self, node: int) -> list[int]:
        """From a node to where this search began."""
        nodes = [node]
        while nodes[-1] in self.came_from:
            nodes.append(self.came_from[nodes[-1]])
        return nodes


def retraced_path(forward: Edges, backward: Edges, met: Met, start: int, end: int) -> list[int]:
    """The shortest path that the two searches come by first."""
    counter, twins = count(), len(forward.names)
    distances = distances_from(met.edges, [start, twins + end])
    one = HalfSearch(forward, distances[:twins], start, counter)
    other = HalfSearch(backward, distances[twins:], end, counter)
    there, back = one, other
    meeting = None
    while there.fringe and back.fringe:
        node = there.settle()
        if node in back.settled:
            break
        for head in there.look_around(node) if node is not None else ():
            if meeting is None and there.seen[head] + back.seen.get(head, math.inf) == met.shortest:
                meeting = head
        there, back = back, there
    if meeting is None:
        raise EngineError("The engines gave a distance that no path has, and no path is given.")
    return [*one.way_back(meeting)[::-1], *other.way_back(meeting)[1:]]
