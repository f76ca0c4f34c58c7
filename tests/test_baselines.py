import dataclasses
from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nee.baselines import PUBLISHED, VARIANTS, Seq2Seq, SortingTask, decode_all
from nee.baselines.seq2seq import with_end
from nee.baselines.sorting_task import RECIPES
from nee.baselines.variants import name_of
from nee.engine.layers import NO_DROPOUT
from nee.training.step import start, train_steps

SMALL = {"layers": 2, "feed_forward": 16, "score_width": 16}
DIFFERENT = ["all_mod", "all_mod-C3", "all_mod-C4", "vanilla", "vanilla+C6+binary_output"]
"""All ways to score, to project, to read and to write."""
END = 256

numbers = st.lists(st.integers(0, 255), min_size=6, max_size=6)
read_masked = eqx.filter_jit(lambda model, *arguments: model.read(*arguments))
losses = eqx.filter_jit(lambda model, lesson: lesson.losses(model, NO_DROPOUT))
draw = jax.jit(lambda key: SortingTask(VARIANTS["all_mod"]).lesson(key, RECIPES[0]))


def read(model, slots, outputs):
    return read_masked(model, slots, jnp.zeros(slots.shape, bool), outputs)


def small(variant, key=0):
    return Seq2Seq(dataclasses.replace(VARIANTS[variant], **SMALL), key=jax.random.key(key))


@pytest.mark.parametrize("variant", DIFFERENT)
def test_keeping_keys_and_values_changes_nothing(variant):
    """Greedy decoding is the full pass over its own outputs, as in teacher forcing."""
    model = small(variant)
    values = jax.random.randint(jax.random.key(1), (12,), 0, 256)
    decoded = jax.tree.map(lambda x: x[0], decode_all(model, values[None]))
    logits, log_attention = read(model, with_end(values, 8), decoded.outputs[:-1])
    np.testing.assert_allclose(decoded.logits, logits, atol=1e-5)
    np.testing.assert_allclose(decoded.attention, jnp.exp(log_attention), atol=1e-5)
    np.testing.assert_array_equal(decoded.outputs, model.choose(logits))


@pytest.mark.parametrize("variant", ["all_mod", "vanilla"])
@given(outputs=numbers, later=numbers, place=st.integers(0, 5))
@settings(max_examples=20)
def test_a_later_output_changes_no_earlier_logit(variant, outputs, later, place):
    model, slots = small(variant), with_end(jnp.arange(6), 8)
    one, _ = read(model, slots, jnp.array(outputs))
    other, _ = read(model, slots, jnp.array(outputs[:place] + later[place:]))
    np.testing.assert_array_equal(one[: place + 1], other[: place + 1])


def test_an_earlier_output_changes_what_follows():
    model, slots = small("vanilla"), with_end(jnp.arange(6), 8)
    one, _ = read(model, slots, jnp.array([1, 2, 3]))
    other, _ = read(model, slots, jnp.array([9, 2, 3]))
    assert (jnp.abs(one - other).max(axis=-1) > 1e-4).tolist() == [False, True, True, True]


@given(values=numbers, order=st.permutations(range(7)))
@settings(max_examples=20)
def test_the_list_is_a_set(values, order):
    """Without positions, a permuted list is encoded to permuted vectors, and gives the same logits."""
    model, outputs = small("all_mod"), jnp.array([3, 4])
    slots, order = with_end(jnp.array(values), 8), jnp.array(order)
    logits, log_attention = read(model, slots, outputs)
    permuted_logits, permuted = read(model, slots[order], outputs)
    np.testing.assert_allclose(logits, permuted_logits, atol=1e-4)
    np.testing.assert_allclose(jnp.exp(log_attention)[:, order], jnp.exp(permuted), atol=1e-4)


def test_slots_that_are_not_there_change_nothing():
    model, mask = small("all_mod"), jnp.array([False, False, True, False])
    one, _ = read_masked(model, jnp.array([7, 9, 0, END]), mask, jnp.array([7]))
    other, _ = read_masked(model, jnp.array([7, 9, 200, END]), mask, jnp.array([7]))
    np.testing.assert_allclose(one, other, atol=1e-6)


def test_a_zero_that_was_written_makes_a_difference():
    """It is read as the zero vector. After a start that is the zero vector too, nothing would have changed."""
    slots = with_end(jnp.arange(4), 8)
    model = small("all_mod")
    logits, _ = read(model, slots, jnp.array([0]))
    assert not jnp.allclose(logits[0], logits[1], atol=1e-2)
    zero_start = eqx.tree_at(lambda m: m.embedding, model, model.embedding.at[-1].set(0))
    logits, _ = read(zero_start, slots, jnp.array([0]))
    np.testing.assert_allclose(logits[0], logits[1], atol=1e-4)


def test_every_variant_has_its_own_config():
    assert len(set(VARIANTS.values())) == len(VARIANTS) == 23
    assert [name_of(config) for config in VARIANTS.values()] == list(VARIANTS)
    assert len(PUBLISHED) == 10


def test_each_modification_is_what_separates_two_variants():
    def changed(one, other):
        return {f for f, value in dataclasses.asdict(VARIANTS[one]).items() if getattr(VARIANTS[other], f) != value}

    assert changed("all_mod", "all_mod-C1") == {"residual"}
    assert changed("all_mod", "all_mod-C2") == {"attention"}
    assert changed("all_mod", "all_mod-C3") == {"symmetric"}
    assert changed("all_mod", "all_mod-C4") == {"shared_projection"}
    assert changed("all_mod", "all_mod+wide_score") == {"score_width"}
    assert VARIANTS["all_mod+wide_score"].score_width == 128
    assert changed("all_mod", "all_mod-C5") == changed("all_mod", "all_mod+C6") == {"reads"}
    assert changed("vanilla", "vanilla+C5") == changed("vanilla", "vanilla+C6") == {"reads"}
    assert changed("vanilla", "all_mod") == {"residual", "attention", "symmetric", "shared_projection", "reads"}


def test_a_lesson_is_the_sorted_list_and_the_end():
    lessons = jax.vmap(draw)(jax.random.split(jax.random.key(0), 200))
    for slots, mask, target, taught in zip(*map(np.asarray, lessons), strict=True):
        there = slots[~mask]
        assert target[taught].tolist() == sorted(there.tolist())
        assert target[taught][-1] == there[-1] == END
        assert 1 <= taught.sum() - 1 <= 8
    sizes = np.asarray(lessons.taught).sum(axis=-1) - 1
    assert set(sizes.tolist()) == set(range(1, 9))


def test_outputs_beyond_the_end_are_not_taught():
    task = SortingTask(dataclasses.replace(VARIANTS["all_mod+supervised"], **SMALL))
    model = task.untrained(jax.random.key(0), RECIPES[0])
    lesson = next(lesson for lesson in map(draw, jax.random.split(jax.random.key(0), 50)) if lesson.taught.sum() < 6)
    altered = lesson._replace(
        slots=jnp.where(lesson.mask, 99, lesson.slots), target=jnp.where(lesson.taught, lesson.target, 99)
    )
    for one, other in zip(losses(model, lesson), losses(model, altered), strict=True):
        assert float(one) == pytest.approx(float(other), rel=1e-5)


def test_attention_to_any_of_equal_numbers_is_right():
    task = SortingTask(dataclasses.replace(VARIANTS["vanilla+supervised"], **SMALL))
    model = task.untrained(jax.random.key(0), RECIPES[0])
    lesson = draw(jax.random.key(0))
    ends = lesson._replace(slots=jnp.full(9, END), target=jnp.full(9, END), mask=jnp.zeros(9, bool))
    assert float(losses(model, ends).pointer) == pytest.approx(0, abs=1e-4)


def test_a_short_training_learns_both_value_and_pointer():
    task = SortingTask(dataclasses.replace(VARIANTS["all_mod+supervised"], writes="bits", **SMALL))
    recipe = dataclasses.replace(RECIPES[0], steps=400, lessons_per_step=8, learning_rate=1e-2)
    train = partial(train_steps, task=task, recipe=recipe)
    state, first = train(start(task, recipe, 0), 0, 20)
    state, _ = train(state, 0, 280)
    _, later = train(state, 0, 100)
    assert all(after < 0.9 * before for before, after in zip(first, later, strict=True))


def test_what_is_memorised_is_decoded():
    """Trained on one list alone, the baseline writes it sorted, and ends."""
    task = SortingTask(dataclasses.replace(VARIANTS["vanilla"], **SMALL))
    recipe = dataclasses.replace(RECIPES[0], steps=400, lessons_per_step=4, instances=1, learning_rate=1e-2)
    state, _ = train_steps(start(task, recipe, 0), 0, 400, task=task, recipe=recipe)
    instances, _ = jax.random.split(jax.random.fold_in(jax.random.key(0), 1))
    lesson = draw(jax.random.fold_in(instances, 0))
    values = lesson.slots[~lesson.mask][:-1]
    outputs = decode_all(state.engine, values[None]).outputs[0]
    assert outputs.tolist() == [*sorted(values.tolist()), END]
