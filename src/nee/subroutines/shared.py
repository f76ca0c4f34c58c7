"""Four subroutines taught to one network at once."""

import dataclasses
from dataclasses import dataclass
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, PRNGKeyArray

from nee.engine import EngineConfig, NeuralEngine
from nee.engine.layers import Dropout
from nee.engine.shared_engine import SharedEngine
from nee.errors import InputError
from nee.subroutines.add import ADD
from nee.subroutines.lesson import Lesson
from nee.subroutines.merge import MERGE
from nee.subroutines.minimum import MINIMUM
from nee.subroutines.multiply import MULTIPLY
from nee.subroutines.operation import PairRecipe
from nee.subroutines.subroutine import Recipe, Subroutine

TASKS: dict[str, Subroutine] = {each.name: each for each in (MINIMUM, MERGE, ADD, MULTIPLY)}
"""In the order of their vectors."""
LESSONS = {"minimum": 2, "merge": 1, "add": 16, "multiply": 32}
"""How many lessons of each task make one lesson: a list has many steps, a pair has one, and products are hard."""


class SharedLosses(NamedTuple):
    """What is minimised: for each task the mean over its steps of what it minimises alone."""

    minimum: Float[Array, "*shape"]
    merge: Float[Array, "*shape"]
    add: Float[Array, "*shape"]
    multiply: Float[Array, "*shape"]


class SharedLesson(NamedTuple):
    """Lessons of every task, stacked for each."""

    lessons: tuple[Lesson, ...]
    taught: Bool[Array, " 1"]

    def losses(self, engine: SharedEngine, dropout: Dropout) -> SharedLosses:
        """Each task's lessons are read by the engine that is told the task."""
        means = []
        for name, lessons in zip(TASKS, self.lessons, strict=True):
            told = tell(engine, name)
            each = jax.vmap(lambda lesson, told=told: lesson.losses(told, dropout))(lessons)
            means.append(sum(loss.sum() for loss in each) / lessons.taught.sum())
        return SharedLosses(*means)


def tell(engine: SharedEngine, name: str) -> NeuralEngine:
    """The engine for the task of this name."""
    config = TASKS[name].config
    return engine.told(list(TASKS).index(name), config.bits, config.most_shown)


@dataclass(frozen=True)
class SharedTask:
    """What one network for four subroutines is taught. It is trained like a subroutine."""

    config: EngineConfig
    name: str = "shared"

    def config_for(self, recipe: Recipe) -> EngineConfig:
        """The same shape for every recipe."""
        if recipe.signed_bits:
            raise InputError(f"A network for {self.name} reads no signed bits.")
        return self.config

    def untrained(self, key: PRNGKeyArray, recipe: Recipe) -> SharedEngine:
        """A network that has learned nothing."""
        return SharedEngine(self.config_for(recipe), len(TASKS), key=key)

    def lesson(self, key: PRNGKeyArray, recipe: Recipe) -> SharedLesson:
        """Some lessons of every task, as its shipped recipe draws them."""
        lessons = [
            jax.vmap(lambda key, task=task: task.lesson(key, recipe_of(task)))(jax.random.split(own_key, LESSONS[name]))
            for own_key, (name, task) in zip(jax.random.split(key, len(TASKS)), TASKS.items(), strict=True)
        ]
        return SharedLesson(tuple(lessons), jnp.ones(1, bool))

    def validate(self, engine: SharedEngine, recipe: Recipe) -> dict[str, float]:
        """What each task validates by itself."""
        return {
            f"{name}, {what}": percent
            for name, task in TASKS.items()
            for what, percent in task.validate(tell(engine, name), recipe_of(task)).items()
        }


def recipe_of(task: Subroutine) -> Recipe:
    """The lessons that the engine of the same name is taught; of pairs, every one."""
    recipe = task.recipes[0]
    return dataclasses.replace(recipe, pairs=1.0) if isinstance(recipe, PairRecipe) else recipe


# `multiply` is the largest of the four. Two units less pay for the vectors that tell the tasks apart.
SHARED = SharedTask(dataclasses.replace(MULTIPLY.config, feed_forward=126, most_shown=None))
RECIPES = (
    Recipe(
        name="together",
        steps=24_000,
        lessons_per_step=8,
        schedule="cosine",
        learning_rate=3e-3,
    ),
)
