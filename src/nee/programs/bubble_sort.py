"""Bubble sort."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int

from nee.numbers import Number
from nee.programs.in_place import Row, Sorting, as_row, exchange, sorting
from nee.programs.pairs import less
from nee.programs.program import program
from nee.steps import Engine


@program
def bubble_sort(values: Int[Array, " size"], *, minimum: Engine) -> Sorting:
    """From the end of the row to its sorted part, exchange neighbours that stand in the wrong order; then once more.

    Learned: which of two neighbours is smaller. Given: the exchange.
    """
    size = values.shape[0]

    def bubble(row: Row, i: Number) -> tuple[Row, Row]:
        def step(back: Number, row: Row) -> Row:
            j = size - 1 - back
            wrong = less(row.values[j], row.values[j - 1], minimum=minimum)
            return exchange(row, j, jnp.where(wrong, j - 1, j))

        row = jax.lax.fori_loop(0, size - 1 - i, step, row)
        return row, row

    return sorting(*jax.lax.scan(bubble, as_row(values), jnp.arange(size - 1)))
