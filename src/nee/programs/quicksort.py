"""Quicksort."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.programs.in_place import Row, Sorting, as_row, partition, sorting
from nee.programs.program import program
from nee.steps import Engine

State = tuple[Row, Bool[Array, " size"]]
"""The row, and which places are final."""


@program
def quicksort(values: Int[Array, " size"], *, minimum: Engine) -> Sorting:
    """Split the row at its last number, then each part in the same way, the left part first.

    A split leaves one number in its final place. So the recursion is a loop: the first place that is not final
    begins the next part, and the next final place ends it.

    Learned: whether a number is larger than the one that splits. Given: the parts, and the exchange.
    """
    size = values.shape[0]
    slots = jnp.arange(size)

    def split_next(state: State, _: None) -> tuple[State, Row]:
        row, final = state
        p = jnp.argmin(final)
        r = jnp.min(jnp.where(final & (slots > p), slots, size)) - 1
        row, q = partition(row, p, r.astype(p.dtype), minimum=minimum)
        return (row, final.at[q].set(True)), row

    (row, _), trace = jax.lax.scan(split_next, (as_row(values), jnp.zeros(size, bool)), length=size)
    return sorting(row, trace)
