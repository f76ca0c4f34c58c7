"""A lesson: one instance, what the oracle does on it, and how far an engine is from that."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Int

from nee.engine import NeuralEngine
from nee.engine.layers import Dropout
from nee.numbers import to_bits
from nee.steps import Step, Trace


class Losses(NamedTuple):
    """What is minimised, in nats: the sum over the bits, the pointer, and the mean over the mask's slots."""

    value: Float[Array, "*shape"]
    pointer: Float[Array, "*shape"]
    mask: Float[Array, "*shape"]


class Lesson(NamedTuple):
    """One instance, and the trace of the oracle on it."""

    values: Int[Array, " slots"]
    log_counts: Float[Array, " slots"]
    """The logarithm of how many equal numbers each slot stands for."""
    trace: Trace
    taught: Bool[Array, " steps"]
    """Which steps of the trace are training examples."""

    def losses(self, engine: NeuralEngine, dropout: Dropout) -> Losses:
        """The sums over the taught steps of the trace."""
        # Who runs an engine does not wait for what only training needs.
        import optax

        def losses_of_step(mask: Bool[Array, " slots"], target: Step, place: Int[Array, ""]) -> Losses:
            bits, log_attention = engine.read(self.values, mask, self.log_counts, dropout.at(place), sharpen=False)
            next_mask = engine.mask_update(mask, target.pointer)
            return Losses(
                value=optax.sigmoid_binary_cross_entropy(bits, to_bits(target.value, engine.config.bits)).sum(),
                # Attention to any of the slots that the oracle could have used is right.
                pointer=-jax.nn.logsumexp(log_attention, where=target.attention > 0),
                mask=optax.sigmoid_binary_cross_entropy(next_mask, target.mask).mean(),
            )

        masks, targets = self.trace
        each = jax.vmap(losses_of_step)(masks, targets, jnp.arange(masks.shape[0]))
        sums: Losses = jax.tree.map(lambda loss: jnp.sum(loss, where=self.taught), each)
        return sums
