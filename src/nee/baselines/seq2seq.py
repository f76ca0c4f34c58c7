"""The baseline: a transformer that reads a whole list and writes the sorted one, number after number."""

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Int, PRNGKeyArray

from nee.baselines.variants import Seq2SeqConfig
from nee.engine.attention import Score, make_score
from nee.engine.decoder import Decoder
from nee.engine.encoder import Encoder
from nee.engine.layers import NO_DROPOUT, Dropout, Linear
from nee.engine.neural_engine import HIDDEN
from nee.numbers import from_bits, infinity, to_bits


class Seq2Seq(eqx.Module):
    """Made of an engine's blocks, without its mask: what was sorted already is told by the outputs so far.

    There is no positional encoding: the list is a set to the encoder, and an output has its place by what came before.
    """

    embedding: Float[Array, "digits width"] | None
    """One vector per number or per bit, and one for the end; nothing where bits are read bare."""
    score: Score
    encoder: Encoder
    decoder: Decoder
    head: Linear
    config: Seq2SeqConfig = eqx.field(static=True)

    def __init__(self, config: Seq2SeqConfig, *, key: PRNGKeyArray):
        keys = jax.random.split(key, 5)
        digits = {"numbers": infinity(config.bits) + 1, "bits": config.bits + 1}
        self.embedding = (
            None
            if config.reads == "bare_bits"
            else jax.random.normal(keys[0], (digits[config.reads], config.width)) * config.width**-0.5
        )
        self.score = make_score(config, key=keys[1])
        self.encoder = Encoder(config, key=keys[2])
        self.decoder = Decoder(config, key=keys[3])
        self.head = Linear(config.width, digits[config.writes], key=keys[4])
        self.config = config

    def read(
        self,
        slots: Int[Array, " slots"],
        mask: Bool[Array, " slots"],
        outputs: Int[Array, " outputs"],
        dropout: Dropout = NO_DROPOUT,
    ) -> tuple[Float[Array, "outputs+1 classes"], Float[Array, "outputs+1 slots"]]:
        """The logits of every next output, and the logarithm of its attention to the slots.

        The first is what follows the start, the second what follows the first of `outputs`, and so on.
        """
        bias = jnp.where(mask, HIDDEN, 0.0)[None, :]
        encoded = self.encoder(self.embed(slots), bias, self.score, dropout.at(0))
        before = jnp.concatenate([self.start(), self.embed(outputs)])
        decoded, attention = self.decoder(before, encoded, causal(len(before)), bias, self.score, dropout.at(1))
        return self.head(decoded), attention

    def start(self) -> Float[Array, "1 width"]:
        """What the decoder reads before its first output: `e`, the end of whatever came before.

        An engine starts with the zero vector, which is also what 0 is read as. Here that would not do: the decoder
        could not tell that it has written a 0, as attention to one zero vector and to two of them is the same.
        """
        return self.embed(jnp.array([infinity(self.config.bits)]))

    def embed(self, values: Int[Array, " values"]) -> Float[Array, "values width"]:
        """The numbers as vectors."""
        bits, width = self.config.bits, self.config.width
        if self.embedding is None:
            return jnp.pad(to_bits(values, bits), ((0, 0), (0, width - bits - 1)))
        one_hot = self.config.reads == "numbers"
        digits = jax.nn.one_hot(values, infinity(bits) + 1) if one_hot else to_bits(values, bits)
        embedded: Float[Array, "values width"] = digits @ self.embedding * width**0.5
        return embedded

    def choose(self, logits: Float[Array, "*shape classes"]) -> Int[Array, "*shape"]:
        """The most likely number."""
        return from_bits(logits) if self.config.writes == "bits" else jnp.argmax(logits, axis=-1)


def causal(outputs: int) -> Float[Array, "{outputs} {outputs}"]:
    """The bias that lets an output read itself and those before it."""
    return jnp.where(jnp.tri(outputs, dtype=bool), 0.0, HIDDEN)


def with_end(values: Int[Array, "*lists size"], bits: int) -> Int[Array, "*lists size+1"]:
    """Lists as they are read and written, with the end `e` after them."""
    return jnp.pad(values, [(0, 0)] * (values.ndim - 1) + [(0, 1)], constant_values=infinity(bits))
