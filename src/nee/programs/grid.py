"""What programs on two strings share: a table that is filled row by row."""

from collections.abc import Callable

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int

from nee.numbers import Number

Cell = Callable[[Array, Number, Number, Number], tuple[Number, Number]]
GridRow = Int[Array, " columns"]


def fill_grid(
    top: Int[Array, " width"], left: Int[Array, " rows"], pairs: Array, cell: Cell
) -> tuple[Int[Array, "rows columns"], Int[Array, "rows columns"]]:
    """What `cell(pair, diagonal, above, before)` makes of each pair and of the three numbers around it.

    `top` and `left` stand around the table; the corner belongs to `top`. A cell gives a number and a choice.
    """

    def row(
        above: Int[Array, " width"], this: tuple[Number, Array]
    ) -> tuple[Int[Array, " width"], tuple[GridRow, GridRow]]:
        first, pairs = this

        def column(before: Number, this: tuple[Array, Number, Number]) -> tuple[Number, tuple[Number, Number]]:
            pair, diagonal, above = this
            number, choice = cell(pair, diagonal, above, before)
            return number, (number, choice)

        _, (numbers, choices) = jax.lax.scan(column, first, (pairs, above[:-1], above[1:]))
        return jnp.concatenate([first[None], numbers]), (numbers, choices)

    return jax.lax.scan(row, top, (left, pairs))[1]
