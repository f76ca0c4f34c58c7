"""The shortest path from some nodes to another, if there is only one: then every algorithm gives it."""

from collections.abc import Hashable, Iterable
from itertools import pairwise

import numpy as np

from nee.networkx_backend.edges import Edges
from nee.networkx_backend.graph import EngineGraph
from nee.networkx_backend.lengths import Number
from nee.networkx_backend.meeting import Met, meet


def only_shortest_path(
    graph: EngineGraph, sources: Iterable[Hashable], target: Hashable, weight: Hashable
) -> tuple[Number, list[Hashable]] | None:
    """The length of the only shortest path, and the path; None if there is no path, or there are several."""
    edges = graph.edges_by(weight)
    starts, end = [edges.numbers[source] for source in sources], edges.numbers[target]
    met = meet(graph.edges_with_twins_by(weight), starts, end)
    path = only_path(met, starts, end)
    return None if path is None else (number_of(edges, met.shortest, path), [edges.names[node] for node in path])


def only_path(met: Met, starts: list[int], end: int) -> list[int] | None:
    """The numbers of its nodes. A single edge leads over its middle, and from there a single path to each end."""
    edges, twins = met.edges, len(met.edges.names) // 2
    followed = np.flatnonzero(met.followed)
    tails, heads, sums = edges.tails[followed], edges.heads[followed], met.sums[followed]
    before: dict[int, list[int]] = {}
    last = sums == met.distances[heads]
    for tail, head in zip(tails[last].tolist(), heads[last].tolist(), strict=True):
        before.setdefault(head, []).append(tail)
    forward = heads < twins
    tails, heads, sums = tails[forward], heads[forward], sums[forward]
    beyond = met.distances[heads + twins]
    middle = np.flatnonzero((beyond >= 0) & (2 * sums > met.shortest) & (sums + beyond == met.shortest))
    if len(middle) != 1:
        return None
    there = only_way_back(before, int(tails[middle[0]]), {*starts}, twins)
    back = only_way_back(before, int(heads[middle[0]]) + twins, {end + twins}, twins)
    return there and back and [*there[::-1], *(node - twins for node in back)]


def only_way_back(before: dict[int, list[int]], node: int, ends: set[int], most: int) -> list[int] | None:
    """From a node to where its path begins, if there is only one path."""
    way = [node]
    while way[-1] not in ends:
        tails = before.get(way[-1], [])
        if len(tails) != 1 or len(way) > most:
            return None
        way += tails
    return way


def number_of(edges: Edges, length: int, path: list[int]) -> Number:
    """The length of a path as networkx writes it: over a float it is a float."""
    return edges.lengths.number(
        length, any(edges.lengths.floats[edge_between(edges, *step)] for step in pairwise(path))
    )


def edge_between(edges: Edges, tail: int, head: int) -> int:
    """The place of an edge."""
    first, behind = edges.starts[tail : tail + 2]
    return int(first + np.flatnonzero(edges.heads[first:behind] == head)[0])
