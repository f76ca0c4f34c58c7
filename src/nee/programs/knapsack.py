"""What to pack, so that it is worth most and not too heavy."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.numbers import Number
from nee.programs.pairs import less, less_or_equal, sum_of
from nee.programs.program import program
from nee.steps import Engine

Capacities = Int[Array, " capacities"]
Better = Bool[Array, " capacities"]


class Packing(NamedTuple):
    """What is packed, and how it came about."""

    result: Int[Array, "*instances"]
    """What it is worth."""
    packed: Bool[Array, "*instances items"]
    trace: Int[Array, "*instances items capacities"]
    """The most that the items up to each one are worth, for each capacity from 0 on."""


@program
def knapsack(
    weights: Int[Array, " items"], worths: Int[Array, " items"], capacity: int, *, minimum: Engine, add: Engine
) -> Packing:
    """For each item and each capacity, the better of leaving the item at home and of packing it, if it fits.

    Learned: whether an item fits, the sums, and which worth is larger. Given: the table, and the way back through it.
    """
    capacities = jnp.arange(capacity + 1, dtype=weights.dtype)

    def consider(without: Capacities, item: tuple[Number, Number]) -> tuple[Capacities, tuple[Capacities, Better]]:
        weight, worth = item
        fits = less_or_equal(weight, capacities, minimum=minimum)
        packed = sum_of(without[jnp.where(fits, capacities - weight, 0)], worth, add=add)
        better = fits & less(without, packed, minimum=minimum)
        following = jnp.where(better, packed, without)
        return following, (following, better)

    most, (trace, better) = jax.lax.scan(consider, jnp.zeros_like(capacities), (weights, worths))

    def look_back(left: Number, item: tuple[Number, Better]) -> tuple[Number, Bool[Array, ""]]:
        weight, better = item
        return jnp.where(better[left], left - weight, left), better[left]

    _, packed = jax.lax.scan(look_back, capacities[-1], (weights, better), reverse=True)
    return Packing(most[-1], packed, trace)
