"""The sum of numbers of more bits than the engine reads.

From the lowest limb up, with one bit less in each limb than the engine reads: `add(add(a, b), carry)` never exceeds
what it can answer, and the highest bit of the answer is the next carry.
"""

from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.composed.limbs import from_limbs, limb_count, to_limbs
from nee.composed.part import Part
from nee.composed.table import Table
from nee.numbers import Number, infinity
from nee.steps import Step


class WideAdd(eqx.Module):
    """A sum of two wide numbers out of sums of narrow ones. What exceeds the width is infinite."""

    engine: Part
    bits: int = eqx.field(static=True)

    @property
    def limb(self) -> int:
        """How many bits a limb has."""
        return self.engine.bits - 1

    def __call__(self, values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Step:
        end, token = infinity(self.bits), infinity(self.engine.bits)
        limbs = to_limbs(values, self.limb, limb_count(self.bits, self.limb))
        limbs = limbs.at[:, -1].set(jnp.where(values == end, token, limbs[:, -1]))
        sums = add_limbs(self.engine, limbs[0], limbs[1]).limbs
        infinite = sums[-1] == token
        total = from_limbs(jnp.where(infinite, 0, sums), self.limb, values)
        return Step(
            value=jnp.where(infinite | (total >= end) | (total < 0), end, total),
            pointer=jnp.array(0, jnp.int32),
            mask=self.next_mask(mask, jnp.array(0, jnp.int32)),
            attention=jnp.full(mask.shape, 0.5, jnp.float32),
        )

    def next_mask(self, mask: Bool[Array, " slots"], pointer: Int[Array, ""]) -> Bool[Array, " slots"]:
        """The mask after both operands were used."""
        return self.engine.next_mask(mask, pointer)


class LimbSum(NamedTuple):
    """A sum limb by limb, and how each limb came about."""

    limbs: Int[Array, "*pairs limbs"]
    """The top limb keeps all of its own: an overflow, or the token `e`."""
    sums: Int[Array, "*pairs limbs"]
    """Of the two limbs."""
    totals: Int[Array, "*pairs limbs"]
    """The same with the carry from the limb below; the highest bit is the next carry."""


def add_limbs(engine: Part, first: Int[Array, " limbs"], second: Int[Array, " limbs"]) -> LimbSum:
    """The limbs of the sum."""
    limb = engine.bits - 1

    def step(carry: Number, pair: tuple[Number, Number]) -> tuple[Number, tuple[Number, Number]]:
        both, total = add_up(engine, [*pair, carry])
        return total >> limb, (both, total)

    _, (sums, totals) = jax.lax.scan(step, jnp.array(0, jnp.int32), (first, second))
    return LimbSum(totals.at[:-1].set(totals[:-1] & ((1 << limb) - 1)), sums, totals)


def add_up(engine: Part, numbers: list[Number]) -> Int[Array, " sums"]:
    """What the engine says is the sum of the first two numbers, of this and the third, and so on."""

    def step(total: Number, number: Number) -> tuple[Number, Number]:
        total = engine(jnp.stack([total, number]), jnp.zeros(2, bool)).value
        return total, total

    first, *others = numbers
    # Look-ups are unrolled. A network stays in the loop, so that it is compiled once.
    return jax.lax.scan(step, first, jnp.stack(others), unroll=isinstance(engine, Table))[1]
