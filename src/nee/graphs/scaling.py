"""Weights of any kind as integers times one unit, without rounding."""

import math
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Any

import numpy as np
from jaxtyping import Float, Int, Shaped

from nee.containers import common_denominator, scaled_up, written
from nee.errors import InputError
from nee.graphs.edges import Edges

MOST_BITS = 62
"""What the engines reckon with: infinity needs one bit more, and the sign another."""
FINEST_BITS = 1_100
"""The smallest of all floats needs a denominator of 1 074 bits."""

AT_ONCE = 1 << 16
"""How many floats are worked on at a time: they stay in the processor's cache."""


def to_integers(edges: Edges) -> tuple[Int[np.ndarray, " edges"], Fraction]:
    """Integers and the unit that makes weights of them, or the reason why there is none.

    The unit is 1 for whole weights, else a power of two for floats, a power of ten for decimals, and one part of the
    common denominator for fractions.
    """
    weights = edges.weights
    check_finite(edges)
    if weights.dtype == object:
        return scale_exactly(weights.tolist())
    if weights.dtype.kind == "f":
        return scale_floats(weights.astype(np.float64, copy=False))
    if weights.max(initial=0) >= 1 << MOST_BITS:
        return scale_exactly(weights.tolist())
    return weights.astype(np.int64, copy=False), Fraction(1)


def check_finite(edges: Edges) -> None:
    """Refuse weights that are negative or infinite."""
    weights = edges.weights
    for wrong, reason in ((weights < 0, "negative"), (weights == math.inf, "infinite: leave the edge out")):
        if np.any(wrong):
            edge = int(np.argmax(wrong))
            value = written(weights[edge : edge + 1].tolist()[0])
            raise InputError(f"The weight of {edges[edge]} does not do: {value} is {reason}.")


def scale_floats(weights: Float[np.ndarray, " edges"]) -> tuple[Int[np.ndarray, " edges"], Fraction]:
    """Floats in units of a power of two, 1 if that does."""
    if not weights.any():
        return weights.astype(np.int64, copy=False), Fraction(1)
    lowest, highest = lowest_bit(weights), math.frexp(weights.max())[1]
    exponent = lowest if lowest < 0 or highest > MOST_BITS else 0
    unit = Fraction(2) ** exponent
    if highest - exponent > MOST_BITS:
        raise too_wide(Fraction(float(weights.max())), unit)
    half = exponent // 2  # In two steps, because 2 ** 1074 itself is no float.
    return (weights * 2.0**-half * 2.0 ** (half - exponent)).astype(np.int64), unit


def lowest_bit(weights: Float[np.ndarray, " edges"]) -> int:
    """The largest power of two that all floats are multiples of, by its exponent."""
    digits = np.zeros(2048, np.int64)  # For each exponent, the digits that occur with it.
    for first in range(0, len(weights), AT_ONCE):
        bits = np.abs(weights[first : first + AT_ONCE]).view(np.int64)
        np.bitwise_or.at(digits, bits >> 52, bits & ((1 << 52) - 1) | (1 << 52))
    digits[0] &= (1 << 52) - 1  # The smallest floats, and 0, have no leading 1.
    occurring = [(field, int(digits[field])) for field in np.flatnonzero(digits).tolist()]
    return min(max(field, 1) - 1075 + (found & -found).bit_length() - 1 for field, found in occurring)


def scale_exactly(weights: list[Any]) -> tuple[Int[np.ndarray, " edges"], Fraction]:
    """Python's numbers in units of one part of their common denominator; if that is too fine, of a multiple of two."""
    denominator = common_denominator(weights, FINEST_BITS)
    largest = Fraction(max(weights, default=0))
    if denominator is None:
        raise too_wide(largest, Fraction(1, 1 << FINEST_BITS))
    integers = [scaled_up(weight, denominator) for weight in weights]
    digits = reduce(or_, integers, 0)
    zeros = (digits & -digits).bit_length() - 1 if digits >> MOST_BITS else 0
    if digits >> zeros >> MOST_BITS:
        raise too_wide(largest, Fraction(1 << zeros, denominator))
    return np.array([integer >> zeros for integer in integers], np.int64), Fraction(1 << zeros, denominator)


def too_wide(largest: Fraction, unit: Fraction, what: str = "The weights") -> InputError:
    """The sentence for weights, or for paths, that need too many bits: it says how many digits can be kept."""
    bits = int(largest / unit).bit_length()
    most = int(((1 << MOST_BITS) - 1) / largest)
    if most:
        digits = len(str(most)) - 1
        advice = f"keep at most {digits} digits after the point, as in Decimal(str(round(weight, {digits})))"
    else:
        advice = f"divide the weights by 10**{len(str(int(largest / (1 << MOST_BITS))))} and round them"
    return InputError(f"{what} need {bits} bits to be exact, and {MOST_BITS} are possible: {advice}.")


def kind_of(weights: Shaped[np.ndarray, " edges"]) -> type:
    """The type of the answers about weights that are not whole: the least exact one among the weights."""
    if weights.dtype.kind == "f":
        return float
    kinds = {type(weight) for weight in weights.tolist()}
    return next((kind for kind in (float, Fraction, Decimal) if kind in kinds), int)
