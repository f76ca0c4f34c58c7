"""The greatest common divisor, as Euclid found it: take the smaller number from the larger one, over and over.

    nee run examples/gcd.py:gcd 12 18 --trace

A program is one function: data by position, engines by keyword. `nee run` hands it the shipped engines that are called
like its keywords. What is learned here is which number is smaller, and the sums; the loop is given.
"""

from typing import Any, NamedTuple

import jax.numpy as jnp

from nee.programs.pairs import ask, sum_of

NUMBERS = jnp.arange(256)


class Divisor(NamedTuple):
    """What `nee run` prints is called `result`, and what it draws with --trace is called `trace`."""

    result: Any
    trace: list[str]


def gcd(a, b, *, minimum, add):
    """The largest number that divides both a and b; they go up to 255."""
    trace: list[str] = []
    while True:
        smaller, larger = (a, b) if ask(minimum, a, b).pointer == 0 else (b, a)
        if smaller == 0:
            return Divisor(larger, trace)
        a, b = smaller, difference(larger, smaller, add=add)
        trace.append(f"{larger} less {smaller} is {b}")


def difference(larger, smaller, *, add):
    """No engine has learned to subtract: of all numbers, this is the first that makes the smaller one the larger."""
    right = sum_of(smaller, NUMBERS, add=add) == larger
    if not right.any():
        raise ValueError(f"nothing up to 255 makes {smaller} {larger}")
    return jnp.argmax(right)
