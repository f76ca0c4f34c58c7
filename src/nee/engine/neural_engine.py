"""The neural execution engine."""

import math

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Int, PRNGKeyArray

from nee.engine.attention import DotProductScore, PairScore, Score, Sharpened, make_score
from nee.engine.config import EngineConfig
from nee.engine.decoder import Decoder
from nee.engine.encoder import Encoder
from nee.engine.layers import NO_DROPOUT, Dropout, Linear
from nee.engine.mask_update import MaskUpdate
from nee.engine.shown import Answer, encode_shown, read_front
from nee.numbers import from_bits, to_bits
from nee.steps import Step

HIDDEN = -1e9
"""The score of a masked slot: finite, so that a mask that hides everything gives no NaN."""
EQUAL = 1e-3
"""Equal numbers get equal attention. What rounding makes of it differs by less than this, as a logarithm; what the
network tells apart differs by more than a thousand times as much."""

CROWD = 100
"""As many numbers as the paper's longest lists have. Among up to this many, attention is as it was learned; among more,
it is sharper."""


class NeuralEngine(eqx.Module):
    """A transformer that reads the numbers that the mask shows, and answers with a value, a pointer and a new mask."""

    embedding: Float[Array, "digits width"]
    """One vector per bit, and one for infinity."""
    score: PairScore | DotProductScore
    encoder: Encoder
    decoder: Decoder
    value_head: Linear
    mask_update: MaskUpdate
    start: Float[Array, " width"] | None
    """What the decoder starts from; None is the zero vector. An engine that knows several tasks is told one by it."""
    config: EngineConfig = eqx.field(static=True)

    def __init__(self, config: EngineConfig, *, key: PRNGKeyArray):
        keys = jax.random.split(key, 6)
        self.embedding = jax.random.normal(keys[0], (config.bits + 1, config.width), jnp.float32) * config.width**-0.5
        self.score = make_score(config, key=keys[1])
        self.encoder = Encoder(config, key=keys[2])
        self.decoder = Decoder(config, key=keys[3])
        self.value_head = Linear(config.width, config.bits + 1, key=keys[4])
        self.mask_update = MaskUpdate(config, key=keys[5])
        self.start = None
        self.config = config

    @property
    def bits(self) -> int:
        """How many bits the numbers have that it reads."""
        return self.config.bits

    def __call__(self, values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Step:
        bits, attention = self.read_shown(values, mask, self.most_shown(values))
        pointer = point(attention)
        return Step(
            value=from_bits(bits), pointer=pointer, mask=self.next_mask(mask, pointer), attention=jnp.exp(attention)
        )

    def most_shown(self, values: Int[Array, " slots"]) -> int:
        """The most slots that a mask may show."""
        return values.shape[0] if self.config.most_shown is None else self.config.most_shown

    def read_shown(self, values: Int[Array, " slots"], mask: Bool[Array, " slots"], most: int) -> Answer:
        """What `read` answers, at the cost of the slots that the mask shows, which are at most `most`."""

        def network(values: Int[Array, " slots"], mask: Bool[Array, " slots"], _: Float[Array, " slots"]) -> Answer:
            bias = attention_bias(mask)
            return self.decode(encode_shown(self.encode_masked, values, mask), bias, self.score_among(bias))

        return read_front(network, most, values, mask, jnp.zeros(values.shape, jnp.float32))

    def next_mask(self, mask: Bool[Array, " slots"], pointer: Int[Array, ""]) -> Bool[Array, " slots"]:
        """The mask after the slot at the pointer was used."""
        return self.mask_update(mask, pointer) > 0

    def read(
        self,
        values: Int[Array, " slots"],
        mask: Bool[Array, " slots"],
        log_counts: Float[Array, " slots"] | None = None,
        dropout: Dropout = NO_DROPOUT,
        *,
        sharpen: bool = True,
    ) -> Answer:
        """The logits of the value's bits, and the logarithm of the attention to each slot.

        A slot with `log_counts` = log c counts as c slots of the same number. Training does not sharpen: it is a way
        from what was learned to longer lists.
        """

        def network(
            values: Int[Array, " slots"], mask: Bool[Array, " slots"], log_counts: Float[Array, " slots"]
        ) -> Answer:
            bias = attention_bias(mask, log_counts)
            score = self.score_among(bias) if sharpen else self.score
            return self.decode(self.encode(values, bias, score, dropout.at(0)), bias, score, dropout.at(1))

        if log_counts is None:
            log_counts = jnp.zeros(values.shape, jnp.float32)
        return read_front(network, self.most_shown(values), values, mask, log_counts)

    def encode_masked(self, values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Float[Array, "slots width"]:
        """What `encode` makes of the slots that a mask shows: of all, or of those that were moved to the front."""
        bias = attention_bias(mask)
        return self.encode(values, bias, self.score_among(bias))

    def encode(
        self, values: Int[Array, " slots"], bias: Float[Array, "1 slots"], score: Score, dropout: Dropout = NO_DROPOUT
    ) -> Float[Array, "slots width"]:
        """What the slots are after they have read each other."""
        digits = to_bits(values, self.config.bits)
        if self.config.signed_bits:
            digits = 2 * digits - 1
        return self.encoder(digits @ self.embedding * self.config.width**0.5, bias, score, dropout)

    def decode(
        self,
        encoded: Float[Array, "slots width"],
        bias: Float[Array, "1 slots"],
        score: Score,
        dropout: Dropout = NO_DROPOUT,
    ) -> Answer:
        """What the decoder reads from the encoded slots."""
        start = jnp.zeros(self.config.width, jnp.float32) if self.start is None else self.start
        alone = jnp.zeros((1, 1), jnp.float32)
        decoded, attention = self.decoder(start[None], encoded, alone, bias, score, dropout)
        return self.value_head(decoded[0]), attention[0]

    def score_among(self, bias: Float[Array, "1 slots"]) -> Score:
        """The score for as many slots as the bias shows."""
        return Sharpened(self.score, sharpness(bias))


def attention_bias(
    mask: Bool[Array, " slots"], log_counts: Float[Array, " slots"] | None = None
) -> Float[Array, "1 slots"]:
    """What is added to the scores of each slot."""
    counted = jnp.zeros(mask.shape, jnp.float32) if log_counts is None else log_counts
    return jnp.where(mask, HIDDEN, counted)[None, :]


def point(log_attention: Float[Array, " slots"]) -> Int[Array, ""]:
    """The slot with the highest attention; the first of those that are equal but for rounding."""
    return jnp.argmax(log_attention >= log_attention.max() - EQUAL).astype(jnp.int32)


def sharpness(bias: Float[Array, "1 slots"]) -> Float[Array, ""]:
    """By how much the scores are to grow among n numbers, n being the sum of the exponentials.

    Numbers that stand n times outweigh a single one n times, unless its score is larger by log n. What is enough for
    CROWD of them is therefore multiplied by log n / log CROWD.
    """
    return jnp.maximum(1.0, jax.nn.logsumexp(bias) / math.log(CROWD))
