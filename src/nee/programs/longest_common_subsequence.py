"""The longest string that two strings have in common, with gaps."""

from typing import NamedTuple

import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.numbers import Number
from nee.programs.grid import fill_grid
from nee.programs.pairs import equal, less_or_equal, sum_of
from nee.programs.program import program
from nee.steps import Engine

DIAGONAL, UP, LEFT = 0, 1, 2
"""Where a cell's number comes from: both symbols are taken, or the one of the row or of the column is left out."""


class Alignment(NamedTuple):
    """How two strings fit together, for each of their beginnings."""

    result: Int[Array, "*pairs"]
    table: Int[Array, "*pairs rows columns"]
    """The answer for the first string up to the row, and the second up to the column."""
    choices: Int[Array, "*pairs rows columns"]
    """DIAGONAL, UP or LEFT."""


@program
def longest_common_subsequence(
    first: Int[Array, " rows"], second: Int[Array, " columns"], *, minimum: Engine, add: Engine
) -> Alignment:
    """Where two symbols are equal, one more than without both; elsewhere the better of leaving one out.

    Learned: whether symbols are equal, the sums, and which number is larger. Given: the order of the table.
    """

    def cell(same: Bool[Array, ""], diagonal: Number, above: Number, before: Number) -> tuple[Number, Number]:
        both = sum_of(diagonal, jnp.ones_like(diagonal), add=add)
        up = less_or_equal(before, above, minimum=minimum)
        number = jnp.where(same, both, jnp.where(up, above, before))
        return number, jnp.where(same, DIAGONAL, jnp.where(up, UP, LEFT))

    same = equal(first[:, None], second[None, :], minimum=minimum)
    top = jnp.zeros(second.shape[0] + 1, first.dtype)
    lengths, choices = fill_grid(top, jnp.zeros_like(first), same, cell)
    return Alignment(jnp.max(lengths, initial=0), lengths, choices)
