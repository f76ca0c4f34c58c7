"""Shortest paths by relaxing edges of a list side by side, until no path gets shorter."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.programs.pairs import ask, sum_of
from nee.programs.program import program
from nee.steps import Engine

Distances = Int[Array, " nodes"]
Nodes = Bool[Array, " nodes"]


class EdgeList(NamedTuple):
    """The edges of a sparse graph, in the order of the nodes that they lead to."""

    tails: Int[Array, " edges"]
    """The node that each edge starts from."""
    heads: Int[Array, " edges"]
    """The node that it leads to; these never fall."""
    lengths: Int[Array, " edges"]
    """Infinity hides an edge, such as padding."""


@program
def edge_relaxation(start: Distances, edges: EdgeList, *, minimum: Engine, add: Engine, at_once: int) -> Distances:
    """How far each node is: 0 at `start` says that paths begin there, infinity that they do not.

    This is Bellman and Ford's algorithm, in rounds: a round relaxes the edges of those nodes alone whose paths got
    shorter in the round before, `at_once` of them
    side by side, which must divide their number.

    Learned: the sums, which path is shorter, and so the end. Given: the edges.
    """

    def a_round(state: tuple[Distances, Nodes]) -> tuple[Distances, Nodes]:
        distances, moved = state
        onward = moved[edges.tails]
        count = onward.sum(dtype=jnp.int32)
        places = jnp.nonzero(onward, size=edges.heads.shape[0], fill_value=edges.heads.shape[0] - 1)[0]

        def relax(state: tuple[Distances, Nodes, Int[Array, ""]]) -> tuple[Distances, Nodes, Int[Array, ""]]:
            distances, moved, first = state
            tails, heads, lengths = (x[jax.lax.dynamic_slice_in_dim(places, first, at_once)] for x in edges)
            best = lowest_of_each_group(sum_of(distances[tails], lengths, add=add), heads, minimum=minimum)
            shorter = (ask(minimum, distances[heads], best).pointer == 1) & first_of_each_group(heads)
            heads = jnp.where(shorter, heads, nodes)  # Beyond the last node, where it is dropped.
            return distances.at[heads].set(best, mode="drop"), moved.at[heads].set(True, mode="drop"), first + at_once

        start = (distances, jnp.zeros_like(moved), jnp.array(0, jnp.int32))
        return jax.lax.while_loop(lambda state: state[2] < count, relax, start)[:2]

    nodes = start.shape[0]
    return jax.lax.while_loop(lambda state: state[1].any(), a_round, (start, start == 0))[0]


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
