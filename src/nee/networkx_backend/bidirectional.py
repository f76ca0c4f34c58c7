"""Dijkstra's algorithm from both ends, as networkx answers it: which of several shortest paths does it give?

Engines find the distances. If only one path is as short, that is the answer. If there are several, networkx's search is
retraced: two searches take turns, and the answer leads over the node at which they first came by a shortest path.
"""

import math
from collections.abc import Hashable, Iterator
from heapq import heappop, heappush
from itertools import count, pairwise

import networkx as nx
import numpy as np
from jaxtyping import Int

from nee.errors import EngineError
from nee.networkx_backend.dijkstra import Number
from nee.networkx_backend.distances import distances_from, tight
from nee.networkx_backend.graph import Edges, EngineGraph


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
    distances = distances_from(edges, [start])
    if distances[end] < 0:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    path = only_path(edges, distances, start, end)
    if path is None:
        path = retraced_path(edges, G.turned.edges_by(weight), start, end)
    over_a_float = any(edges.lengths.floats[edge_between(edges, *step)] for step in pairwise(path))
    return edges.lengths.number(int(distances[end]), over_a_float), [edges.names[node] for node in path]


def edge_between(edges: Edges, tail: int, head: int) -> int:
    """The place of an edge."""
    first, behind = edges.starts[tail : tail + 2]
    return int(first + np.flatnonzero(edges.heads[first:behind] == head)[0])


def only_path(edges: Edges, distances: Int[np.ndarray, " nodes"], start: int, end: int) -> list[int] | None:
    """The shortest path, if there is only one."""
    last = tight(edges, distances)
    before: dict[int, list[int]] = {}
    for tail, head in zip(edges.tails[last].tolist(), edges.heads[last].tolist(), strict=True):
        before.setdefault(head, []).append(tail)
    path = [end]
    while path[-1] != start:
        tails = before.get(path[-1], [])
        if len(tails) != 1 or len(path) > len(edges.names):
            return None
        path += tails
    return path[::-1]


class HalfSearch:
    """One of the two searches. Engines have found all distances already; it meets the nodes as networkx would."""

    def __init__(self, edges: Edges, start: int, counter: Iterator[int]) -> None:
        distances = distances_from(edges, [start])
        self.distances = distances.tolist()
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


def retraced_path(forward: Edges, backward: Edges, start: int, end: int) -> list[int]:
    """The shortest path that the two searches come by first."""
    counter = count()
    one, other = HalfSearch(forward, start, counter), HalfSearch(backward, end, counter)
    there, back, shortest = one, other, one.distances[end]
    meeting = None
    while there.fringe and back.fringe:
        node = there.settle()
        if node in back.settled:
            break
        for head in there.look_around(node) if node is not None else ():
            if meeting is None and there.seen[head] + back.seen.get(head, math.inf) == shortest:
                meeting = head
        there, back = back, there
    if meeting is None:
        raise EngineError("The engines gave a distance that no path has, and no path is given.")
    return [*one.way_back(meeting)[::-1], *other.way_back(meeting)[1:]]
