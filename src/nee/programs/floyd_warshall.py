"""The Floyd-Warshall algorithm for shortest paths between all nodes."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int

from nee.numbers import Number
from nee.programs.pairs import ask, sum_of
from nee.programs.program import program
from nee.steps import NOTHING, Engine


class AllPaths(NamedTuple):
    """Shortest paths from each node (row) to each node (column)."""

    distances: Int[Array, "*graphs nodes nodes"]
    """Infinity where there is no path."""
    predecessors: Int[Array, "*graphs nodes nodes"]
    """The node before the last one of each path; NOTHING where there is no path or no step."""


@program
def floyd_warshall(weights: Int[Array, "nodes nodes"], *, minimum: Engine, add: Engine, end: int) -> AllPaths:
    """Let one node after the other stand in the middle of paths, and keep the paths that it makes shorter.

    `weights[u, v]` is the length of the edge from u to v, and `end`, infinity, says that there is none; on the
    diagonal stands how far a node is from itself, as a rule 0.

    Learned: the sums, and which path is shorter. Given: the order of the nodes.
    """
    nodes = jnp.arange(weights.shape[0], dtype=jnp.int32)

    def through(paths: AllPaths, k: Number) -> tuple[AllPaths, None]:
        distances, predecessors = paths
        detours = sum_of(distances[:, k, None], distances[k, None, :], add=add)
        shorter = ask(minimum, distances, detours)
        return AllPaths(shorter.value, jnp.where(shorter.pointer == 1, predecessors[k], predecessors)), None

    an_edge = (weights < end) & (nodes[:, None] != nodes)
    start = AllPaths(weights, jnp.where(an_edge, nodes[:, None], NOTHING))
    return jax.lax.scan(through, start, nodes)[0]
