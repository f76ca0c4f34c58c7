"""What one engine is taught, and how."""

import dataclasses
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

import equinox as eqx
import jax
import numpy as np
from jaxtyping import Array, Bool, Int, PRNGKeyArray

from nee.engine import EngineConfig, NeuralEngine
from nee.errors import InputError
from nee.steps import Engine
from nee.subroutines.lesson import Lesson

AnyConfig = TypeVar("AnyConfig", bound=EngineConfig)


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How an engine is trained. Each subroutine adds the settings of its lessons."""

    name: str
    steps: int
    lessons_per_step: int
    """Every step of every lesson's trace is one training example."""
    schedule: Literal["warmup", "cosine", "constant", "plateau"]
    """`warmup` is the transformer's: up for 4000 steps, then down with 1 / sqrt(step). `cosine` falls to zero all the
    time, `plateau` in the last eighth of the steps, and `constant` never."""
    learning_rate: float
    """The peak of the schedule."""
    dropout: float = 0.0
    weight_decay: float = 0.0
    sharpness_radius: float = 0.0
    """Sharpness-aware minimisation takes the gradient this far up the steepest slope; 0 takes it on the spot."""
    averaging: float = 1e-3
    """The share of the newest weights in the average that is evaluated and shipped."""
    instances: int | None = None
    """How many different lessons are seen, over and over; None draws new ones for ever."""
    score_width: int | None = None
    """Hidden units of the MLP that scores a pair; None leaves as many as the subroutine's config has."""

    def __post_init__(self) -> None:
        for name in ("steps", "lessons_per_step"):
            if type(getattr(self, name)) is not int or getattr(self, name) < 1:
                raise InputError(f"A recipe's {name} is a whole number from 1 on, not {getattr(self, name)!r}.")
        if not isinstance(self.learning_rate, int | float) or not 0 < self.learning_rate < math.inf:
            raise InputError(f"A recipe's learning_rate is a number above 0, not {self.learning_rate!r}.")
        width = self.score_width
        if width is not None and (type(width) is not int or width < 1 or width % 16):
            raise InputError(f"A recipe's score_width is a multiple of 16, or None, not {width!r}.")

    def shape(self, config: AnyConfig) -> AnyConfig:
        """The shape of the network to train, from its usual one.

        >>> wide = Recipe(name="w", steps=1, lessons_per_step=1, schedule="cosine", learning_rate=0.1, score_width=64)
        >>> wide.shape(EngineConfig(width=24)).score_width
        64
        """
        return config if self.score_width is None else dataclasses.replace(config, score_width=self.score_width)


Program = Callable[[Any, Engine], Int[Array, "..."]]
"""Runs a program on one instance with an engine, and returns the numbers that are right or wrong."""
Draw = Callable[[PRNGKeyArray, int, int], Any]
"""Draws a number of instances of one size, stacked."""
Judgement = Bool[np.ndarray, "instances numbers"]
AT_ONCE = 1 << 22
"""Instances run side by side as long as the squares of their sizes add up to no more than this."""


@dataclass(frozen=True, eq=False)
class Subroutine:
    """A file with one of these adds an engine to training, evaluation and the command line.

    An engine is judged in a `program`, on fresh `instances`: with the engine it must answer as it does with the
    oracle. An engine whose every question can be listed has a `domain` instead, and is asked all of it.
    """

    name: str
    summary: str
    """What the engine finds, in a few words."""
    config: EngineConfig
    """The network's usual shape; `Recipe.shape` may change it."""
    oracle: Engine
    """The exact engine."""
    lesson: Callable[[PRNGKeyArray, Any], Lesson]
    """Draws an instance for a recipe, and runs the oracle on it."""
    validate: Callable[[NeuralEngine, Any], dict[str, float]]
    """Percentages to watch while training with a recipe, by name."""
    recipes: tuple[Recipe, ...]
    """The first one is the one whose weights ship."""
    program: Program | None = None
    instances: Mapping[str, Draw] = field(default_factory=dict)
    """Ways to draw test instances, by name; the first one is the usual one."""
    domain: Callable[[Any], Any] | None = None
    """All that the engine can be asked, for a recipe."""

    def untrained(self, key: PRNGKeyArray, recipe: Recipe) -> NeuralEngine:
        """An engine that has learned nothing, of the shape that the recipe wants."""
        return NeuralEngine(recipe.shape(self.config), key=key)

    def judge(self, engine: Engine, key: PRNGKeyArray, count: int, size: int, kind: str | None = None) -> Judgement:
        """Which numbers of each instance the program gets right with this engine, on instances that the key fixes."""
        assert self.program is not None, f"{self.name} has no program"
        instances = self.instances[kind or next(iter(self.instances))](key, count, size)
        together = min(count, max(1, AT_ONCE // size**2))
        answers, exact = (run_program(self.program, each, instances, together) for each in (engine, self.oracle))
        return np.asarray(answers == exact).reshape(count, -1)


@eqx.filter_jit
def run_program(program: Program, engine: Engine, instances: Any, together: int) -> Int[Array, "instances ..."]:
    """The program's answer to each instance; `together` of them run side by side."""
    answers: Int[Array, "instances ..."] = jax.lax.map(
        lambda instance: program(instance, engine), instances, batch_size=together
    )
    return answers
