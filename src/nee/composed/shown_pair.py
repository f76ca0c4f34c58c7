"""A list in which the mask shows at most two slots, read as a pair.

That is what `merge` looks at: the heads of two lists. The two slots are brought to the front, the engine answers the
pair, and the mask of the whole list is updated.
"""

import equinox as eqx
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.composed.part import Part
from nee.steps import Step


class ShownPair(eqx.Module):
    """An engine for lists that show two slots out of an engine for two slots."""

    engine: Part

    @property
    def bits(self) -> int:
        """How many bits the numbers have that it reads."""
        return self.engine.bits

    def __call__(self, values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Step:
        slots = values.shape[0]
        first = jnp.argmin(mask).astype(jnp.int32)
        # Where only one slot is shown, both searches find it.
        second = (slots - 1 - jnp.argmin(mask[::-1])).astype(jnp.int32)
        places = jnp.stack([first, second])
        answer = self.engine(values[places], jnp.array([False, False]).at[1].set(first == second))
        pointer = places[answer.pointer]
        attention = jnp.zeros(slots, jnp.float32).at[places].add(answer.attention)
        return Step(answer.value, pointer, self.next_mask(mask, pointer), attention)

    def next_mask(self, mask: Bool[Array, " slots"], pointer: Int[Array, ""]) -> Bool[Array, " slots"]:
        """The mask after the slot at the pointer was used."""
        return self.engine.next_mask(mask, pointer)
