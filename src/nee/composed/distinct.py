"""Equal numbers are read once.

The minimum does not depend on how often a number stands in the list. A crowd of equal numbers, however, takes attention
away from the smallest, which the network makes up for by sharper attention, beyond what it has learned. Read once, a
list of any length is at most one slot for each number.
"""

import equinox as eqx
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.engine import NeuralEngine
from nee.engine.neural_engine import point
from nee.numbers import from_bits, infinity
from nee.steps import Step


class Distinct(eqx.Module):
    """A network that reads each number of the list in the first slot that shows it."""

    network: NeuralEngine

    @property
    def bits(self) -> int:
        """How many bits the numbers have that it reads."""
        return self.network.bits

    def __call__(self, values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Step:
        slots, numbers = values.shape[0], infinity(self.bits) + 1
        index = jnp.arange(slots, dtype=jnp.int32)
        first = jnp.full(numbers, slots, jnp.int32).at[values].min(jnp.where(mask, slots, index))
        count = jnp.zeros(numbers, jnp.float32).at[values].add(~mask)
        hidden = mask | (first[values] != index)
        bits, log_attention = self.network.read_shown(values, hidden, numbers)
        # Every slot of a number has the same share of what the number got.
        shared = jnp.exp(log_attention).at[first[values]].get(mode="fill", fill_value=0) / jnp.maximum(count[values], 1)
        attention = jnp.where(mask, 0, shared)
        pointer = point(jnp.log(attention))
        return Step(from_bits(bits), pointer, self.next_mask(mask, pointer), attention)

    def next_mask(self, mask: Bool[Array, " slots"], pointer: Int[Array, ""]) -> Bool[Array, " slots"]:
        """The mask after the slot at the pointer was used."""
        return self.network.next_mask(mask, pointer)
