"""Greedy decoding: each output is the most likely one, and is read before the next.

What attention needs of the slots is computed once, what it needs of an output when that output is made. A list of n
numbers therefore costs n passes over one output each, not n passes over all outputs so far.
"""

from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int

from nee.baselines.seq2seq import Seq2Seq, with_end
from nee.engine.attention import Memory
from nee.engine.layers import NO_DROPOUT
from nee.engine.neural_engine import HIDDEN


class Decoded(NamedTuple):
    """What a baseline makes of a list, output by output. Right outputs are the sorted list and the end."""

    outputs: Int[Array, "*lists outputs"]
    logits: Float[Array, "*lists outputs classes"]
    attention: Float[Array, "*lists outputs slots"]
    """Of the last block, to the list and the end."""


@eqx.filter_jit
def decode_all(model: Seq2Seq, lists: Int[Array, "lists size"]) -> Decoded:
    """Each list decoded."""
    return jax.vmap(lambda values: decode(model, values))(lists)


@eqx.filter_jit
def decode_padded(model: Seq2Seq, values: Int[Array, " slots"], size: Int[Array, ""]) -> Decoded:
    """One list that is filled up with infinity: one compiled program serves many sizes."""
    return decode(model, values, size)


def decode(model: Seq2Seq, values: Int[Array, " size"], size: Int[Array, ""] | None = None) -> Decoded:
    """As many outputs as the list has numbers, and one more for the end. Beyond `size` nothing is read."""
    slots = with_end(values, model.config.bits)
    length = slots.shape[0]
    everything = jnp.zeros((1, length)) if size is None else jnp.where(jnp.arange(length) > size, HIDDEN, 0.0)[None, :]
    encoded = model.encoder(model.embed(slots), everything, model.score, NO_DROPOUT)
    blocks = model.decoder.blocks
    of_slots = jax.vmap(lambda block: block.cross_attention.remember(encoded))(blocks)
    of_outputs = jax.vmap(lambda block: block.self_attention.remember(jnp.zeros_like(encoded)))(blocks)

    def step(carry: tuple[Array, Memory], index: Int[Array, ""]) -> tuple[tuple[Array, Memory], Decoded]:
        y, of_outputs = carry
        so_far = jnp.where(jnp.arange(length) <= index, 0.0, HIDDEN)[None, :]

        def layer(y: Array, block_and_memories: Any) -> tuple[Array, tuple[Memory, Array]]:
            block, of_outputs, of_slots = block_and_memories
            of_outputs = put(of_outputs, index, block.self_attention.remember(y))
            y, attention = block(y, of_outputs, of_slots, so_far, everything, model.score, NO_DROPOUT)
            return y, (of_outputs, attention)

        decoded, (of_outputs, attention) = jax.lax.scan(layer, y, (blocks, of_outputs, of_slots))
        logits = model.head(decoded[0])
        output = model.choose(logits)
        return (model.embed(output[None]), of_outputs), Decoded(output, logits, jnp.exp(attention[-1, 0]))

    decoded: Decoded = jax.lax.scan(step, (model.start(), of_outputs), jnp.arange(length))[1]
    return decoded


def put(memory: Memory, index: Int[Array, ""], new: Memory) -> Memory:
    """The memory with one slot more."""
    longer: Memory = jax.tree.map(lambda old, one: old.at[index].set(one[0]), memory, new)
    return longer
