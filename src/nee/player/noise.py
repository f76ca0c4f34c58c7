"""Break it: noise on the weights of one part of an engine, to see what that part does."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

from nee.engine import NeuralEngine

Part = Literal["mask update", "embedding", "value head", "attention"]

PARTS: dict[Part, Callable[[NeuralEngine], Any]] = {
    "mask update": lambda engine: engine.mask_update,
    "embedding": lambda engine: engine.embedding,
    "value head": lambda engine: engine.value_head,
    "attention": lambda engine: engine.score,
}


class Noise(NamedTuple):
    """How much of it, and where. An amount of 1 is as large as the weights themselves."""

    part: Part
    amount: float
    seed: int = 0


def with_noise(engine: NeuralEngine, noise: Noise | None) -> NeuralEngine:
    """The engine with normal noise on one part. It is compiled like the engine itself."""
    if noise is None or noise.amount == 0:
        return engine
    part = PARTS[noise.part]
    leaves, tree = jax.tree.flatten(part(engine))
    draw = np.random.default_rng(noise.seed).standard_normal  # Nothing to compile: it shakes as fast as a slider moves.
    shaken = [
        jnp.asarray(np.asarray(leaf) + noise.amount * np.std(leaf) * draw(leaf.shape), leaf.dtype) for leaf in leaves
    ]
    noisy: NeuralEngine = eqx.tree_at(part, engine, jax.tree.unflatten(tree, shaken))
    return noisy
