import dataclasses
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

import tiny
from nee.engine import EngineConfig, NeuralEngine
from nee.engine.layers import NO_DROPOUT, Dropout
from nee.programs import selection_sort
from nee.subroutines import Lesson
from nee.subroutines.minimum import MINIMUM, oracle
from nee.training.step import sample_keys, start, train_steps

PAPER = MINIMUM.recipes[1]
RECIPE = dataclasses.replace(tiny.RECIPE, steps=1200)


@jax.jit
def gradient_norm(engine, lesson):
    return optax.tree.norm(jax.grad(lambda engine: sum(lesson.losses(engine, NO_DROPOUT)))(engine))


def lesson_on(values):
    trace = selection_sort(values, minimum=oracle).trace
    return Lesson(values, jnp.zeros(values.shape), trace, taught=trace.running)


@pytest.mark.parametrize("seed", range(3))
def test_a_list_of_zeros_has_gradients_like_any_other(seed):
    """Zero embeds to the zero vector; without care, every LayerNorm multiplies its gradient by a thousand."""
    engine = NeuralEngine(EngineConfig(), key=jax.random.key(seed))
    assert gradient_norm(engine, lesson_on(jnp.zeros(8, int))) < 10 * gradient_norm(engine, lesson_on(jnp.arange(8)))


@pytest.mark.long
def test_training_on_nothing_but_zeros_stays_finite():
    zeros = dataclasses.replace(
        tiny.SUBROUTINE, config=EngineConfig(), lesson=lambda key, recipe: lesson_on(jnp.zeros(8, int))
    )
    recipe = dataclasses.replace(RECIPE, steps=30)
    state, means = train_steps(start(zeros, recipe, 0), 0, 30, task=zeros, recipe=recipe)
    assert all(jnp.isfinite(leaf).all() for leaf in jax.tree.leaves(state))
    assert means.value < 5


def test_the_losses_fall_and_the_seed_fixes_everything():
    train = partial(train_steps, task=tiny.SUBROUTINE, recipe=RECIPE)
    begin = start(tiny.SUBROUTINE, RECIPE, 0)
    one, first = train(begin, 0, 50)
    _, later = train(one, 0, 250)
    assert sum(later) < 0.9 * sum(first)
    same, _ = train(begin, 0, 50)
    other, _ = train(begin, 1, 50)
    assert all(jnp.array_equal(a, b) for a, b in zip(jax.tree.leaves(one), jax.tree.leaves(same), strict=True))
    assert not jnp.array_equal(one.engine.embedding, other.engine.embedding)


def test_two_calls_are_one_long_call():
    train = partial(train_steps, task=tiny.SUBROUTINE, recipe=RECIPE)
    begin = start(tiny.SUBROUTINE, RECIPE, 0)
    halves = train(train(begin, 0, 7)[0], 0, 8)[0]
    whole = train(begin, 0, 15)[0]
    assert all(jnp.array_equal(a, b) for a, b in zip(jax.tree.leaves(halves), jax.tree.leaves(whole), strict=True))


def test_steps_that_did_not_run_do_not_count(untrained):
    values = jnp.array([5, 9, 1, 1])
    trace = selection_sort(values, jnp.arange(4) >= 2, minimum=oracle).trace
    short = Lesson(values, jnp.zeros(4), trace, taught=trace.running)
    hidden_differently = short._replace(values=jnp.array([5, 9, 200, 31]))
    for one, other in zip(
        short.losses(untrained, NO_DROPOUT), hidden_differently.losses(untrained, NO_DROPOUT), strict=True
    ):
        assert float(one) == pytest.approx(float(other), rel=1e-5)


def test_attention_to_any_of_equal_numbers_is_right(untrained):
    equal = lesson_on(jnp.array([4, 4, 4]))
    assert float(equal.losses(untrained, NO_DROPOUT).pointer) == pytest.approx(0, abs=1e-4)


def cross_entropy(logits, target):
    """Of independent bits, in nats, written out."""
    target = np.asarray(target, float)
    right = 1 / (1 + np.exp(-np.asarray(logits, float)))
    return -(target * np.log(right) + (1 - target) * np.log(1 - right))


def test_the_losses_are_those_of_the_paper(untrained):
    """The bits of the smallest number, where it stands, and the mask without it: each by its definition."""
    numbers, mask = [5, 9, 1, 200], np.zeros(4, bool)
    value = pointer = hidden = 0.0
    for number in sorted(numbers):
        place = numbers.index(number)
        bits, log_attention = untrained.read(jnp.array(numbers), jnp.asarray(mask))
        value += cross_entropy(bits, [int(bit) for bit in reversed(f"{number:09b}")]).sum()
        pointer -= float(log_attention[place])
        logits = untrained.mask_update(jnp.asarray(mask), jnp.array(place))
        mask[place] = True
        hidden += cross_entropy(logits, mask).mean()
    measured = lesson_on(jnp.array(numbers)).losses(untrained, NO_DROPOUT)
    np.testing.assert_allclose(measured, (value, pointer, hidden), rtol=1e-4)


def one_row(tree):
    """All arrays of a tree as one long row."""
    return np.concatenate([leaf.ravel() for leaf in jax.tree.leaves(tree)])


def test_the_first_step_goes_against_the_gradient_of_all_losses_and_decays_every_weight():
    """The first step of Adam has the learning rate's length in each direction, so that its sign is the gradient's."""
    recipe = dataclasses.replace(RECIPE, schedule="warmup", learning_rate=4.0)
    begin = start(tiny.SUBROUTINE, recipe, 0)
    keys, _ = sample_keys(0, jnp.array(0), recipe)
    lessons = jax.vmap(lambda key: tiny.SUBROUTINE.lesson(key, recipe))(keys)

    def loss(engine):
        value, pointer, mask = jax.vmap(lambda lesson: lesson.losses(engine, NO_DROPOUT))(lessons)
        return (value.sum() + pointer.sum() + mask.sum()) / lessons.taught.sum()

    wanted, gradient = jax.jit(jax.value_and_grad(loss))(begin.engine)
    after, means = train_steps(begin, 0, 1, task=tiny.SUBROUTINE, recipe=recipe)
    assert float(sum(means)) == pytest.approx(float(wanted), rel=1e-4)
    before, moved, slope = one_row(begin.engine), one_row(after.engine), one_row(gradient)
    matters = np.abs(slope) > 1e-4
    assert matters.mean() > 0.3
    np.testing.assert_allclose((moved - before)[matters], -1e-3 * np.sign(slope)[matters], rtol=0.02)

    decay = dataclasses.replace(recipe, weight_decay=0.5)
    decayed, _ = train_steps(begin, 0, 1, task=tiny.SUBROUTINE, recipe=decay)
    np.testing.assert_allclose(one_row(decayed.engine) - moved, -1e-3 * 0.5 * before, atol=1e-6)


def test_of_the_candidates_those_with_the_largest_loss_are_taught():
    recipe = dataclasses.replace(RECIPE, lessons_per_step=3, candidates=4)
    begin = start(tiny.SUBROUTINE, recipe, 0)
    begin = begin._replace(averaged=start(tiny.SUBROUTINE, recipe, 1).engine)  # Only the newest weights choose.
    keys, dropout_seeds = sample_keys(0, jnp.array(0), recipe)
    assert (len(keys), len(dropout_seeds)) == (12, 3)
    drawn = [tiny.SUBROUTINE.lesson(key, recipe) for key in keys]
    losses = [float(sum(lesson.losses(begin.engine, NO_DROPOUT))) for lesson in drawn]
    steps = [int(lesson.taught.sum()) for lesson in drawn]
    worst = np.argsort(losses)[-3:]
    _, means = train_steps(begin, 0, 1, task=tiny.SUBROUTINE, recipe=recipe)
    expected = sum(losses[i] for i in worst) / sum(steps[i] for i in worst)
    assert float(sum(means)) == pytest.approx(expected, rel=1e-4)
    assert expected > 1.01 * sum(losses) / sum(steps)


@pytest.mark.parametrize("candidates", [1, 3])
def test_a_training_set_of_a_hundred_lists_has_a_hundred_lists(candidates):
    recipe = dataclasses.replace(PAPER, instances=100, lessons_per_step=64, candidates=candidates)
    keys = jnp.concatenate([jax.random.key_data(sample_keys(0, jnp.array(step), recipe)[0]) for step in range(40)])
    assert len(np.unique(keys, axis=0)) == 100


def test_dropout_drops_its_share_and_keeps_the_mean():
    x = jnp.ones(100_000)
    dropped = Dropout(jnp.uint32(5), 0.1)(x, 0)
    assert float((dropped == 0).mean()) == pytest.approx(0.1, abs=0.005)
    assert float(dropped.mean()) == pytest.approx(1, abs=0.005)
    elsewhere = Dropout(jnp.uint32(5), 0.1)(x, 1)
    assert float(((dropped == 0) & (elsewhere == 0)).mean()) == pytest.approx(0.01, abs=0.003)


def test_an_average_of_the_newest_weights_alone_is_these_weights():
    recipe = dataclasses.replace(RECIPE, averaging=1.0)
    state, _ = train_steps(start(tiny.SUBROUTINE, recipe, 0), 0, 5, task=tiny.SUBROUTINE, recipe=recipe)
    for newest, averaged in zip(jax.tree.leaves(state.engine), jax.tree.leaves(state.averaged), strict=True):
        np.testing.assert_array_equal(newest, averaged)
