"""What one engine is taught, and how."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import jax
import jax.numpy as jnp
import optax
from jaxtyping import Array, Bool, Float, Int, PRNGKeyArray

from nee.engine import EngineConfig, NeuralEngine
from nee.engine.layers import Dropout
from nee.numbers import to_bits
from nee.steps import Engine, Step, Trace


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How an engine is trained. A subroutine adds what is to be said about its lessons."""

    name: str
    steps: int
    lessons_per_step: int
    """Every step of every lesson's trace is one training example."""
    schedule: Literal["warmup", "cosine", "constant"]
    """`warmup` is the transformer's: up for 4000 steps, then down with 1 / sqrt(step). `cosine` ends at zero, and
    `constant` leaves it to the average of the weights to come to rest."""
    learning_rate: float
    """The peak of the schedule."""
    dropout: float = 0.0
    weight_decay: float = 0.0
    uphill: float = 0.0
    """Sharpness-aware minimisation: the gradient is taken so far up the steepest slope; 0 takes it on the spot."""
    averaging: float = 1e-3
    """The share of the newest weights in the average that is evaluated and shipped."""
    instances: int | None = None
    """So many different lessons are seen over and over; None draws new ones for ever."""


class Lesson(NamedTuple):
    """One instance, and the trace of the oracle on it."""

    values: Int[Array, " slots"]
    log_counts: Float[Array, " slots"]
    """The logarithm of how many equal numbers each slot stands for."""
    trace: Trace
    taught: Bool[Array, " steps"]
    """Which steps of the trace are training examples."""


class Losses(NamedTuple):
    """What is minimised, in nats: the sum over the bits, the pointer, and the mean over the mask's slots."""

    value: Float[Array, "*shape"]
    pointer: Float[Array, "*shape"]
    mask: Float[Array, "*shape"]


def losses(engine: NeuralEngine, lesson: Lesson, dropout: Dropout) -> Losses:
    """The sums over the steps of one trace. Steps that are not taught do not count."""

    def of_step(mask: Bool[Array, " slots"], target: Step, place: Int[Array, ""]) -> Losses:
        bits, log_attention = engine.read(lesson.values, mask, lesson.log_counts, dropout.at(place))
        next_mask = engine.mask_update(mask, target.pointer)
        return Losses(
            value=optax.sigmoid_binary_cross_entropy(bits, to_bits(target.value, engine.config.bits)).sum(),
            # Attention to any of the slots that the oracle could have used is right.
            pointer=-jax.nn.logsumexp(log_attention, where=target.attention > 0),
            mask=optax.sigmoid_binary_cross_entropy(next_mask, target.mask).mean(),
        )

    masks, targets = lesson.trace
    each = jax.vmap(of_step)(masks, targets, jnp.arange(masks.shape[0]))
    return jax.tree.map(lambda loss: jnp.sum(loss, where=lesson.taught), each)


@dataclass(frozen=True, eq=False)
class Subroutine:
    """A new file with one of these adds an engine to training, evaluation and the command line."""

    name: str
    summary: str
    config: EngineConfig
    oracle: Engine
    """The exact engine."""
    lesson: Callable[[PRNGKeyArray, Any], Lesson]
    """Draws an instance for a recipe, and runs the oracle on it."""
    validate: Callable[[NeuralEngine, Any], dict[str, float]]
    """Percentages to watch while training with a recipe, by name."""
    recipes: tuple[Recipe, ...]
    """The first one is the one whose weights ship."""
    domain: Callable[[Any], Any] | None = None
    """Of an operation: all that it can be asked, for a recipe."""

    def untrained(self, key: PRNGKeyArray) -> NeuralEngine:
        """An engine that has learned nothing."""
        return NeuralEngine(self.config, key=key)

    def losses(self, engine: NeuralEngine, lesson: Lesson, dropout: Dropout) -> Losses:
        """How far an engine is from the oracle."""
        return losses(engine, lesson, dropout)
