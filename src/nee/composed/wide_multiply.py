"""The product of numbers of more bits than the engine reads, as one learns it at school.

Each limb of the first number is multiplied with each limb of the second by the engine; the rows are summed up by the
engine that adds.
"""

from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.composed.limbs import from_limbs, limb_count, to_limbs
from nee.composed.part import Part
from nee.composed.wide_add import add_up
from nee.numbers import Number, infinity
from nee.steps import Step

LIMB = 6
"""Bits of a limb: all 64 x 64 products are in the domain of an engine that answers with 12 bits."""


class WideMultiply(eqx.Module):
    """A product of two wide numbers out of products and sums of narrow ones. What exceeds the width is infinite."""

    engine: Part
    add: Part
    bits: int = eqx.field(static=True)

    def __call__(self, values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Step:
        end = infinity(self.bits)
        count = limb_count(self.bits, LIMB)
        first, second = to_limbs(values, LIMB, count)
        limbs = multiply_limbs(self.engine, self.add, first, second).limbs
        # Limb by limb: the integers that hold the numbers need not hold their product.
        whole, rest = divmod(self.bits, LIMB)
        too_wide = (limbs[whole] >> rest > 0) | (limbs[whole + 1 :] > 0).any()
        product = from_limbs(limbs[:count], LIMB, values)
        infinite = (values == end).any() & (values != 0).all()
        return Step(
            value=jnp.where(infinite | too_wide, end, product),
            pointer=jnp.array(0, jnp.int32),
            mask=self.next_mask(mask, jnp.array(0, jnp.int32)),
            attention=jnp.full(mask.shape, 0.5, jnp.float32),
        )

    def next_mask(self, mask: Bool[Array, " slots"], pointer: Int[Array, ""]) -> Bool[Array, " slots"]:
        """The mask after both operands were used."""
        return self.engine.next_mask(mask, pointer)


class LimbProduct(NamedTuple):
    """A product limb by limb, and how it came about: a row for each limb of the first number."""

    limbs: Int[Array, "*pairs m+n"]
    products: Int[Array, "*pairs m n"]
    """Of this limb with each limb of the second number."""
    totals: Int[Array, "*pairs m n+1"]
    """Of each column of the row: the sum so far, the products' halves and the carry."""


Row = tuple[Int[Array, " n"], Int[Array, " n+1"]]
"""The products of one limb, and the totals of its columns."""


def multiply_limbs(multiply: Part, add: Part, first: Int[Array, " m"], second: Int[Array, " n"]) -> LimbProduct:
    """The limbs of the product: row by row, each added to the sum of those before it."""
    m, n = first.shape[0], second.shape[0]
    low = (1 << LIMB) - 1

    def add_row(sums: Int[Array, " limbs"], row: tuple[Number, Number]) -> tuple[Int[Array, " limbs"], Row]:
        place, limb = row
        products = jax.vmap(lambda other: multiply(jnp.stack([limb, other]), jnp.zeros(2, bool)).value)(second)
        lows = jnp.pad(products & low, (0, 1))
        highs = jnp.pad(products >> LIMB, (1, 0))
        window = jax.lax.dynamic_slice(sums, (place,), (n + 1,))

        def add_column(carry: Number, column: tuple[Number, Number, Number]) -> tuple[Number, Number]:
            total = add_up(add, [*column, carry])[-1]
            return total >> LIMB, total

        _, totals = jax.lax.scan(add_column, jnp.array(0, jnp.int32), (window, lows, highs))
        return jax.lax.dynamic_update_slice(sums, totals & low, (place,)), (products, totals)

    rows = (jnp.arange(m, dtype=jnp.int32), first)
    limbs, (products, totals) = jax.lax.scan(add_row, jnp.zeros(m + n, jnp.int32), rows)
    return LimbProduct(limbs, products, totals)
