"""Shortest paths by relaxing the edges of many nodes side by side, until no path gets shorter."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.programs.adjacency import Adjacency
from nee.programs.pairs import ask, less, sum_of
from nee.programs.program import program
from nee.steps import Engine

Distances = Int[Array, " nodes"]
Nodes = Bool[Array, " nodes"]
Clock = Int[Array, ""]


class Shortened(NamedTuple):
    """Paths that got shorter: the nodes that they lead to, each of them once, and how long they are."""

    heads: Int[Array, " slots"]
    """Beyond the last node where nothing got shorter, so that what is written there is dropped."""
    distances: Int[Array, " slots"]


@program
def edge_relaxation(start: Distances, edges: Adjacency, *, minimum: Engine, add: Engine, at_once: int) -> Distances:
    """How far each node is: 0 at `start` says that paths begin there, infinity that they do not.

    This is Bellman and Ford's algorithm, in rounds: a round relaxes the edges of those nodes alone whose paths got
    shorter in the round before, `at_once` of them side by side.

    Learned: the sums, which path is shorter, and so the end. Given: the edges.
    """

    def a_round(state: tuple[Distances, Nodes]) -> tuple[Distances, Nodes]:
        distances, moved = state
        ends = ends_of_edges(moved, edges)

        def relax(state: tuple[Distances, Nodes, Clock]) -> tuple[Distances, Nodes, Clock]:
            distances, moved, first = state
            found = relax_edges(distances, edges, ends, first, minimum=minimum, add=add, at_once=at_once)
            distances = distances.at[found.heads].set(found.distances, mode="drop")
            return distances, moved.at[found.heads].set(True, mode="drop"), first + at_once

        begin = (distances, jnp.zeros_like(moved), jnp.array(0, jnp.int32))
        return jax.lax.while_loop(lambda state: state[2] < ends[-1], relax, begin)[:2]

    return jax.lax.while_loop(lambda state: state[1].any(), a_round, (start, start == 0))[0]


def ends_of_edges(moved: Nodes, edges: Adjacency) -> Int[Array, " nodes"]:
    """Where the edges of each node end, if those of the nodes that moved stand in a row, and no others."""
    return jnp.cumsum(jnp.where(moved, edges.degrees, 0), dtype=jnp.int32)


def relax_edges(
    distances: Distances,
    edges: Adjacency,
    ends: Int[Array, " nodes"],
    first: Clock,
    *,
    minimum: Engine,
    add: Engine,
    at_once: int,
) -> Shortened:
    """The nodes to which some edges shorten the path. The edges stand in a row, from the place `first` on."""
    nodes = distances.shape[0]
    places = first + jnp.arange(at_once, dtype=jnp.int32)
    tails = jnp.searchsorted(ends, places, side="right").astype(jnp.int32)
    edge = edges.starts[tails] + places - (ends - edges.degrees)[tails]
    heads, order = in_groups(jnp.where(places < ends[-1], edges.heads[edge], nodes), nodes)
    offers = sum_of(distances[tails], edges.lengths[edge], add=add)[order]
    best = lowest_of_each_group(offers, heads, minimum=minimum)
    shorter = first_of_each_group(heads) & less(best, distances[heads], minimum=minimum)
    return Shortened(jnp.where(shorter, heads, nodes), best)


def in_groups(heads: Int[Array, " slots"], nodes: int) -> tuple[Int[Array, " slots"], Int[Array, " slots"]]:
    """The nodes with equal ones side by side, and where each of them stood."""
    slots = heads.shape[0]
    if (nodes + 1) * slots > 1 << 31:
        order = jnp.argsort(heads)
        return heads[order], order
    # One number instead of two: it sorts in an eighth of the time.
    both = jnp.sort(heads * slots + jnp.arange(slots, dtype=jnp.int32))
    return both // slots, both % slots


def lowest_of_each_group(
    values: Int[Array, " slots"], groups: Int[Array, " slots"], *, minimum: Engine
) -> Int[Array, " slots"]:
    """At the first slot of each group, the smallest value of the group. Groups are runs of equal numbers.

    Each slot looks at the one next to it, then at the one 2 further, then 4, as long as groups are that long.
    """
    slots = jnp.arange(groups.shape[0], dtype=jnp.int32)

    def of_the_same_group(reach: Int[Array, ""]) -> Bool[Array, " slots"]:
        return (jnp.roll(groups, -reach) == groups) & (slots + reach < groups.shape[0])

    def look_further(state: tuple[Int[Array, " slots"], Int[Array, ""]]) -> tuple[Int[Array, " slots"], Int[Array, ""]]:
        values, reach = state
        others = jnp.roll(values, -reach)
        lower = of_the_same_group(reach) & (ask(minimum, values, others).pointer == 1)
        return jnp.where(lower, others, values), 2 * reach

    start = (values, jnp.array(1, jnp.int32))
    return jax.lax.while_loop(lambda state: of_the_same_group(state[1]).any(), look_further, start)[0]


def first_of_each_group(groups: Int[Array, " slots"]) -> Bool[Array, " slots"]:
    """Where a run of equal numbers begins."""
    return jnp.concatenate([jnp.ones(1, bool), groups[1:] != groups[:-1]])
