"""Distances in a graph, by engines that add and compare, and checked before anybody builds on them."""

import equinox as eqx
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int

from nee.compilation import keep_compiled_programs, refuse_forked_process
from nee.composed.part import Part
from nee.errors import EngineError
from nee.networkx_backend.graph import Edges
from nee.numbers import infinity
from nee.programs.edge_relaxation import EdgeList, edge_relaxation
from nee.solve.engines import add_engine, integers_of, minimum_engine

WIDTHS = (30, 62)
"""Two are enough, so that few programs are compiled."""
AT_ONCE = 1024
"""So many edges are relaxed side by side."""


def slots(count: int) -> int:
    """How many slots so many nodes, edges or numbers are padded to. To compile costs more than to skip padding.

    >>> [slots(count) for count in (5, 100, 1600, 17_000)]
    [16, 256, 4096, 65536]
    """
    return max(16, 1 << 2 * -(-max(count - 1, 0).bit_length() // 2))


def width(bits: int) -> int:
    """The width to compile for."""
    return next(width for width in WIDTHS if width >= bits)


def distances_from(edges: Edges, sources: list[int]) -> Int[np.ndarray, " nodes"]:
    """The distance of each node from the nearest source, in units of the lengths; -1 where no path leads."""
    keep_compiled_programs()
    refuse_forked_process()
    bits = width(edges.lengths.bits)
    end, kind = infinity(bits), np.int64 if bits > 30 else np.int32
    nodes = len(edges.names)
    start = np.full(slots(nodes), end, kind)
    start[sources] = 0
    with integers_of(bits):
        engines = minimum_engine("table", bits), add_engine("table", bits)
        found = np.asarray(run_edge_relaxation(*engines, jnp.asarray(start), edge_list(edges, len(start), end, kind)))
    distances = np.where(found < end, found, -1)[:nodes].astype(np.int64)
    check_distances(edges, distances, sources)
    return distances


@eqx.filter_jit
def run_edge_relaxation(minimum: Part, add: Part, start: Int[Array, " nodes"], edges: EdgeList) -> Int[Array, " nodes"]:
    """The program, compiled once for each padded size."""
    at_once = min(AT_ONCE, edges.heads.shape[0])
    return edge_relaxation(start, edges, minimum=minimum, add=add, at_once=at_once)


def edge_list(edges: Edges, nodes: int, end: int, kind: type) -> EdgeList:
    """The edges in the order of their heads. Padding leads to the last node."""
    count = len(edges.heads)
    order = np.argsort(edges.heads, kind="stable")
    tails, heads = np.zeros(slots(count), np.int32), np.full(slots(count), nodes - 1, np.int32)
    lengths: Int[np.ndarray, " edges"] = np.full(slots(count), end, kind)
    tails[:count], heads[:count] = edges.tails[order], edges.heads[order]
    lengths[:count] = edges.lengths.integers[order]
    return EdgeList(*map(jnp.asarray, (tails, heads, lengths)))


def tight(edges: Edges, distances: Int[np.ndarray, " nodes"]) -> Bool[np.ndarray, " edges"]:
    """Which edges are the last ones of shortest paths."""
    tails, heads = distances[edges.tails], distances[edges.heads]
    last: Bool[np.ndarray, " edges"] = (tails >= 0) & (tails + edges.lengths.integers == heads)
    return last


def check_distances(edges: Edges, distances: Int[np.ndarray, " nodes"], sources: list[int]) -> None:
    """Hold back a wrong answer: sources are at 0, and no edge shortens a path. That paths of these lengths exist is
    seen by whoever follows them from the sources.
    """
    tails, heads = distances[edges.tails], distances[edges.heads]
    shorter = (tails >= 0) & ((heads < 0) | (tails + edges.lengths.integers < heads))
    if shorter.any() or distances[sources].any():
        raise EngineError("The engines took a path for a shortest one that is not, and no path is given.")
