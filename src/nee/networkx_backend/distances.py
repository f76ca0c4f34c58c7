"""Distances in a graph, by engines that add and compare, and checked before anybody builds on them."""

import equinox as eqx
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int

from nee.compilation import keep_compiled_programs, refuse_forked_process
from nee.composed.part import Part
from nee.errors import EngineError
from nee.networkx_backend.edges import Edges, integers
from nee.networkx_backend.padding import slots
from nee.numbers import infinity
from nee.programs.adjacency import Adjacency
from nee.programs.edge_relaxation import edge_relaxation
from nee.solve.engines import add_engine, integers_of, minimum_engine

AT_ONCE = 256
"""So many edges are relaxed side by side."""


def distances_from(edges: Edges, sources: list[int]) -> Int[np.ndarray, " nodes"]:
    """The distance of each node from the nearest source, in units of the lengths; -1 where no path leads."""
    with integers_of(edges.bits):
        found = np.asarray(run_edge_relaxation(*engines(edges), starting_from(edges, sources), edges.adjacency))
    distances = without_padding(edges, found)
    check_distances(edges, distances, sources)
    return distances


@eqx.filter_jit
def run_edge_relaxation(
    minimum: Part, add: Part, start: Int[Array, " nodes"], edges: Adjacency
) -> Int[Array, " nodes"]:
    """The program, compiled once for each padded size."""
    return edge_relaxation(start, edges, minimum=minimum, add=add, at_once=AT_ONCE)


def engines(edges: Edges) -> tuple[Part, Part]:
    """Those that compare and add lengths of this width."""
    keep_compiled_programs()
    refuse_forked_process()
    return minimum_engine("table", edges.bits), add_engine("table", edges.bits)


def starting_from(edges: Edges, sources: list[int]) -> Int[Array, " nodes"]:
    """0 where paths begin, and infinity elsewhere."""
    start: Int[np.ndarray, " nodes"] = np.full(slots(len(edges.names)), infinity(edges.bits), integers(edges.bits))
    start[sources] = 0
    return jnp.asarray(start)


def without_padding(edges: Edges, found: Int[np.ndarray, " slots"]) -> Int[np.ndarray, " nodes"]:
    """The distances of the nodes, -1 for infinity."""
    return np.where(found < infinity(edges.bits), found, -1)[: len(edges.names)].astype(np.int64)


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
