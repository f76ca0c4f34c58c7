"""The shortest path between two nodes: paths grow from both of them, and no further than half of it."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int

from nee.programs.adjacency import Adjacency
from nee.programs.edge_relaxation import Clock, Distances, Nodes, ends_of_edges, relax_edges
from nee.programs.pairs import less_or_equal, sum_of
from nee.programs.program import program
from nee.steps import Engine

State = tuple[Distances, Nodes, Int[Array, ""]]
"""Distances, the nodes whose paths are to be followed, and the length of the shortest way from end to end so far."""


class Meeting(NamedTuple):
    """What is known when the paths from both ends have met."""

    distances: Int[Array, " nodes"]
    """Of each node and of its twin, the lengths of the shortest paths up to half of `shortest`, and of others that are
    no further than an edge from those."""
    shortest: Int[Array, ""]
    """The length of the shortest path from end to end, or infinity."""


@program
def both_ends(
    start: Distances,
    edges: Adjacency,
    twins: Int[Array, ""],
    *,
    minimum: Engine,
    add: Engine,
    end: int,
    at_once: int,
) -> Meeting:
    """The graph stands here twice. The first `twins` nodes are those of the graph; behind them come their twins in the
    same order, and among these the edges lead backward. 0 at `start` marks one end, and the twin of the other.

    This is edge relaxation, in the same rounds. Where a path meets one that comes from the other end, both together
    lead from end to end. A path that is longer than half of the shortest such way is not followed any further.

    Learned: the sums, which path is shorter, which is longer than half, and so the end. Given: the edges.
    """
    nodes = start.shape[0]

    def a_round(state: State) -> State:
        distances, moved, shortest = state
        ends = ends_of_edges(moved, edges)

        def relax(state: tuple[State, Clock]) -> tuple[State, Clock]:
            (distances, moved, shortest), first = state
            heads, lengths = relax_edges(distances, edges, ends, first, minimum=minimum, add=add, at_once=at_once)
            distances = distances.at[heads].set(lengths, mode="drop")
            others = jnp.where(heads < twins, heads + twins, heads - twins)
            ways = sum_of(lengths, distances[others], add=add)
            ways = jnp.append(jnp.where(heads < nodes, ways, end), shortest)
            shortest = minimum(ways, jnp.zeros_like(ways, bool)).value
            onward = less_or_equal(sum_of(lengths, lengths, add=add), shortest, minimum=minimum)
            moved = moved.at[jnp.where(onward, heads, nodes)].set(True, mode="drop")
            return (distances, moved, shortest), first + at_once

        begin = (distances, jnp.zeros_like(moved), shortest), jnp.array(0, jnp.int32)
        return jax.lax.while_loop(lambda state: state[1] < ends[-1], relax, begin)[0]

    begin = (start, start == 0, jnp.array(end, start.dtype))
    distances, _, shortest = jax.lax.while_loop(lambda state: state[1].any(), a_round, begin)
    return Meeting(distances, shortest)
