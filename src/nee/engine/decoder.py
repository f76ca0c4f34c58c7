"""The decoder: outputs that read what the encoder made of the slots."""

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, PRNGKeyArray

from nee.engine.attention import Score
from nee.engine.blocks import DecoderBlock
from nee.engine.config import EngineConfig
from nee.engine.layers import Dropout
from nee.numbers import Number


class Decoder(eqx.Module):
    """A stack of decoder blocks, scanned over like the encoder's."""

    blocks: DecoderBlock

    def __init__(self, config: EngineConfig, *, key: PRNGKeyArray):
        self.blocks = eqx.filter_vmap(lambda k: DecoderBlock(config, key=k))(jax.random.split(key, config.layers))

    def __call__(
        self,
        y: Float[Array, "outputs width"],
        encoded: Float[Array, "slots width"],
        self_bias: Float[Array, "#outputs outputs"],
        bias: Float[Array, "#outputs slots"],
        score: Score,
        dropout: Dropout,
    ) -> tuple[Float[Array, "outputs width"], Float[Array, "outputs slots"]]:
        """The outputs, and the logarithm of the last block's attention to the slots."""

        def layer(
            y: Float[Array, "outputs width"], block_and_index: tuple[DecoderBlock, Number]
        ) -> tuple[Float[Array, "outputs width"], Float[Array, "outputs slots"]]:
            block, index = block_and_index
            return block(y, y, encoded, self_bias, bias, score, dropout.at(index))

        layers = jax.tree.leaves(self.blocks)[0].shape[0]
        y, attention = jax.lax.scan(layer, dropout(y, 0), (self.blocks, jnp.arange(layers)))
        return y, attention[-1]
