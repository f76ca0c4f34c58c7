"""Heapsort."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.numbers import Number
from nee.programs.in_place import Row, Sorting, as_row, exchange, sorting
from nee.programs.pairs import less
from nee.programs.program import program
from nee.steps import Engine


@program
def heapsort(values: Int[Array, " size"], *, minimum: Engine) -> Sorting:
    """Make a heap, with the largest number on top; then move the top behind the heap until the heap is empty.

    Learned: which of two numbers is larger. Given: who is whose child, and the exchange.
    """
    size = values.shape[0]

    def build(row: Row, i: Number) -> tuple[Row, Row]:
        row = sift_down(row, i, size, minimum=minimum)
        return row, row

    def take_top(row: Row, i: Number) -> tuple[Row, Row]:
        row = sift_down(exchange(row, 0, i), 0, i, minimum=minimum)
        return row, row

    row, building = jax.lax.scan(build, as_row(values), jnp.arange(size), reverse=True)
    row, taking = jax.lax.scan(take_top, row, jnp.arange(size)[1:], reverse=True)
    # A scan that runs backwards stacks what it saw in the order of its counter.
    in_time = jax.tree.map(lambda b, t: jnp.concatenate([b[::-1], t[::-1]]), building, taking)
    return sorting(row, in_time)


State = tuple[Row, Number, Bool[Array, ""]]
"""The row, where the number stands that sinks, and whether it sank."""


def sift_down(row: Row, i: Number | int, heap_size: Number | int, *, minimum: Engine) -> Row:
    """Let the number at i sink below its larger child, until no child is larger."""

    def larger(row: Row, child: Number, i: Number) -> Bool[Array, ""]:
        inside = child < heap_size
        return inside & less(row.values[i], row.values[jnp.where(inside, child, i)], minimum=minimum)

    def sink(state: State) -> State:
        row, i, _ = state
        left, right = 2 * i + 1, 2 * i + 2
        largest = jnp.where(larger(row, left, i), left, i)
        largest = jnp.where(larger(row, right, largest), right, largest)
        return exchange(row, i, largest), largest, largest != i

    start = (row, jnp.asarray(i), jnp.array(True))
    return jax.lax.while_loop(lambda state: state[2], sink, start)[0]
