"""The Bellman-Ford algorithm for shortest paths."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int

from nee.numbers import Number
from nee.programs.program import program
from nee.programs.relaxation import RelaxedPaths, Routes, relax, start_at
from nee.steps import Engine


@program
def bellman_ford(
    weights: Int[Array, "nodes nodes"], source: Number | int, *, minimum: Engine, add: Engine, end: int
) -> RelaxedPaths:
    """Relax all edges, node by node, as often as a path can have edges.

    `weights[u, v]` is the length of the edge from u to v, and `end`, infinity, says that there is none. A pass reads
    the distances of the pass before it, as CLRS-30 has it.

    Learned: the sums, and which path is shorter. Given: the order of the edges.
    """
    nodes = jnp.arange(weights.shape[0])

    def one_pass(before: Routes, _: None) -> tuple[Routes, Routes]:
        def from_node(routes: Routes, u: Number) -> tuple[Routes, None]:
            return relax(routes, u, before.distances[u], weights[u], minimum=minimum, add=add), None

        routes, _ = jax.lax.scan(from_node, before, nodes)
        return routes, routes

    routes, trace = jax.lax.scan(one_pass, start_at(source, weights, end), length=len(nodes) - 1)
    return RelaxedPaths(*routes, trace)
