"""Where paths from both ends meet, by engines, and checked."""

from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int

from nee.composed.part import Part
from nee.errors import EngineError
from nee.networkx_backend.distances import AT_ONCE, engines, starting_from, without_padding
from nee.networkx_backend.edges import Edges
from nee.numbers import infinity
from nee.programs.adjacency import Adjacency
from nee.programs.both_ends import Meeting, both_ends
from nee.solve.engines import integers_of


class Met(NamedTuple):
    """Paths from both ends, up to half of the shortest path and an edge further."""

    edges: Edges
    """Of the graph with twins."""
    distances: Int[np.ndarray, " nodes"]
    """From one end, and behind them those of the twins, from the other; -1 where no path came."""
    shortest: int
    """The length of the shortest path, or -1."""

    @property
    def sums(self) -> Int[np.ndarray, " edges"]:
        """How long each path is with one edge more."""
        sums: Int[np.ndarray, " edges"] = self.distances[self.edges.tails] + self.edges.lengths.integers
        return sums

    @property
    def followed(self) -> Bool[np.ndarray, " edges"]:
        """The edges that the paths were followed over: those from nodes that are at most half as far."""
        tails = self.distances[self.edges.tails]
        followed: Bool[np.ndarray, " edges"] = (tails >= 0) & ((self.shortest < 0) | (2 * tails <= self.shortest))
        return followed


def meet(edges: Edges, sources: list[int], target: int) -> Met:
    """What engines find between the nearest source and the target, in a graph with twins."""
    twins = len(edges.names) // 2
    ends = [*sources, twins + target]
    with integers_of(edges.bits):
        place = jnp.asarray(twins, jnp.int32)
        found = jax.device_get(run_both_ends(*engines(edges), starting_from(edges, ends), edges.adjacency, place))
    shortest = int(found.shortest) if found.shortest < infinity(edges.bits) else -1
    met = Met(edges, without_padding(edges, found.distances), shortest)
    check_meeting(met, ends)
    return met


@eqx.filter_jit
def run_both_ends(
    minimum: Part, add: Part, start: Int[Array, " nodes"], edges: Adjacency, twins: Int[Array, ""]
) -> Meeting:
    """The program, compiled once for each padded size."""
    end = infinity(minimum.bits)
    return both_ends(start, edges, twins, minimum=minimum, add=add, end=end, at_once=AT_ONCE)


def check_meeting(met: Met, ends: list[int]) -> None:
    """Hold back a wrong answer: both ends are at 0, no edge shortens a path, and no paths that meet are shorter.

    Then no path P is shorter. Its last node that is at most half as far as `shortest`, and its next one, which is less
    than that from the other end, have distances that are no longer than along P; so the next one would be a place where
    shorter paths meet. That a path of this length exists is seen by whoever follows it from end to end.
    """
    heads = met.distances[met.edges.heads]
    shorter = met.followed & ((heads < 0) | (met.sums < heads))
    there, back = met.distances.reshape(2, -1)
    ways = (there + back)[(there >= 0) & (back >= 0)]
    met_earlier = ways.size > 0 if met.shortest < 0 else (ways < met.shortest).any()
    if shorter.any() or met_earlier or met.distances[ends].any():
        raise EngineError("The engines took a path for a shortest one that is not, and no path is given.")
