"""Prim's algorithm for minimum spanning trees."""

from typing import NamedTuple

import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.programs.program import program
from nee.programs.tree_growth import Growth, grow_tree
from nee.steps import NOTHING, Engine


class Tree(NamedTuple):
    """The edges of a tree in the order in which they were taken, and how they came about.

    There are as many places as nodes. A place without an edge holds NOTHING: the start's own, and those of the nodes
    that cannot be reached.
    """

    nodes: Int[Array, "*graphs nodes"]
    """The node that each edge brought into the tree."""
    parents: Int[Array, "*graphs nodes"]
    """The node of the tree that it was brought in by."""
    weights: Int[Array, "*graphs nodes"]
    trace: Growth


@program
def prim(
    weights: Int[Array, "nodes nodes"],
    start: Int[Array, ""] | int,
    mask: Bool[Array, " nodes"] | None = None,
    *,
    minimum: Engine,
    end: int,
) -> Tree:
    """Take the lightest edge that leads out of the tree, until there is none.

    `weights[u, v]` is the weight of the edge between u and v, and `end`, infinity, says that there is none. `mask`
    hides nodes from the start, such as padding.

    Learned: the nearest node, and which edge is lighter. Given: the edges of a node, and its parent.
    """
    trace = grow_tree(weights, start, mask, offer=lambda _, edges: edges, minimum=minimum, end=end)
    selected = trace.selection.step
    parents = trace.parents[-1][selected.pointer]
    taken = trace.selection.running & (parents != NOTHING)
    nodes, parents, taken_weights = (jnp.where(taken, x, NOTHING) for x in (selected.pointer, parents, selected.value))
    return Tree(nodes, parents, taken_weights, trace)
