"""The edges of a sparse graph, as programs read them."""

from typing import NamedTuple

from jaxtyping import Array, Int


class Adjacency(NamedTuple):
    """Edges in the order of the nodes that they start from. Behind the last of them there may be padding."""

    starts: Int[Array, " nodes"]
    """The first edge of each node."""
    degrees: Int[Array, " nodes"]
    """How many edges start from it."""
    tails: Int[Array, " edges"]
    heads: Int[Array, " edges"]
    lengths: Int[Array, " edges"]
