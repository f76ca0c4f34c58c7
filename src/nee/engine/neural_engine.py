"""The neural execution engine."""

from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Int, PRNGKeyArray

from nee.engine.attention import Score, make_score
from nee.engine.config import EngineConfig
from nee.engine.decoder import Decoder
from nee.engine.encoder import Encoder
from nee.engine.layers import NO_DROPOUT, Dropout, Linear
from nee.engine.mask_update import MaskUpdate
from nee.engine.shown import read_front, read_shown
from nee.numbers import from_bits, to_bits
from nee.steps import Step

HIDDEN = -1e9
"""The score of a masked slot: finite, so that a mask that hides everything gives no NaN."""


class NeuralEngine(eqx.Module):
    """A transformer that reads the numbers that the mask shows, and answers with a value, a pointer and a new mask."""

    embedding: Float[Array, "digits width"]
    """One vector per bit, and one for infinity."""
    score: Score
    encoder: Encoder
    decoder: Decoder
    value_head: Linear
    mask_update: MaskUpdate
    config: EngineConfig = eqx.field(static=True)

    def __init__(self, config: EngineConfig, *, key: PRNGKeyArray):
        keys = jax.random.split(key, 6)
        self.embedding = jax.random.normal(keys[0], (config.bits + 1, config.width)) * config.width**-0.5
        self.score = make_score(config, key=keys[1])
        self.encoder = Encoder(config, key=keys[2])
        self.decoder = Decoder(config, key=keys[3])
        self.value_head = Linear(config.width, config.bits + 1, key=keys[4])
        self.mask_update = MaskUpdate(config, key=keys[5])
        self.config = config

    def __call__(self, values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Step:
        bits, attention = read_shown(self, values, mask)
        pointer = jnp.argmax(attention)
        return Step(
            value=from_bits(bits),
            pointer=pointer,
            mask=self.mask_update(mask, pointer) > 0,
            attention=jnp.exp(attention),
        )

    def read(
        self,
        values: Int[Array, " slots"],
        mask: Bool[Array, " slots"],
        log_counts: Float[Array, " slots"] | None = None,
        dropout: Dropout = NO_DROPOUT,
    ) -> tuple[Float[Array, " digits"], Float[Array, " slots"]]:
        """The logits of the value's bits, and the logarithm of the attention to each slot.

        A slot with `log_counts` = log c counts as c slots of the same number.
        """
        if log_counts is None:
            log_counts = jnp.zeros(values.shape)
        most = self.config.most_shown
        if most is not None and most < values.shape[0]:
            return read_front(partial(self.read, dropout=dropout), most, values, mask, log_counts)
        bias = jnp.where(mask, HIDDEN, log_counts)[None, :]
        embedded = to_bits(values, self.config.bits) @ self.embedding * self.config.width**0.5
        encoded = self.encoder(embedded, bias, self.score, dropout.at(0))
        start = jnp.zeros((1, self.config.width))
        decoded, attention = self.decoder(start, encoded, jnp.zeros((1, 1)), bias, self.score, dropout.at(1))
        return self.value_head(decoded[0]), attention[0]
