"""Attention fidelity: how sharply a network looks at the number that comes next.

The lists have no number twice. Attention to one of two equal numbers, or to both, would be as right and less sharp.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Int

from nee.baselines.greedy import decode_all
from nee.baselines.seq2seq import Seq2Seq, with_end
from nee.engine import NeuralEngine
from nee.numbers import infinity
from nee.programs import selection_sort


@dataclass(frozen=True)
class Fidelity:
    """The attention of one network."""

    model: str
    attention: Float[np.ndarray, "steps slots"]
    """Over one list of the largest size: a row for each step, the slots in the order of their numbers."""
    entropy_by_step: list[float]
    """In nats, on lists of the largest size: 0 looks at one slot alone, log n at all n alike."""
    entropy_by_size: dict[int, float]
    """The mean over all steps."""
    on_target_by_size: dict[int, float]
    """The attention to the number that belongs there, in percent."""


def fidelity(name: str, network: Seq2Seq | NeuralEngine, *, sizes: Sequence[int], lists: int, seed: int) -> Fidelity:
    """Look at the last attention of the decoder, step by step."""
    by_size = {
        size: attention_by_rank(network, distinct_lists(size, lists, network.config.bits, seed)) for size in sizes
    }
    largest = by_size[max(sizes)]
    return Fidelity(
        name,
        attention=largest[0],
        entropy_by_step=[round(float(x), 4) for x in entropy(largest).mean(axis=0)],
        entropy_by_size={size: round(float(entropy(each).mean()), 4) for size, each in by_size.items()},
        on_target_by_size={
            size: round(100 * float(each.diagonal(axis1=1, axis2=2).mean()), 2) for size, each in by_size.items()
        },
    )


def distinct_lists(size: int, lists: int, bits: int, seed: int) -> Int[Array, "lists size"]:
    """Lists without equal numbers."""
    keys = jax.random.split(jax.random.fold_in(jax.random.key(seed), size), lists)
    return jax.vmap(lambda key: jax.random.permutation(key, infinity(bits))[:size])(keys)


def attention_by_rank(
    network: Seq2Seq | NeuralEngine, values: Int[Array, "lists size"]
) -> Float[np.ndarray, "lists steps slots"]:
    """Each step's attention to the smallest number, the next one, and so on: sorting is the diagonal.

    A baseline reads and writes the end too, after all numbers.
    """
    if isinstance(network, NeuralEngine):
        slots, attention = values, engine_attention(network, values)
    else:
        slots, attention = with_end(values, network.config.bits), decode_all(network, values).attention
    return np.asarray(jnp.take_along_axis(attention, jnp.argsort(slots)[:, None, :], axis=-1))


@eqx.filter_jit
def engine_attention(engine: NeuralEngine, values: Int[Array, "lists size"]) -> Float[Array, "lists size size"]:
    """Of every step of selection sort."""
    return jax.vmap(lambda one: selection_sort(one, minimum=engine).trace.step.attention)(values)


def entropy(attention: Float[np.ndarray, "*shape slots"]) -> Float[np.ndarray, "*shape"]:
    """In nats."""
    return np.asarray(-np.sum(attention * np.log(np.maximum(attention, 1e-30)), axis=-1))
