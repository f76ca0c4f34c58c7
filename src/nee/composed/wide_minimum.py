"""The minimum of numbers of more bits than the engine reads.

From the top limb down the engine is asked about one limb of the slots that are left; those that its attention holds
stay. Infinity is the engine's own: its top limb is the token `e`.
"""

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.composed.limbs import from_limbs, limb_count, to_limbs
from nee.composed.part import Part, holding
from nee.composed.table import Table
from nee.numbers import infinity
from nee.steps import Mask, Step, Trace

LIMBS_AT_ONCE = 4
"""A loop over this many look-ups at a time takes half as long. A network would be compiled this many times."""


class WideMinimum(eqx.Module):
    """A comparison of wide numbers out of one of narrow ones. It serves `merge` too."""

    engine: Part
    bits: int = eqx.field(static=True)

    def __call__(self, values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Step:
        limbs = self.limbs_from_the_top(values)
        gone, descent = self.descend(limbs, mask)
        held = ~gone
        pointer = jnp.argmax(held).astype(jnp.int32)
        attention = held / jnp.maximum(held.sum(), 1).astype(jnp.float32)
        return Step(self.number(descent.step.value, values), pointer, self.next_mask(mask, pointer), attention)

    def next_mask(self, mask: Bool[Array, " slots"], pointer: Int[Array, ""]) -> Bool[Array, " slots"]:
        """The mask after the slot at the pointer was used."""
        return self.engine.next_mask(mask, pointer)

    def descend(
        self, limbs: Int[Array, "limbs slots"], mask: Bool[Array, " slots"]
    ) -> tuple[Bool[Array, " slots"], Trace]:
        """The mask that hides all but the smallest numbers, and what the engine saw and answered at each limb."""

        def step(gone: Mask, limb: Int[Array, " slots"]) -> tuple[Mask, Trace]:
            found = self.engine(limb, gone)
            return gone | ~holding(found.attention), Trace(gone, found)

        return jax.lax.scan(step, mask, limbs, unroll=LIMBS_AT_ONCE if isinstance(self.engine, Table) else 1)

    def limbs_from_the_top(self, values: Int[Array, " slots"]) -> Int[Array, "limbs slots"]:
        """The limbs of all numbers, top limb first; infinity has the token `e` on top and zeros below."""
        limbs = to_limbs(values, self.engine.bits, limb_count(self.bits, self.engine.bits))
        top = jnp.where(values == infinity(self.bits), infinity(self.engine.bits), limbs[:, -1])
        return limbs.at[:, -1].set(top).T[::-1]

    def number(self, named: Int[Array, " limbs"], like: Int[Array, " slots"]) -> Int[Array, ""]:
        """The number whose limbs were named, top limb first.

        The top limb has room for more bits than the number: what a broken engine writes there must not reach the sign.
        """
        infinite = named[0] == infinity(self.engine.bits)
        whole = from_limbs(named[::-1], self.engine.bits, like) & (2 * infinity(self.bits) - 1)
        return jnp.where(infinite, infinity(self.bits), whole)
