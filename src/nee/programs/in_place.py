"""What sorts that work in place share: a row of numbers that know where they stood, and the exchange of two."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int

from nee.numbers import Number
from nee.programs.pairs import less_or_equal
from nee.steps import Engine


class Row(NamedTuple):
    """Numbers in their present order, and where each of them stood at first."""

    values: Int[Array, "*steps size"]
    places: Int[Array, "*steps size"]


class Sorting(NamedTuple):
    """A sorted list, and how it came about."""

    result: Int[Array, "*lists size"]
    places: Int[Array, "*lists size"]
    """Where each number stood in the list."""
    trace: Row
    """The row after each pass of the outer loop."""


def as_row(values: Int[Array, " size"]) -> Row:
    """The numbers as they are given."""
    return Row(values, jnp.arange(values.shape[0], dtype=jnp.int32))


def sorting(row: Row, trace: Row) -> Sorting:
    """What a sort in place returns."""
    return Sorting(row.values, row.places, trace)


def exchange(row: Row, i: Number | int, j: Number | int) -> Row:
    """The row with what stands at i and at j exchanged."""
    exchanged: Row = jax.tree.map(lambda x: x.at[i].set(x[j]).at[j].set(x[i]), row)
    return exchanged


def partition(row: Row, p: Number, r: Number, *, minimum: Engine) -> tuple[Row, Number]:
    """Bring what is not larger than the last number of row[p..r] before it, and say where that number stands now."""
    pivot = row.values[r]

    def step(j: Number, state: tuple[Row, Number]) -> tuple[Row, Number]:
        row, i = state
        small = less_or_equal(row.values[j], pivot, minimum=minimum)
        return exchange(row, i, jnp.where(small, j, i)), i + small

    row, q = jax.lax.fori_loop(p, r, step, (row, p))
    return exchange(row, q, r), q
