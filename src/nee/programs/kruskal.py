"""Kruskal's algorithm for minimum spanning forests."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int

from nee.programs.program import program
from nee.steps import NOTHING, Engine, Mask, Trace

Nodes = Int[Array, " nodes"]


class Forest(NamedTuple):
    """The edges of a forest in the order in which they were taken, and how they came about.

    A place without an edge holds NOTHING: a graph of several parts has fewer edges in its forest.
    """

    edges: Int[Array, "*edges 2"]
    """Of each edge, the node with the lower number first."""
    weights: Int[Array, "*edges"]
    trace: Trace
    """The slots are the pairs of nodes, row by row: first node 0 with 0, 1, 2 ..., then node 1 with 1, 2 ..."""


@program
def kruskal(weights: Int[Array, "nodes nodes"], *, minimum: Engine, end: int) -> Forest:
    """Of all edges that join two trees of the forest, take the lightest, until there is none.

    `weights[u, v]` is the weight of the edge between u and v, and `end`, infinity, says that there is none.

    Learned: the lightest edge. Given: which nodes are in the same tree.
    """
    nodes = weights.shape[0]
    pairs = jnp.asarray(np.stack(np.triu_indices(nodes), axis=-1), jnp.int32)
    slots = weights[pairs[:, 0], pairs[:, 1]]

    def join(state: tuple[Nodes, Mask], _: None) -> tuple[tuple[Nodes, Mask], Forest]:
        tree, mask = state
        lightest = minimum(slots, mask)
        u, v = edge = pairs[lightest.pointer]
        joins = ~mask.all() & (lightest.value < end)
        tree = jnp.where(joins & (tree == tree[v]), tree[u], tree)
        following = lightest.mask | within_trees(tree) | ~joins
        edge, weight = jnp.where(joins, edge, NOTHING), jnp.where(joins, lightest.value, NOTHING)
        return (tree, following), Forest(edge, weight, Trace(mask, lightest))

    def within_trees(tree: Nodes) -> Mask:
        return tree[pairs[:, 0]] == tree[pairs[:, 1]]

    each_alone = jnp.arange(nodes, dtype=jnp.int32)
    return jax.lax.scan(join, (each_alone, within_trees(each_alone)), length=nodes - 1)[1]
