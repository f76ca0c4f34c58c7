"""What programs share that split an interval where it costs least: a table that is filled by length."""

from collections.abc import Callable
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int

from nee.numbers import Number
from nee.programs.pairs import ask, sum_of
from nee.steps import NOTHING, Engine

Places = Int[Array, " size"]


class Splits(NamedTuple):
    """For the interval from i (row) to j (column): what it costs, and after which place it is split."""

    costs: Int[Array, "*tables size size"]
    splits: Int[Array, "*tables size size"]
    """NOTHING where there is nothing to split."""


def cheapest_splits(
    alone: Int[Array, " size"],
    price: Callable[[Places, Places, Places], Int[Array, " size"]],
    *,
    minimum: Engine,
    add: Engine,
    end: int,
) -> Splits:
    """Split each interval where left part, right part and price of the split cost least, the first such place.

    `alone` is what a single place costs, and `price` what it costs to split from i to j after k. All intervals of a
    length are worked on side by side.
    """
    size = alone.shape[0]
    i = jnp.arange(size, dtype=jnp.int32)

    def of_length(table: Splits, length: Number) -> tuple[Splits, None]:
        # Beyond the last interval of this length there is none: what happens there is not kept.
        j = i + length

        def try_split(offset: Number, best: Splits) -> Splits:
            k = i + offset
            parts = sum_of(table.costs[i, k], table.costs[k + 1, j], add=add)
            cheaper = ask(minimum, best.costs, sum_of(parts, price(i, k, j), add=add))
            return Splits(cheaper.value, jnp.where(cheaper.pointer == 1, k, best.splits))

        untried = Splits(jnp.full(size, end, alone.dtype), jnp.full(size, NOTHING, jnp.int32))
        best = jax.lax.fori_loop(0, length, try_split, untried)
        return jax.tree.map(lambda cells, found: cells.at[i, j].set(found, mode="drop"), table, best), None

    costs = jnp.zeros((size, size), alone.dtype).at[i, i].set(alone)
    table = Splits(costs, jnp.full((size, size), NOTHING, jnp.int32))
    return jax.lax.scan(of_length, table, i[1:])[0]
