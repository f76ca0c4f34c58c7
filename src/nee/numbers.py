"""Integers as bits, and infinity as the number that needs one bit more.

A number of `bits` bits is read as `bits + 1` bits: the last one is set only for the token `e`, which stands for
infinity. Infinity is therefore the integer `2 ** bits`, larger than every number by plain comparison, and its only
set bit selects the vector that the network learns for it.

    >>> infinity(8)
    256
    >>> to_bits(jnp.array([5, 256]), 8).astype(int).tolist()
    [[1, 0, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 1]]
"""

from numbers import Integral, Real
from typing import Any

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Int

from nee.errors import InputError


def infinity(bits: int) -> int:
    """The integer that stands for the token `e`."""
    return 1 << bits


def to_bits(values: Int[Array, "*shape"], bits: int) -> Float[Array, "*shape {bits}+1"]:
    """The bits of each number, lowest first, as zeros and ones."""
    return ((values[..., None] >> jnp.arange(bits + 1)) & 1).astype(jnp.float32)


def from_bits(logits: Float[Array, "*shape digits"]) -> Int[Array, "*shape"]:
    """The number whose bits are the positive logits; with the bit of `e` set, infinity whatever the others say."""
    powers = 1 << jnp.arange(logits.shape[-1])
    return jnp.minimum(jnp.sum(jnp.where(logits > 0, powers, 0), axis=-1), powers[-1])


def check_number(value: Any, bits: int) -> int:
    """The integer, or the reason why an engine of so many bits cannot read it.

    >>> check_number(300, 8)
    Traceback (most recent call last):
        ...
    nee.errors.InputError: 300 is too large: an engine of 8 bits reads the whole numbers from 0 to 255.
    """
    if isinstance(value, bool | np.bool) or not isinstance(value, Real):
        raise InputError(f"{value!r} is not a number: an engine of {bits} bits {_reads(bits)}.")
    if not isinstance(value, Integral):
        raise InputError(f"{value} is not a whole number: an engine of {bits} bits {_reads(bits)}.")
    number = int(value)
    if number < 0:
        raise InputError(f"{value} is negative: an engine of {bits} bits {_reads(bits)}.")
    if number >= infinity(bits):
        raise InputError(f"{value} is too large: an engine of {bits} bits {_reads(bits)}.")
    return number


def _reads(bits: int) -> str:
    return f"reads the whole numbers from 0 to {infinity(bits) - 1}"
