"""Shortest paths in a graph without cycles."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.numbers import Number
from nee.programs.program import program
from nee.programs.relaxation import RelaxedPaths, Routes, relax, start_at
from nee.steps import NOTHING, Engine

State = tuple[Int[Array, " nodes"], Bool[Array, " nodes"], Int[Array, " nodes"], Number, Number]


@program
def dag_shortest_paths(
    weights: Int[Array, "nodes nodes"], source: Number | int, *, minimum: Engine, add: Engine, end: int
) -> RelaxedPaths:
    """Relax the edges of each node that can be reached, in topological order.

    `weights[u, v]` is the length of the edge from u to v, and `end`, infinity, says that there is none.

    Learned: the sums, and which path is shorter. Given: the topological order.
    """

    def visit(routes: Routes, u: Number) -> tuple[Routes, Routes]:
        relaxed = relax(routes, u, routes.distances[u], weights[u], minimum=minimum, add=add)
        routes = Routes(*(jnp.where(u == NOTHING, old, new) for new, old in zip(relaxed, routes, strict=True)))
        return routes, routes

    order = topological_order(weights < end, source)
    routes, trace = jax.lax.scan(visit, start_at(source, weights, end), order)
    return RelaxedPaths(*routes, trace)


def topological_order(edges: Bool[Array, "nodes nodes"], source: Number | int) -> Int[Array, " nodes"]:
    """The nodes that can be reached from the source, each before those it has edges to; then NOTHING.

    A search in depth goes from node to node and back; a node that leads nowhere new comes before all that were
    finished earlier.
    """
    nodes = edges.shape[0]

    def step(state: State, _: None) -> tuple[State, None]:
        order, seen, came_from, node, place = state
        seen = seen.at[node].set(True)
        unseen = edges[node] & ~seen
        forward, following = unseen.any(), jnp.argmax(unseen).astype(jnp.int32)
        running = node != NOTHING
        finished = running & ~forward
        order = order.at[jnp.where(finished, place, nodes)].set(node, mode="drop")
        came_from = came_from.at[jnp.where(running & forward, following, nodes)].set(node, mode="drop")
        node = jnp.where(running, jnp.where(forward, following, came_from[node]), NOTHING)
        return (order, seen, came_from, node, place - finished), None

    nothing = jnp.full(nodes, NOTHING, jnp.int32)
    start = (nothing, jnp.zeros(nodes, bool), nothing, jnp.asarray(source, jnp.int32), jnp.array(nodes - 1, jnp.int32))
    (order, *_, place), _ = jax.lax.scan(step, start, length=2 * nodes)
    return jnp.roll(order, -(place + 1))
