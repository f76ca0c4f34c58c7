"""The product of numbers with a point: the product of integers, less its lowest bits."""

import equinox as eqx
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.composed.limbs import from_limbs, to_limbs
from nee.composed.part import Part
from nee.composed.wide_multiply import LIMB, multiply_limbs
from nee.numbers import infinity
from nee.steps import Step

LIMBS = 9
"""The integers that are multiplied have up to 54 bits."""


class FixedPointMultiply(eqx.Module):
    """An engine for numbers that stand for themselves divided by 2 ** fraction."""

    multiply: Part
    add: Part
    bits: int = eqx.field(static=True)
    fraction: int = eqx.field(static=True)
    """How many bits of a product are dropped: a multiple of the 6 bits of a limb."""

    def __call__(self, values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Step:
        first, second = to_limbs(values, LIMB, LIMBS)
        limbs = multiply_limbs(self.multiply, self.add, first, second).limbs[self.fraction // LIMB :]
        product = from_limbs(limbs, LIMB, values)
        return Step(
            value=jnp.minimum(product, infinity(self.bits)),
            pointer=jnp.array(0, jnp.int32),
            mask=jnp.ones_like(mask),
            attention=jnp.full(mask.shape, 0.5, jnp.float32),
        )
