"""The training step: the same for every network."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, Protocol, runtime_checkable

import jax
import jax.numpy as jnp
import optax
from jaxtyping import Array, Float, Int, Key, PRNGKeyArray, PyTree, UInt32

from nee.engine.layers import NO_DROPOUT, Dropout
from nee.numbers import Number
from nee.subroutines import Recipe
from nee.training.optimizer import make_optimizer

Losses = tuple[Float[Array, ""], ...]
"""A named tuple of what is minimised, as a task's lessons have it."""


@runtime_checkable
class Task(Protocol):
    """What a network can learn: a subroutine, or the sorting task of the baselines."""

    @property
    def name(self) -> str: ...

    def config_for(self, recipe: Any, /) -> Any:
        """The shape of the network that a recipe trains, a dataclass."""

    def untrained(self, key: PRNGKeyArray, recipe: Any, /) -> Any:
        """A network with random weights."""

    @property
    def lesson(self) -> Callable[[PRNGKeyArray, Any], Any]:
        """Draws an instance for a recipe.

        Its `taught` says which of its steps are training examples, and `losses(network, dropout)` answers with a named
        tuple of what is minimised, each summed over the taught steps.
        """

    @property
    def validate(self) -> Callable[[Any, Any], dict[str, float]]:
        """Percentages to watch while training with a recipe, by name."""


class TrainingState(NamedTuple):
    """All that changes while training. What a step draws depends on the seed and the step's number alone."""

    engine: PyTree
    averaged: PyTree
    """The network's weights averaged over the last steps (`Recipe.averaging`): what is evaluated and shipped."""
    optimizer: PyTree
    step: Int[Array, ""]


def start(task: Task, recipe: Recipe, seed: int) -> TrainingState:
    """An untrained network."""
    engine = task.untrained(jax.random.key(seed), recipe)
    return TrainingState(engine, engine, make_optimizer(recipe).init(engine), jnp.array(0))


@partial(jax.jit, static_argnames=("task", "recipe"))
def train_steps(
    state: TrainingState,
    seed: Int[Array, ""] | int,
    steps: Int[Array, ""] | int,
    *,
    task: Task,
    recipe: Recipe,
) -> tuple[TrainingState, Losses]:
    """The state after more steps, all in one compiled call, and the mean losses of these steps."""

    def mean_losses(engine: PyTree, lessons: Any, seeds: UInt32[Array, " lessons"]) -> tuple[Float[Array, ""], Losses]:
        each = jax.vmap(lambda lesson, seed: lesson.losses(engine, Dropout(seed, recipe.dropout)))(lessons, seeds)
        means = jax.tree.map(lambda loss: loss.sum() / lessons.taught.sum(), each)
        return sum(means), means

    def step(state: TrainingState) -> tuple[TrainingState, Losses]:
        lesson_keys, dropout_seeds = sample_keys(seed, state.step, recipe)
        lessons = jax.vmap(lambda key: task.lesson(key, recipe))(lesson_keys)
        if recipe.candidates > 1:
            lessons = hardest(lessons, state.engine, recipe.lessons_per_step)
        gradient, means = jax.grad(mean_losses, has_aux=True)(state.engine, lessons, dropout_seeds)
        updates, optimizer = make_optimizer(recipe).update(gradient, state.optimizer, state.engine)
        engine = optax.apply_updates(state.engine, updates)
        averaged = optax.incremental_update(engine, state.averaged, recipe.averaging)
        return TrainingState(engine, averaged, optimizer, state.step + 1), means

    def step_and_add(_: Number, carry: tuple[TrainingState, Losses]) -> tuple[TrainingState, Losses]:
        state, total = carry
        state, means = step(state)
        return state, jax.tree.map(jnp.add, total, means)

    nothing = jax.tree.map(jnp.zeros_like, jax.eval_shape(step, state)[1])
    state, total = jax.lax.fori_loop(0, steps, step_and_add, (state, nothing))
    return state, jax.tree.map(lambda loss: loss / steps, total)


def hardest(lessons: Any, network: PyTree, count: int) -> Any:
    """Of lessons that were drawn, those that the network does worst on."""
    losses = jax.vmap(lambda lesson: sum(lesson.losses(network, NO_DROPOUT)))(lessons)
    _, places = jax.lax.top_k(losses, count)
    return jax.tree.map(lambda x: x[places], lessons)


def sample_keys(
    seed: Int[Array, ""] | int, step: Int[Array, ""], recipe: Recipe
) -> tuple[Key[Array, " candidates"], UInt32[Array, " lessons"]]:
    """One key for each lesson that a step draws, and for each that it teaches a seed for its dropout."""
    instances, steps = jax.random.split(jax.random.fold_in(jax.random.key(seed), 1))
    key = jax.random.fold_in(steps, step)
    dropout_seeds = jax.random.bits(key, (recipe.lessons_per_step,))
    drawn = recipe.lessons_per_step * recipe.candidates
    if recipe.instances is None:
        return jax.random.split(key, drawn), dropout_seeds
    # An instance is its number: a training set needs no memory.
    numbers = jax.random.randint(key, (drawn,), 0, recipe.instances)
    return jax.vmap(partial(jax.random.fold_in, instances))(numbers), dropout_seeds
