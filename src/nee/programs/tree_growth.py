"""What Dijkstra and Prim share: a tree that grows from one node, always by the node that is cheapest to reach."""

from collections.abc import Callable
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.steps import NOTHING, Engine, Trace


class Growth(NamedTuple):
    """Every step of a growing tree, stacked."""

    selection: Trace
    """Which nodes were left, and which of them was selected."""
    offers: Int[Array, "*steps nodes"]
    """What it would cost to reach each node through the selected one."""
    costs: Int[Array, "*steps nodes"]
    """What it costs to reach each node, after the cheaper was kept."""
    parents: Int[Array, "*steps nodes"]
    """Through which node each node is reached; NOTHING where it is not."""


State = tuple[Int[Array, " nodes"], Int[Array, " nodes"], Bool[Array, " nodes"]]
"""What it costs to reach each node, through which node, and which nodes are not left."""


def grow_tree(
    weights: Int[Array, "nodes nodes"],
    start: Int[Array, ""] | int,
    mask: Bool[Array, " nodes"] | None = None,
    *,
    offer: Callable[[Int[Array, ""], Int[Array, " nodes"]], Int[Array, " nodes"]],
    minimum: Engine,
    end: int,
) -> Growth:
    """Select the cheapest node that is left, and let it make an offer to the others, until none can be reached.

    `offer` turns the selected node's cost and the weights of its edges into what it offers. `end` is the token `e`,
    infinity: a missing edge, and the cost of a node that is not reached.
    """
    nodes = weights.shape[0]

    def step(state: State, _: None) -> tuple[State, Growth]:
        costs, parents, left = state
        selected = minimum(costs, left)
        offers = offer(selected.value, weights[selected.pointer])
        cheaper = jax.vmap(lambda *pair: minimum(jnp.stack(pair), jnp.zeros(2, bool)))(costs, offers)
        # What is left when the cheapest node costs infinity lies in other parts of the graph.
        next_left = selected.mask | (selected.value == end)
        # A selected node has its final cost. Through an edge of weight 0 it would be offered the same once more, and
        # two nodes could become each other's parents.
        better = ~next_left & (cheaper.pointer == 1) & (cheaper.value < end)
        costs = jnp.where(next_left, costs, cheaper.value)
        parents = jnp.where(better, selected.pointer.astype(parents.dtype), parents)
        return (costs, parents, next_left), Growth(Trace(left, selected), offers, costs, parents)

    costs = jnp.full(nodes, end, weights.dtype).at[start].set(0)
    parents = jnp.full(nodes, NOTHING, jnp.int32)
    left = jnp.zeros(nodes, bool) if mask is None else mask
    return jax.lax.scan(step, (costs, parents, left), length=nodes)[1]
