"""One network for several subroutines. It is told which one to run, and is then an engine like any other."""

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, PRNGKeyArray

from nee.engine.config import EngineConfig
from nee.engine.neural_engine import NeuralEngine


class SharedEngine(eqx.Module):
    """The weights that all tasks share, and two vectors for each task that tell it apart."""

    network: NeuralEngine
    starts: Float[Array, "tasks width"]
    """What the decoder starts from."""
    filters: Float[Array, "tasks filters"]
    """Added to the bias of the mask update's filters: which of them a task uses."""

    def __init__(self, config: EngineConfig, tasks: int, *, key: PRNGKeyArray):
        network_key, starts_key, filters_key = jax.random.split(key, 3)
        self.network = NeuralEngine(config, key=network_key)
        self.starts = jax.random.normal(starts_key, (tasks, config.width), jnp.float32)
        self.filters = jax.random.normal(filters_key, (tasks, config.mask_filters), jnp.float32)

    def told(self, task: int, bits: int, most_shown: int | None) -> NeuralEngine:
        """The engine for one task, whose numbers may have fewer bits: it has the vectors of these and of infinity."""
        shared, read = self.network, jnp.array([*range(bits), self.network.bits])
        config = EngineConfig(**vars(shared.config) | {"bits": bits, "most_shown": most_shown})
        weights = eqx.tree_at(
            lambda engine: (
                engine.embedding,
                engine.value_head.weight,
                engine.value_head.bias,
                engine.mask_update.convolution.bias,
            ),
            shared,
            (
                shared.embedding[read],
                shared.value_head.weight[:, read],
                shared.value_head.bias[read],
                shared.mask_update.convolution.bias + self.filters[task],
            ),
        )
        shape = eqx.filter_eval_shape(NeuralEngine, config, key=jax.random.key(0))
        engine = jax.tree.unflatten(jax.tree.structure(shape), jax.tree.leaves(weights))
        told: NeuralEngine = eqx.tree_at(
            lambda engine: engine.start, engine, self.starts[task], is_leaf=lambda x: x is None
        )
        return told
