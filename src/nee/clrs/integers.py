"""Reals as integers of up to 62 bits: exact where they fit, and else cut off as far down as can be."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float, Int

BITS = 62
"""Engines read numbers below 2 ** 62."""
MANTISSA = 53
"""The bits that a real has in a computer."""

Reals = Float[np.ndarray, "..."]
Integers = Int[np.ndarray, "..."]


def as_integers(arrays: Sequence[Reals], largest: float, *, multiple: int = 1) -> tuple[list[Integers], int]:
    """All numbers times the same power of two, without what is left behind the point; and the power's exponent.

    `largest` is the largest number that a program makes of them: it stays below 2 ** 62. The exponent is the smallest
    one that makes all numbers whole, if that is small enough. Its magnitude is a multiple of `multiple`.

    >>> as_integers([np.array([0.5, 0.75])], 0.75)
    ([array([2, 3])], 2)
    """
    cap = BITS - int(np.frexp(largest)[1])
    exponent = min(-(-exponent_of_last_bit(arrays) // multiple), cap // multiple) * multiple
    return [np.floor(np.ldexp(array, exponent)).astype(np.int64) for array in arrays], exponent


def exponent_of_last_bit(arrays: Sequence[Reals]) -> int:
    """The smallest exponent that makes all numbers whole, and no less than 0."""
    exponents = [0]
    for array in arrays:
        mantissas, powers = np.frexp(array[array != 0])
        whole = np.ldexp(mantissas, MANTISSA).astype(np.int64)
        zeros_at_the_end = np.log2(whole & -whole).astype(int)
        exponents += (MANTISSA - powers - zeros_at_the_end).tolist()
    return max(exponents)
