"""What one engine is taught, and how."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from jaxtyping import Array, Bool, Float, Int, PRNGKeyArray

from nee.engine import EngineConfig, NeuralEngine
from nee.steps import Engine, Trace


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How an engine is trained. A subroutine adds what is to be said about its lessons."""

    name: str
    steps: int
    lessons_per_step: int
    """Every step of every lesson's trace is one training example."""
    schedule: Literal["warmup", "cosine"]
    """`warmup` is the transformer's: up for 4000 steps, then down with 1 / sqrt(step). `cosine` ends at zero."""
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
