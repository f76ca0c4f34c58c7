"""What one engine is taught, and how."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from jaxtyping import Array, Float, Int, PRNGKeyArray

from nee.engine import EngineConfig
from nee.steps import Engine, Trace


@dataclass(frozen=True)
class Recipe:
    """How an engine is trained."""

    name: str
    steps: int
    traces_per_step: int
    """Every step of every trace is one training example."""
    schedule: Literal["warmup", "cosine"]
    """`warmup` is the transformer's: up for 4000 steps, then down with 1 / sqrt(step). `cosine` ends at zero."""
    learning_rate: float
    """The peak of the schedule."""
    dropout: float
    close: float
    """The share of close lists."""
    counts: int
    """A number of a training list stands for up to so many equal ones."""
    instances: int | None
    """So many different instances are seen over and over; None draws new ones for ever."""


class Lesson(NamedTuple):
    """One instance, and the trace of the oracle on it."""

    values: Int[Array, " slots"]
    log_counts: Float[Array, " slots"]
    """The logarithm of how many equal numbers each slot stands for."""
    trace: Trace


@dataclass(frozen=True, eq=False)
class Subroutine:
    """A new file with one of these adds an engine to training, evaluation and the command line."""

    name: str
    summary: str
    config: EngineConfig
    oracle: Engine
    """The exact engine."""
    lesson: Callable[[PRNGKeyArray, Recipe], Lesson]
    """Draws an instance, and runs the oracle on it."""
    recipes: tuple[Recipe, ...]
    """The first one is the one whose weights ship."""
