"""Training: teach an engine every step of the oracle's traces."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import optax
from jaxtyping import Array, Bool, Float, Int, Key, PyTree, UInt32

from nee.engine import NeuralEngine
from nee.engine.layers import Dropout
from nee.numbers import to_bits
from nee.steps import Step
from nee.subroutines import Lesson, Recipe, Subroutine

WARMUP = 4000
"""Steps of the transformer's warm-up."""


class Losses(NamedTuple):
    """What is minimised, in nats: the sum over the bits, the pointer, and the mean over the mask's slots."""

    value: Float[Array, "*shape"]
    pointer: Float[Array, "*shape"]
    mask: Float[Array, "*shape"]


class TrainingState(NamedTuple):
    """All that changes while training. What a step draws depends on the seed and the step's number alone."""

    engine: NeuralEngine
    averaged: NeuralEngine
    """The engine's weights averaged over the last steps (`Recipe.averaging`): what is evaluated and shipped."""
    optimizer: PyTree
    step: Int[Array, ""]


def start(subroutine: Subroutine, recipe: Recipe, seed: int) -> TrainingState:
    """An untrained engine."""
    engine = NeuralEngine(subroutine.config, key=jax.random.key(seed))
    return TrainingState(engine, engine, adam(recipe).init(engine), jnp.array(0))


@partial(jax.jit, static_argnames=("subroutine", "recipe"))
def advance(
    state: TrainingState,
    seed: Int[Array, ""] | int,
    steps: Int[Array, ""] | int,
    *,
    subroutine: Subroutine,
    recipe: Recipe,
) -> tuple[TrainingState, Losses]:
    """Train for so many steps in one compiled call; their mean losses."""

    def mean_losses(engine: NeuralEngine, lessons: Lesson, seeds: UInt32[Array, " lessons"]):
        each = jax.vmap(lambda lesson, seed: losses(engine, lesson, Dropout(seed, recipe.dropout)))(lessons, seeds)
        means = Losses(*(loss.sum() / lessons.taught.sum() for loss in each))
        return sum(means), means

    def step(_, carry):
        state, total = carry
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
        return TrainingState(engine, averaged, optimizer, state.step + 1), jax.tree.map(jnp.add, total, means)

    state, total = jax.lax.fori_loop(0, steps, step, (state, Losses(*jnp.zeros(3))))
    return state, jax.tree.map(lambda loss: loss / steps, total)


def climb(engine: NeuralEngine, gradient: NeuralEngine, distance: float) -> NeuralEngine:
    """The engine, moved so far along the gradient: about the worst one within that distance."""
    share = distance / optax.tree.norm(gradient)
    return jax.tree.map(lambda weights, slope: weights + share * slope, engine, gradient)


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
    if recipe.schedule == "cosine":
        warmup = min(200, recipe.steps // 10)
        return optax.warmup_cosine_decay_schedule(0.0, recipe.learning_rate, warmup, recipe.steps)
    return lambda step: recipe.learning_rate * jnp.minimum((step + 1) / WARMUP, jnp.sqrt(WARMUP / (step + 1)))
