"""How certain a network was of each bit: a step holds the number that was written, so the network reads once more."""

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Float, Int

from nee.compilation import bucket
from nee.composed import Distinct, ShownPair
from nee.engine import NeuralEngine

SIZES = (2, 8, 32, 100)
"""Few sizes, so that few programs are compiled: a page should not wait for them."""
AT_ONCE = 16
"""Steps that are read side by side; their attention scores must fit in memory."""

Reader = NeuralEngine | Distinct


def reader_of(engine: Any) -> Reader | None:
    """The network that reads whole numbers in this engine; None if it reads limbs, or looks answers up."""
    part = engine.engine if isinstance(engine, ShownPair) else engine
    return part if isinstance(part, Reader) else None


def bit_logits(
    reader: Reader, values: Int[np.ndarray, "steps slots"], masks: Bool[np.ndarray | Array, "steps slots"]
) -> Float[np.ndarray, "steps digits"]:
    """The logit of each bit that the network wrote, at each step.

    Hidden slots change nothing: only the shown ones are read, on a size that is compiled once.
    """
    masks = np.asarray(masks)
    steps = len(masks)
    shown = size_for(int((~masks).sum(axis=-1).max(initial=1)))
    front_values = np.zeros((size_for(steps), shown), np.int32)
    front_masks = np.ones(front_values.shape, bool)
    for row, (numbers, mask) in enumerate(zip(values, masks, strict=True)):
        left = np.unique(numbers[~mask]) if isinstance(reader, Distinct) else numbers[~mask]
        front_values[row, : len(left)] = left
        front_masks[row, : len(left)] = False
    network = reader.network if isinstance(reader, Distinct) else reader
    return np.asarray(read_all(network, jnp.asarray(front_values), jnp.asarray(front_masks)))[:steps]


def size_for(count: int) -> int:
    """The size to compile for."""
    return next((size for size in SIZES if size >= count), bucket(count))


@eqx.filter_jit
def read_all(
    engine: NeuralEngine, values: Int[Array, "steps slots"], masks: Bool[Array, "steps slots"]
) -> Float[Array, "steps digits"]:
    """The logits of the bits for each list and its mask."""
    logits: Array = jax.lax.map(lambda row: engine.read(*row)[0], (values, masks), batch_size=AT_ONCE)
    return logits
