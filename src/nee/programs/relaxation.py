"""What programs for shortest paths share: their answer, and the step that keeps the shorter path."""

from typing import NamedTuple

import jax.numpy as jnp
from jaxtyping import Array, Int

from nee.programs.pairs import ask, sum_of
from nee.steps import NOTHING, Engine


class Routes(NamedTuple):
    """How far each node is from the source, and through which node it is reached."""

    distances: Int[Array, "*steps nodes"]
    """Infinity for a node that is not reached."""
    predecessors: Int[Array, "*steps nodes"]
    """NOTHING for the source and for a node that is not reached."""


class RelaxedPaths(NamedTuple):
    """Shortest paths from one node, and how they came about."""

    distances: Int[Array, "*graphs nodes"]
    predecessors: Int[Array, "*graphs nodes"]
    trace: Routes
    """What was known after each pass of the outer loop."""


def start_at(source: Int[Array, ""] | int, weights: Int[Array, "nodes nodes"], end: int) -> Routes:
    """Only the source is reached."""
    nodes = weights.shape[0]
    distances = jnp.full(nodes, end, weights.dtype).at[source].set(0)
    return Routes(distances, jnp.full(nodes, NOTHING, jnp.int32))


def relax(
    routes: Routes,
    u: Int[Array, ""],
    distance: Int[Array, ""],
    edges: Int[Array, " nodes"],
    *,
    minimum: Engine,
    add: Engine,
) -> Routes:
    """Keep the paths through u, which is so far from the source and has these edges, where they are shorter."""
    shorter = ask(minimum, routes.distances, sum_of(distance, edges, add=add))
    predecessors = jnp.where(shorter.pointer == 1, u.astype(jnp.int32), routes.predecessors)
    return Routes(shorter.value, predecessors)
