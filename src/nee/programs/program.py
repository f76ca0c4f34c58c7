"""What a program is: data by position, engines by keyword."""

import functools
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import jax
import numpy as np

from nee.containers import at, first_place
from nee.errors import InputError
from nee.numbers import infinity

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def program(run: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Let a program refuse the numbers that its engines cannot read, if it can see them.

    Inside jax.jit and jax.vmap the numbers are not known when the program runs, and nothing is checked: an engine of
    8 bits takes 300 for 44 there.
    """

    @functools.wraps(run)
    def checked(*data: Given.args, **engines: Given.kwargs) -> Answer:
        widths = [bits for engine in engines.values() if (bits := bits_of(engine))]
        for numbers in (*data, *engines.values()) if widths else ():
            check_numbers(numbers, min(widths))
        return run(*data, **engines)

    return checked


def bits_of(engine: Any) -> int | None:
    """How wide the numbers are that an engine reads, if it tells."""
    return getattr(engine, "bits", None)


def check_numbers(numbers: Any, bits: int) -> None:
    """Refuse an array of integers with a number that is neither of `bits` bits nor infinity."""
    if isinstance(numbers, jax.core.Tracer) or not isinstance(numbers, jax.Array | np.ndarray) or not numbers.ndim:
        return
    array, end = np.asarray(numbers), infinity(bits)
    if array.dtype.kind not in "iu":
        return
    wrong = (array < 0) | (array > end)
    if wrong.any():
        place = first_place(wrong, ())
        reason = "negative" if array[place] < 0 else "too large"
        raise InputError(
            f"{array[place]} is {reason}{at(place)}: "
            f"engines of {bits} bits read the whole numbers from 0 to {end - 1}, and {end} for infinity."
        )
