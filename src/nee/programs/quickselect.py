"""Quickselect."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int

from nee.numbers import Number
from nee.programs.in_place import Row, as_row, partition
from nee.programs.program import program
from nee.steps import Engine


class Selected(NamedTuple):
    """A number of a list, and where it stands there."""

    result: Int[Array, "*lists"]
    place: Int[Array, "*lists"]


State = tuple[Row, Number, Number, Number]
"""The row, the first and the last place of the part that has the rank, and where it was split."""


@program
def quickselect(values: Int[Array, " size"], rank: Number | int, *, minimum: Engine) -> Selected:
    """The number that would stand at `rank`, counted from 0, if the list were sorted.

    Split the row at its last number, and go on in the part that has the rank, until the split falls on it.

    Learned: whether a number is larger than the one that splits. Given: the parts, and the exchange.
    """
    rank = jnp.asarray(rank, jnp.int32)

    def split(state: State) -> State:
        row, p, r, _ = state
        row, q = partition(row, p, r, minimum=minimum)
        return row, jnp.where(rank > q, q + 1, p), jnp.where(rank < q, q - 1, r), q

    start = (
        as_row(values),
        jnp.array(0, jnp.int32),
        jnp.array(values.shape[0] - 1, jnp.int32),
        jnp.array(-1, jnp.int32),
    )
    row, _, _, q = jax.lax.while_loop(lambda state: state[3] != rank, split, start)
    return Selected(row.values[q], row.places[q])
