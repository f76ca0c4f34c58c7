"""Integers as bits, and infinity as the number that needs one bit more.

A number of `bits` bits is read as `bits + 1` bits: the last one is set only for the token `e`, which stands for
infinity. Infinity is therefore the integer `2 ** bits`, larger than every number by plain comparison, and its only
set bit selects the vector that the network learns for it.

    >>> infinity(8)
    256
    >>> to_bits(jnp.array([5, 256]), 8).astype(int).tolist()
    [[1, 0, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 1]]
"""

import jax.numpy as jnp
from jaxtyping import Array, Float, Int

Number = Int[Array, ""]
"""One number, or one place in a row, as an array."""


def infinity(bits: int) -> int:
    """The integer that stands for the token `e`."""
    return 1 << bits


def to_bits(values: Int[Array, "*shape"], bits: int) -> Float[Array, "*shape {bits}+1"]:
    """The bits of each number, lowest first, as zeros and ones."""
    return ((values[..., None] >> jnp.arange(bits + 1, dtype=values.dtype)) & 1).astype(jnp.float32)


def from_bits(logits: Float[Array, "*shape digits"]) -> Int[Array, "*shape"]:
    """The number whose bits are the positive logits; with the bit of `e` set, infinity whatever the others say."""
    powers = 1 << jnp.arange(logits.shape[-1], dtype=jnp.int32)
    return jnp.minimum(jnp.sum(jnp.where(logits > 0, powers, 0), axis=-1, dtype=jnp.int32), powers[-1])
