"""Spanning trees as networkx gives them. An engine puts the weights in order; who is in which tree is kept as in
networkx.
"""

import math
from collections.abc import Hashable, Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Any

import networkx as nx
from networkx.utils import UnionFind

from nee.networkx_backend.graph import EngineGraph
from nee.networkx_backend.lengths import check_numbers
from nee.networkx_backend.ranks import ranks
from nee.networkx_backend.refusal import NotServedError

Edge = tuple[Any, ...]


def kruskal_mst_edges(
    G: EngineGraph,
    minimum: bool,
    weight: Hashable = "weight",
    keys: bool = True,
    data: bool = True,
    ignore_nan: bool = False,
    partition: str | None = None,
) -> Iterator[Edge]:
    """The edges that join two trees, the lightest first and equal ones in the order of the graph."""
    edges = list(edges_of(G.original))
    order = ranks(weights_of(edges, weight))
    by_rank: list[list[Edge]] = [[] for _ in range(max(order, default=-1) + 1)]
    for edge, rank in zip(edges, order, strict=True):
        by_rank[rank].append(edge)
    trees = UnionFind()
    for equal in by_rank if minimum else reversed(by_rank):
        for edge in equal:
            u, v = edge[:2]
            if trees[u] != trees[v]:
                yield shown(edge, keys, data)
                trees.union(u, v)


def prim_mst_edges(
    G: EngineGraph,
    minimum: bool,
    weight: Hashable = "weight",
    keys: bool = True,
    data: bool = True,
    ignore_nan: bool = False,
) -> Iterator[Edge]:
    """The lightest edges that lead out of a tree, and of equal ones the one that was met first."""
    edges = {node: list(edges_at(G.original, node)) for node in G}
    order = iter(ranks(weights_of([edge for out in edges.values() for edge in out], weight)))
    sign = 1 if minimum else -1
    outward = {node: [(sign * next(order), edge) for edge in out] for node, out in edges.items()}
    counter = count()
    # networkx starts from whatever node a set gives first; the same set gives the same.
    left = set(iter(G))
    while left:
        node = left.pop()
        visited = {node}
        frontier: list[tuple[int, int, Edge]] = []
        for rank, edge in outward[node]:
            heappush(frontier, (rank, next(counter), edge))
        while left and frontier:
            edge = heappop(frontier)[-1]
            node = edge[1]
            if node not in left:
                continue
            yield shown(edge, keys, data)
            visited.add(node)
            left.discard(node)
            for rank, edge in outward[node]:
                if edge[1] not in visited:
                    heappush(frontier, (rank, next(counter), edge))


def minimum_spanning_tree(
    G: EngineGraph, weight: Hashable = "weight", algorithm: str = "kruskal", ignore_nan: bool = False
) -> nx.Graph:
    """A graph of these edges, with all that stands at the nodes and edges."""
    edges = nx.minimum_spanning_edges(G, algorithm, weight, keys=True, data=True, ignore_nan=ignore_nan)
    tree = G.original.__class__()
    tree.graph.update(G.original.graph)
    tree.add_nodes_from(G.original.nodes.items())
    tree.add_edges_from(edges)
    return tree


def edges_of(graph: nx.Graph) -> Iterator[Edge]:
    """Every edge once: its nodes, its key in a multigraph, and its data."""
    return iter(graph.edges(keys=True, data=True) if graph.is_multigraph() else graph.edges(data=True))


def edges_at(graph: nx.Graph, node: Hashable) -> Iterator[Edge]:
    """The edges from a node, in the order of its neighbours."""
    for neighbour, data in graph.adj[node].items():
        if graph.is_multigraph():
            yield from ((node, neighbour, key, inner) for key, inner in data.items())
        else:
            yield node, neighbour, data


def weights_of(edges: list[Edge], weight: Hashable) -> list[int | float]:
    """The weights, which may be any numbers that have an order."""
    weights = [edge[-1].get(weight, 1) for edge in edges]
    check_numbers(weights)
    if any(abs(weight) == math.inf for weight in weights):
        raise NotServedError("A weight is infinite.")
    return weights


def shown(edge: Edge, keys: bool, data: bool) -> Edge:
    """What the caller wants to see of an edge."""
    key = edge[2:-1] if keys else ()
    return (*edge[:2], *key, edge[-1]) if data else (*edge[:2], *key)
