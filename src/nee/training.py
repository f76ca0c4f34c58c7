"""Training: the same loop for every network."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, Protocol, runtime_checkable

import jax
import jax.numpy as jnp
import optax
from jaxtyping import Array, Int, Key, PRNGKeyArray, PyTree, UInt32

from nee.engine.layers import Dropout
from nee.subroutines import Recipe

WARMUP = 4000
"""Steps of the transformer's warm-up."""


@runtime_checkable
class Taught(Protocol):
    """What a network can learn: a subroutine is one, and a baseline's task another."""

    @property
    def name(self) -> str: ...

    @property
    def config(self) -> Any:
        """The network's shape, a dataclass."""

    def untrained(self, key: PRNGKeyArray, /) -> Any:
        """A network with random weights."""

    @property
    def lesson(self) -> Callable[[PRNGKeyArray, Any], Any]:
        """Draws an instance for a recipe. Its `taught` says which of its steps are training examples."""

    def losses(self, network: Any, lesson: Any, dropout: Dropout, /) -> Any:
        """A named tuple of what is minimised, each summed over the taught steps of one lesson."""

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


def start(subroutine: Taught, recipe: Recipe, seed: int) -> TrainingState:
    """An untrained network."""
    engine = subroutine.untrained(jax.random.key(seed))
    return TrainingState(engine, engine, adam(recipe).init(engine), jnp.array(0))


@partial(jax.jit, static_argnames=("subroutine", "recipe"))
def advance(
    state: TrainingState,
    seed: Int[Array, ""] | int,
    steps: Int[Array, ""] | int,
    *,
    subroutine: Taught,
    recipe: Recipe,
) -> tuple[TrainingState, Any]:
    """Train for so many steps in one compiled call; their mean losses."""

    def mean_losses(engine: PyTree, lessons: Any, seeds: UInt32[Array, " lessons"]):
        def of_lesson(lesson, seed):
            return subroutine.losses(engine, lesson, Dropout(seed, recipe.dropout))

        each = jax.vmap(of_lesson)(lessons, seeds)
        means = jax.tree.map(lambda loss: loss.sum() / lessons.taught.sum(), each)
        return sum(means), means

    def step(state):
        lesson_keys, dropout_seeds = draw(seed, state.step, recipe)
        lessons = jax.vmap(lambda key: subroutine.lesson(key, recipe))(lesson_keys)
        gradient_at = partial(jax.grad(mean_losses, has_aux=True), lessons=lessons, seeds=dropout_seeds)
        gradient, means = gradient_at(state.engine)
        if recipe.uphill:
            # What lowers the worst loss nearby leads to flat minima, where unseen numbers fare as the seen ones do.
            gradient, _ = gradient_at(climb(state.engine, gradient, recipe.uphill))
        updates, optimizer = adam(recipe).update(gradient, state.optimizer, state.engine)
        engine = optax.apply_updates(state.engine, updates)
        averaged = optax.incremental_update(engine, state.averaged, recipe.averaging)
        return TrainingState(engine, averaged, optimizer, state.step + 1), means

    def step_and_add(_, carry):
        state, total = carry
        state, means = step(state)
        return state, jax.tree.map(jnp.add, total, means)

    nothing = jax.tree.map(jnp.zeros_like, jax.eval_shape(step, state)[1])
    state, total = jax.lax.fori_loop(0, steps, step_and_add, (state, nothing))
    return state, jax.tree.map(lambda loss: loss / steps, total)


def climb(network: PyTree, gradient: PyTree, distance: float) -> PyTree:
    """The network, moved so far along the gradient: about the worst one within that distance."""
    share = distance / optax.tree.norm(gradient)
    return jax.tree.map(lambda weights, slope: weights + share * slope, network, gradient)


def draw(
    seed: Int[Array, ""] | int, step: Int[Array, ""], recipe: Recipe
) -> tuple[Key[Array, " lessons"], UInt32[Array, " lessons"]]:
    """One key for each lesson of a step, and one seed for its dropout."""
    instances, steps = jax.random.split(jax.random.fold_in(jax.random.key(seed), 1))
    key = jax.random.fold_in(steps, step)
    dropout_seeds = jax.random.bits(key, (recipe.lessons_per_step,))
    if recipe.instances is None:
        return jax.random.split(key, recipe.lessons_per_step), dropout_seeds
    # An instance is its number: a training set needs no memory.
    numbers = jax.random.randint(key, (recipe.lessons_per_step,), 0, recipe.instances)
    return jax.vmap(partial(jax.random.fold_in, instances))(numbers), dropout_seeds


def adam(recipe: Recipe) -> optax.GradientTransformation:
    """Adam with the transformer's settings, on clipped gradients: one odd batch cannot undo the training."""
    rule = optax.adamw(schedule(recipe), b1=0.9, b2=0.98, eps=1e-9, weight_decay=recipe.weight_decay)
    return optax.chain(optax.clip_by_global_norm(1.0), rule)


def schedule(recipe: Recipe) -> optax.Schedule:
    """The learning rate by step."""
    warmup = warmup_steps(recipe)
    if recipe.schedule == "cosine":
        return optax.warmup_cosine_decay_schedule(0.0, recipe.learning_rate, warmup, recipe.steps)
    if recipe.schedule == "constant":
        return optax.linear_schedule(0.0, recipe.learning_rate, warmup)
    return lambda step: recipe.learning_rate * jnp.minimum((step + 1) / warmup, jnp.sqrt(warmup / (step + 1)))


def warmup_steps(recipe: Recipe) -> int:
    """So long the learning rate rises."""
    return WARMUP if recipe.schedule == "warmup" else min(200, recipe.steps // 10)
