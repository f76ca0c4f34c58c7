"""The blocks of a transformer: attention and a feed-forward network, each with a residual connection."""

import equinox as eqx
import jax
from jaxtyping import Array, Float, PRNGKeyArray

from nee.engine.attention import Attention, Memory, Score
from nee.engine.config import EngineConfig
from nee.engine.layers import Dropout, LayerNorm, Linear


class FeedForward(eqx.Module):
    """Two layers over each slot alone."""

    inner: Linear
    outer: Linear

    def __init__(self, config: EngineConfig, *, key: PRNGKeyArray):
        inner_key, outer_key = jax.random.split(key)
        self.inner = Linear(config.width, config.feed_forward, key=inner_key)
        self.outer = Linear(config.feed_forward, config.width, key=outer_key)

    def __call__(self, x: Float[Array, "slots width"]) -> Float[Array, "slots width"]:
        return self.outer(jax.nn.relu(self.inner(x)))


class Residual(eqx.Module):
    """Joins a block's input and output, and normalises the sum."""

    norm: LayerNorm
    ratio: float = eqx.field(static=True)

    def __init__(self, config: EngineConfig):
        self.norm = LayerNorm(config.width)
        self.ratio = config.residual

    def __call__(
        self, x: Float[Array, "slots width"], change: Float[Array, "slots width"]
    ) -> Float[Array, "slots width"]:
        return self.norm(self.ratio * x + (2 - self.ratio) * change)


class EncoderBlock(eqx.Module):
    """The slots read each other."""

    attention: Attention
    feed_forward: FeedForward
    residuals: tuple[Residual, Residual]

    def __init__(self, config: EngineConfig, *, key: PRNGKeyArray):
        attention_key, feed_forward_key = jax.random.split(key)
        self.attention = Attention(config, key=attention_key)
        self.feed_forward = FeedForward(config, key=feed_forward_key)
        self.residuals = (Residual(config), Residual(config))

    def __call__(
        self, x: Float[Array, "slots width"], bias: Float[Array, "#slots slots"], score: Score, dropout: Dropout
    ) -> Float[Array, "slots width"]:
        read, _ = self.attention(x, x, bias, score)
        x = self.residuals[0](x, dropout(read, 0))
        return self.residuals[1](x, dropout(self.feed_forward(x), 1))


class DecoderBlock(eqx.Module):
    """The outputs read each other, then what the encoder made of the slots."""

    self_attention: Attention
    cross_attention: Attention
    feed_forward: FeedForward
    residuals: tuple[Residual, Residual, Residual]

    def __init__(self, config: EngineConfig, *, key: PRNGKeyArray):
        self_key, cross_key, feed_forward_key = jax.random.split(key, 3)
        self.self_attention = Attention(config, key=self_key)
        self.cross_attention = Attention(config, key=cross_key)
        self.feed_forward = FeedForward(config, key=feed_forward_key)
        self.residuals = (Residual(config), Residual(config), Residual(config))

    def __call__(
        self,
        y: Float[Array, "outputs width"],
        outputs: Float[Array, "past width"] | Memory,
        encoded: Float[Array, "slots width"] | Memory,
        self_bias: Float[Array, "#outputs past"],
        bias: Float[Array, "#outputs slots"],
        score: Score,
        dropout: Dropout,
    ) -> tuple[Float[Array, "outputs width"], Float[Array, "outputs slots"]]:
        """The new outputs, and the logarithm of the attention they paid to the slots.

        `outputs` is what `y` reads first: `y` itself, or what is remembered of it and of earlier outputs.
        """
        read, _ = self.self_attention(y, outputs, self_bias, score)
        y = self.residuals[0](y, dropout(read, 0))
        read, attention = self.cross_attention(y, encoded, bias, score)
        y = self.residuals[1](y, dropout(read, 1))
        return self.residuals[2](y, dropout(self.feed_forward(y), 2)), attention
