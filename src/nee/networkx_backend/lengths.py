"""The weights of edges as integers that engines add, where networkx's own sums are exact too."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Bool, Int

from nee.errors import InputError
from nee.graphs.scaling import MOST_BITS, scale_floats
from nee.networkx_backend.refusal import NotServedError

Number = int | float
EXACT_BITS = 53
"""A float holds every integer of so many bits."""


@dataclass(frozen=True, eq=False)
class Lengths:
    """Weights from 0 on: each of `integers` times `unit` is a weight that the caller gave."""

    integers: Int[np.ndarray, " edges"]
    unit: Number
    """The integer 1 if all weights are integers, else a power of two."""
    floats: Bool[np.ndarray, " edges"]
    """Which weights are floats: in networkx a sum with one of them is a float."""
    bits: int
    """Every path, and one edge more, has a length of at most so many bits."""

    def number(self, integer: int, a_float: bool) -> Number:
        """The length of a path as networkx writes it."""
        number = integer * self.unit
        return number if a_float else int(number)


def read_lengths(given: Sequence[Any], nodes: int) -> Lengths:
    """The weights of edges, or the reason why engines, or networkx, would not add them exactly."""
    check_numbers(given)
    if any(weight < 0 for weight in given):
        raise NotServedError("A weight is negative, and engines add numbers from 0 on.")
    if math.inf in given:
        raise NotServedError("A weight is infinite, and for engines infinity says that there is no edge.")
    floats = np.array([type(weight) is float for weight in given], bool)
    whole = [weight for weight in given if type(weight) is not float]
    most = EXACT_BITS if floats.any() else MOST_BITS
    if max(whole, default=0).bit_length() > most:
        raise NotServedError(f"A weight has more than {most} bits.")
    integers, unit = scaled(given) if floats.any() else (np.array(given, np.int64), 1)
    heaviest = int(integers.max(initial=0))
    longest = min(heaviest * nodes, heaviest + sum(integers.tolist())).bit_length()
    if longest > most:
        limit = "sums of floats round" if floats.any() else "engines do not add numbers"
        raise NotServedError(f"A path may have a length of {longest} bits, and {limit} beyond {most} bits.")
    return Lengths(integers, unit, floats, longest)


def check_numbers(given: Sequence[Any]) -> None:
    """Refuse what is no integer or float of Python's own, and what no comparison can place."""
    others = {*map(type, given)} - {int, float}
    if others:
        kind = min(kind.__name__ for kind in others)
        raise NotServedError(f"A weight has the type {kind}, and only Python's own integers and floats are read.")
    if any(weight != weight for weight in given):
        raise NotServedError("A weight is not a number (NaN).")


def scaled(given: Sequence[Number]) -> tuple[Int[np.ndarray, " edges"], float]:
    """Integers, and the power of two that makes weights of them."""
    try:
        integers, unit = scale_floats(np.array(given, np.float64))
    except InputError as error:
        raise NotServedError(str(error)) from None
    return integers, float(unit)
