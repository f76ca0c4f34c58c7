"""The edges of a graph, in the order in which networkx comes by them: node by node, neighbour by neighbour."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property

import jax.numpy as jnp
import numpy as np
from jaxtyping import Int

from nee.networkx_backend.lengths import Lengths
from nee.networkx_backend.padding import padded, slots, width
from nee.numbers import infinity
from nee.programs.adjacency import Adjacency
from nee.solve.engines import integers_of


@dataclass(frozen=True, eq=False)
class Edges:
    """Nodes have numbers from 0 on, and so have edges."""

    names: list[Hashable]
    """Of the nodes."""
    degrees: Int[np.ndarray, " nodes"]
    """How many edges start from each node."""
    heads: Int[np.ndarray, " edges"]
    """The number of the node that each edge leads to."""
    lengths: Lengths

    @cached_property
    def numbers(self) -> dict[Hashable, int]:
        """The number of each node."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def tails(self) -> Int[np.ndarray, " edges"]:
        """The number of the node that each edge starts from."""
        return np.repeat(np.arange(len(self.names)), self.degrees)

    @cached_property
    def starts(self) -> Int[np.ndarray, " nodes_and_end"]:
        """Where the edges of each node begin, and where they all end."""
        return np.concatenate([[0], np.cumsum(self.degrees, dtype=np.int64)])

    @cached_property
    def bits(self) -> int:
        """How wide the engines are that read these lengths."""
        return width(self.lengths.bits)

    @cached_property
    def most(self) -> int:
        """No node has more edges; rounded up, as it is compiled."""
        return slots(int(self.degrees.max(initial=0)))

    @cached_property
    def adjacency(self) -> Adjacency:
        """The edges as programs read them, padded."""
        nodes, edges = slots(len(self.names)), slots(len(self.heads) + self.most)
        with integers_of(self.bits):
            return Adjacency(
                jnp.asarray(padded(self.starts[:-1], nodes, 0, np.int32)),
                jnp.asarray(padded(self.degrees, nodes, 0, np.int32)),
                jnp.asarray(padded(self.tails, edges, 0, np.int32)),
                jnp.asarray(padded(self.heads, edges, 0, np.int32)),
                jnp.asarray(padded(self.lengths.integers, edges, infinity(self.bits), integers(self.bits))),
            )

    def with_twins(self, backward: "Edges") -> "Edges":
        """The graph twice: behind the nodes stand their twins, between which the edges lead backward."""
        lengths = replace(
            self.lengths,
            integers=np.concatenate([self.lengths.integers, backward.lengths.integers]),
            floats=np.concatenate([self.lengths.floats, backward.lengths.floats]),
        )
        return Edges(
            [*self.names, *self.names],
            np.concatenate([self.degrees, backward.degrees]),
            np.concatenate([self.heads, backward.heads + len(self.names)]),
            lengths,
        )


def integers(bits: int) -> type:
    """The integers that hold numbers of this width, and infinity."""
    return np.int64 if bits > 30 else np.int32
