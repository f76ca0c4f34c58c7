"""Insertion sort."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.numbers import Number
from nee.programs.in_place import Row, Sorting, as_row, sorting
from nee.programs.pairs import less
from nee.programs.program import program
from nee.steps import Engine


@program
def insertion_sort(values: Int[Array, " size"], *, minimum: Engine) -> Sorting:
    """Insert each number into the sorted ones before it: all that are larger move up by one.

    Learned: which of two numbers is larger. Given: where the numbers move.
    """
    slots = jnp.arange(values.shape[0])

    def insert(row: Row, j: Number) -> tuple[Row, Row]:
        key = row.values[j]

        def larger(i: Number) -> Bool[Array, ""]:
            return (i >= 0) & less(key, row.values[i], minimum=minimum)

        i = jax.lax.while_loop(larger, lambda i: i - 1, j - 1)
        comes_from = jnp.where((slots > i + 1) & (slots <= j), slots - 1, slots).at[i + 1].set(j)
        row = Row(row.values[comes_from], row.places[comes_from])
        return row, row

    return sorting(*jax.lax.scan(insert, as_row(values), slots[1:]))
