"""How many symbols must change to make one string of another."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.numbers import Number
from nee.programs.grid import fill_grid
from nee.programs.longest_common_subsequence import Alignment
from nee.programs.pairs import equal, sum_of
from nee.programs.program import program
from nee.steps import Engine


@program
def edit_distance(
    first: Int[Array, " rows"], second: Int[Array, " columns"], *, minimum: Engine, add: Engine
) -> Alignment:
    """The least of three: replace one symbol by another unless they are equal, leave one out, put one in.

    Learned: whether symbols are equal, the sums, and the least of the three. Given: the order of the table.
    """
    one = jnp.ones((), first.dtype)

    def cell(same: Bool[Array, ""], diagonal: Number, above: Number, before: Number) -> tuple[Number, Number]:
        replaced = jnp.where(same, diagonal, sum_of(diagonal, one, add=add))
        others = sum_of(jnp.stack([above, before]), one, add=add)
        least = minimum(jnp.concatenate([replaced[None], others]), jnp.zeros(3, bool))
        return least.value, least.pointer

    def count(number: Number, _: None) -> tuple[Number, Number]:
        return sum_of(number, one, add=add), number

    same = equal(first[:, None], second[None, :], minimum=minimum)
    last, top = jax.lax.scan(count, jnp.zeros((), first.dtype), length=second.shape[0])
    _, left = jax.lax.scan(count, one, length=first.shape[0])
    table, choices = fill_grid(jnp.append(top, last), left, same, cell)
    whole = table[-1, -1] if table.size else left[-1] if left.size else last
    return Alignment(whole, table, choices)
