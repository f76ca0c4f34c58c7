"""What one engine is taught, and how."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, get_args, get_origin

import equinox as eqx
import jax
import numpy as np
from jaxtyping import Array, Bool, Int, PRNGKeyArray

from nee.engine import EngineConfig, NeuralEngine
from nee.errors import InputError
from nee.steps import Engine
from nee.subroutines.lesson import Lesson

Schedule = Literal["warmup", "cosine", "restless"]
Optimizer = Literal["adam", "muon"]


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How an engine is trained. Each subroutine adds the settings of its lessons."""

    name: str
    steps: int
    lessons_per_step: int
    """Every step of every lesson's trace is one training example."""
    candidates: int = 1
    """How many lessons are drawn for each that is taught: of all that are drawn, those with the largest loss are."""
    schedule: Schedule
    """`warmup` is the transformer's: up for 4000 steps, then down with 1 / sqrt(step). `cosine` rises for a few steps,
    then falls to 0; or to `last_rate`, and to 0 in the last tenth of the steps. `restless` falls to `last_rate` and no
    further: the weights never come to rest, only their average does."""
    learning_rate: float
    """The peak of the schedule."""
    last_rate: float = 0.0
    """Where the cosine ends. At 0 the weights come to rest early; if only some numbers are seen, these are then learned
    by heart."""
    optimizer: Optimizer = "adam"
    """`adam` is the paper's. `muon` makes every change of a matrix inside the network orthogonal, so that all its
    directions change by the same; Adam changes all other arrays."""
    dropout: float = 0.0
    weight_decay: float = 0.0
    averaging: float = 1e-3
    """The share of the newest weights in the average that is evaluated and shipped."""
    signed_bits: bool = False
    """Train a network that reads a bit that is 0 as -1 (`EngineConfig`)."""
    instances: int | None = None
    """How many different lessons are seen, over and over; None draws new ones for ever."""

    def __post_init__(self) -> None:
        for name in ("steps", "lessons_per_step", "candidates"):
            if type(getattr(self, name)) is not int or getattr(self, name) < 1:
                raise InputError(f"A recipe's {name} is a whole number from 1 on, not {getattr(self, name)!r}.")
        if not isinstance(self.learning_rate, int | float) or not 0 < self.learning_rate < math.inf:
            raise InputError(f"A recipe's learning_rate is a number above 0, not {self.learning_rate!r}.")
        for name in ("last_rate", "dropout", "weight_decay", "averaging"):
            if not isinstance(getattr(self, name), int | float) or not 0 <= getattr(self, name) < math.inf:
                raise InputError(f"A recipe's {name} is a number from 0 on, not {getattr(self, name)!r}.")
        if type(self.signed_bits) is not bool:
            raise InputError(f"A recipe's signed_bits is True or False, not {self.signed_bits!r}.")
        if self.last_rate > (0 if self.schedule == "warmup" else self.learning_rate):
            raise InputError(f"A last_rate is for a rate that falls to it: {self.last_rate:g} is none.")
        for each in fields(self):
            known, value = get_args(each.type), getattr(self, each.name)
            if get_origin(each.type) is Literal and value not in known:
                raise InputError(f"A recipe's {each.name} is one of {', '.join(map(str, known))}, not {value!r}.")


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

    def config_for(self, recipe: Recipe) -> EngineConfig:
        """The shape of the engine that a recipe trains."""
        return replace(self.config, signed_bits=True) if recipe.signed_bits else self.config

    def untrained(self, key: PRNGKeyArray, recipe: Recipe) -> NeuralEngine:
        """An engine that has learned nothing."""
        return NeuralEngine(self.config_for(recipe), key=key)

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
