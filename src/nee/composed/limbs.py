"""Wide numbers as rows of limbs that an engine can read, lowest first.

>>> to_limbs(jnp.array([5, 300]), 8, 2).tolist()
[[5, 0], [44, 1]]
"""

import jax.numpy as jnp
from jaxtyping import Array, Int


def limb_count(bits: int, limb: int) -> int:
    """How many limbs of `limb` bits a number of `bits` bits has."""
    return -(-bits // limb)


def to_limbs(values: Int[Array, "*shape"], limb: int, count: int) -> Int[Array, "*shape {count}"]:
    """The lowest limbs of each number."""
    shifts = limb * jnp.arange(count, dtype=values.dtype)
    return ((values[..., None] >> shifts) & ((1 << limb) - 1)).astype(jnp.int32)


def from_limbs(limbs: Int[Array, "*shape count"], limb: int, like: Int[Array, "..."]) -> Int[Array, "*shape"]:
    """The numbers, in the integers that `like` has."""
    shifts = limb * jnp.arange(limbs.shape[-1], dtype=like.dtype)
    return jnp.sum(limbs.astype(like.dtype) << shifts, axis=-1, dtype=like.dtype)
