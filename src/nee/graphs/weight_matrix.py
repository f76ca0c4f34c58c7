"""A caller's graph as a matrix of integers that engines can read, or the reason why it cannot be one."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from jaxtyping import Int

from nee.containers import written
from nee.errors import InputError
from nee.graphs.edges import describe, read_edges
from nee.graphs.scaling import kind_of, to_integers
from nee.numbers import infinity

FEWEST_BITS = 8
"""What the engines read that ship."""


@dataclass(frozen=True, eq=False)
class WeightMatrix:
    """A graph: `weights[u, v] * unit` is the weight of the edge from node u to node v, and `end` stands for no edge."""

    names: list[Hashable]
    weights: Int[np.ndarray, "nodes nodes"]
    directed: bool
    bits: int
    """An engine that reads this many bits can read every weight."""
    unit: Fraction
    kind: type
    """What a weight is if it is not whole: float, Decimal or Fraction."""

    @property
    def end(self) -> int:
        """Infinity: there is no edge."""
        return infinity(self.bits)

    @cached_property
    def numbers(self) -> dict[Hashable, int]:
        """The number of each node."""
        return {name: number for number, name in enumerate(self.names)}

    def index(self, name: Any) -> int:
        """The number of a node."""
        try:
            number = self.numbers[name]
            # Python takes True for 1. A graph of its own may have it for a node.
            if isinstance(name, bool | np.bool_) and not isinstance(self.names[number], bool | np.bool_):
                raise KeyError
            return number
        except (KeyError, TypeError, ValueError):  # It need not be hashable, and what an array raises is its own.
            raise InputError(f"There is no node {written(name)} in the graph.") from None

    def part(self, nodes: list[int]) -> "WeightMatrix":
        """The graph of these nodes alone."""
        return replace(self, names=[self.names[node] for node in nodes], weights=self.weights[np.ix_(nodes, nodes)])

    def widened(self, bits: int) -> "WeightMatrix":
        """The same graph for engines that read at least `bits` bits."""
        if bits <= self.bits:
            return self
        return replace(self, bits=bits, weights=np.where(self.weights == self.end, infinity(bits), self.weights))

    def edge(self, u: int, v: int) -> str:
        """What an edge is called in a sentence."""
        return describe(self.names, self.directed, u, v)

    def number(self, integer: int) -> int | float | Decimal | Fraction:
        """A weight, or a sum of weights, as the caller writes such numbers; an int if all weights are whole."""
        number = int(integer) * self.unit
        if self.unit.denominator == 1:
            return int(number)
        if self.kind is Decimal:  # Made from text it is exact, whatever the precision of decimal's context is.
            return Decimal(f"{integer}e-{len(str(self.unit.denominator)) - 1}")
        return number if self.kind is Fraction else float(number)


def weight_matrix(graph: Any, weight: str = "weight", *, no_edge: int | float | None = None) -> WeightMatrix:
    """Read a networkx graph, a dense matrix, or a sparse matrix of scipy, in which stored entries are edges.

    Weights are numbers from 0 on of any kind, and must be integers of up to 62 bits in a common unit. Of several edges
    between two nodes the lightest counts; an edge from a node to itself is ignored.

    In a dense matrix infinity says that there is no edge, and so does the mask of a masked array. If there is neither,
    zeros could mean an edge of weight 0 or none: `no_edge=math.inf` or `no_edge=0` says which.

    >>> weight_matrix([[0, 3], [float("inf"), 0]]).weights.tolist()
    [[256, 3], [256, 256]]
    >>> matrix = weight_matrix([[0, 0.5], [0, 0]], no_edge=0)
    >>> matrix.weights.tolist(), matrix.unit
    ([[256, 1], [256, 256]], Fraction(1, 2))
    """
    edges = read_edges(graph, weight, no_edge)
    integers, unit = to_integers(edges)
    bits = max(FEWEST_BITS, int(integers.max(initial=0)).bit_length())
    nodes = len(edges.names)
    weights = np.full(nodes**2, infinity(bits), np.int64)
    np.minimum.at(weights, edges.places, integers)
    if not edges.directed:
        starts, ends = np.divmod(edges.places, nodes)
        np.minimum.at(weights, ends * nodes + starts, integers)
    return WeightMatrix(edges.names, weights.reshape(nodes, nodes), edges.directed, bits, unit, kind_of(edges.weights))


def check_undirected(matrix: WeightMatrix) -> None:
    """A spanning tree takes an edge in either direction, and at the same weight."""
    differing = matrix.weights != matrix.weights.T
    if differing.any():
        pair = np.unravel_index(int(differing.argmax()), differing.shape)
        first, second = (written(matrix.names[int(node)]) for node in pair)
        raise InputError(
            f"A spanning tree needs an undirected graph: between {first} and {second} the directions differ."
        )
