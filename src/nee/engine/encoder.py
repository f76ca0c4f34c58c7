"""The encoder: slots that read each other, layer after layer."""

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, PRNGKeyArray

from nee.engine.attention import Score
from nee.engine.blocks import EncoderBlock
from nee.engine.config import EngineConfig
from nee.engine.layers import Dropout
from nee.numbers import Number


class Encoder(eqx.Module):
    """A stack of encoder blocks. Their weights are stacked too: one block is compiled, and scanned over."""

    blocks: EncoderBlock

    def __init__(self, config: EngineConfig, *, key: PRNGKeyArray):
        self.blocks = eqx.filter_vmap(lambda k: EncoderBlock(config, key=k))(jax.random.split(key, config.layers))

    def __call__(
        self, x: Float[Array, "slots width"], bias: Float[Array, "#slots slots"], score: Score, dropout: Dropout
    ) -> Float[Array, "slots width"]:
        def layer(
            x: Float[Array, "slots width"], block_and_index: tuple[EncoderBlock, Number]
        ) -> tuple[Float[Array, "slots width"], None]:
            block, index = block_and_index
            return block(x, bias, score, dropout.at(index)), None

        layers = jax.tree.leaves(self.blocks)[0].shape[0]
        return jax.lax.scan(layer, dropout(x, 0), (self.blocks, jnp.arange(layers)))[0]
