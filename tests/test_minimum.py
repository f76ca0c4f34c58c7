import jax
import jax.numpy as jnp
from hypothesis import given
from hypothesis import strategies as st

from nee.evaluation.pairs import Misses, evaluate_pairs
from nee.subroutines.minimum import MINIMUM, SLOTS, lesson, oracle


@given(st.lists(st.tuples(st.integers(0, 256), st.booleans()), min_size=1, max_size=12))
def test_the_oracle_is_python_s_minimum(slots):
    values, mask = zip(*slots, strict=True)
    shown = [value for value, hidden in slots if not hidden]
    if not shown:
        return
    step = oracle(jnp.array(values), jnp.array(mask))
    assert step.value == min(shown)
    assert values[step.pointer] == min(shown)
    assert not mask[step.pointer]
    assert step.mask.tolist() == [hidden or slot == step.pointer for slot, hidden in enumerate(mask)]
    right = [value == min(shown) and not hidden for value, hidden in slots]
    assert (step.attention > 0).tolist() == right


def test_the_shipped_engine_is_exact_on_every_number_and_every_pair(minimum):
    misses = evaluate_pairs(minimum, MINIMUM)
    assert misses == Misses(singles=257, pairs=66_049)


def test_misses_are_counted(untrained):
    misses = evaluate_pairs(untrained, MINIMUM)
    assert misses.wrong_singles > 100
    assert misses.wrong_pair_values > 10_000


def test_lessons_cover_what_the_engine_must_learn():
    for recipe in MINIMUM.recipes:
        keys = jax.random.split(jax.random.key(0), 400)
        values, log_counts, trace, _ = jax.vmap(lambda key, recipe=recipe: lesson(key, recipe))(keys)
        steps = trace.running.sum(axis=-1)
        assert set(steps.tolist()) == set(range(1, SLOTS + 1))
        assert values.min() >= 0
        assert values.max() == 256
        assert jnp.exp(log_counts).max() <= recipe.counts + 1e-3
        spread = jnp.where(values == 256, 0, values).max(axis=-1) - values.min(axis=-1)
        close = (spread <= 28).mean()
        assert abs(close - recipe.close) < 0.1
