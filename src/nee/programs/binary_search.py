"""Binary search."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int

from nee.numbers import Number
from nee.programs.pairs import less_or_equal
from nee.programs.program import program
from nee.steps import Engine


class Bounds(NamedTuple):
    """The places between which the answer lies, before each step, and the one that was looked at."""

    low: Int[Array, "*steps"]
    high: Int[Array, "*steps"]
    middle: Int[Array, "*steps"]


class Found(NamedTuple):
    """A place in a list, and how it was found."""

    result: Int[Array, "*lists"]
    trace: Bounds


@program
def binary_search(values: Int[Array, " size"], target: Number | int, *, minimum: Engine) -> Found:
    """The first place of a sorted list whose number is not smaller than the target; if there is none, the last place.

    Learned: whether the target is at most the number in the middle. Given: the halves.
    """
    size = values.shape[0]

    def halve(state: tuple[Number, Number], _: None) -> tuple[tuple[Number, Number], Bounds]:
        low, high = state
        middle = (low + high) // 2
        before = less_or_equal(target, values[middle], minimum=minimum)
        running = low < high
        left = jnp.where(running & ~before, middle + 1, low)
        right = jnp.where(running & before, middle, high)
        return (left, right), Bounds(low, high, middle)

    bounds = (jnp.array(0, jnp.int32), jnp.array(size - 1, jnp.int32))
    (_, high), trace = jax.lax.scan(halve, bounds, length=max(size - 1, 0).bit_length())
    return Found(high, trace)
