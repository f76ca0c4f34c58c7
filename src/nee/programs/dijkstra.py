"""Dijkstra's algorithm for shortest paths."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.numbers import Number
from nee.programs.program import program
from nee.programs.tree_growth import Growth, grow_tree
from nee.steps import Engine


class Paths(NamedTuple):
    """Shortest paths from one node, and how they came about."""

    distances: Int[Array, "*graphs nodes"]
    """Infinity for a node that cannot be reached."""
    predecessors: Int[Array, "*graphs nodes"]
    """The node before each node on its path; NOTHING for the source and where there is no path."""
    trace: Growth


@program
def dijkstra(
    weights: Int[Array, "nodes nodes"],
    source: Number | int,
    mask: Bool[Array, " nodes"] | None = None,
    *,
    minimum: Engine,
    add: Engine,
    end: int,
) -> Paths:
    """Select the nearest node that is left, and keep the paths through it that are shorter, until none
    can be reached.

    `weights[u, v]` is the length of the edge from u to v, and `end`, infinity, says that there is none. `mask` hides
    nodes from the start, such as padding.

    Learned: the nearest node, the sums, and which path is shorter. Given: the edges of a node, and its predecessor.
    """

    def paths_through(distance: Number, edges: Int[Array, " nodes"]) -> Int[Array, " nodes"]:
        return jax.vmap(lambda edge: add(jnp.stack([distance, edge]), jnp.zeros(2, bool)).value)(edges)

    trace = grow_tree(weights, source, mask, offer=paths_through, minimum=minimum, end=end)
    return Paths(trace.costs[-1], trace.parents[-1], trace)
