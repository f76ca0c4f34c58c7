import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nee
from nee.evaluation.lists import evaluate
from nee.evaluation.pairs import Misses, evaluate_pairs
from nee.programs import merge_sort, merge_two
from nee.subroutines.merge import HALF, MERGE, held_out, lesson, oracle

sort = eqx.filter_jit(lambda engine, values: merge_sort(values, merge=engine, end=256))


@pytest.fixture(scope="module")
def merge():
    return nee.load("merge")


# Every length is compiled anew: a few of them, odd ones too.
LENGTHS = st.sampled_from([0, 1, 2, 5, 8])
LISTS = LENGTHS.flatmap(lambda length: st.lists(st.integers(0, 255), min_size=length, max_size=length))


@given(LISTS)
@settings(max_examples=40)
def test_with_the_oracle_it_sorts(values):
    assert sort(oracle, jnp.array(values, int)).result.tolist() == sorted(values)


@given(LISTS)
@settings(max_examples=40)
def test_with_the_trained_engine_it_sorts(values):
    assert nee.sort(values, algorithm="merge") == sorted(values)


@pytest.mark.parametrize("values", [[], [7], [9] * 7, [0] * 8, [255, 254, 253], list(range(20))[::-1], [1, 0] * 9])
def test_edge_cases(values):
    assert nee.sort(values, algorithm="merge") == sorted(values)


def test_rows_are_sorted_on_their_own():
    rows = np.random.default_rng(0).integers(0, 256, (30, 7))
    np.testing.assert_array_equal(nee.sort(rows, algorithm="merge"), np.sort(rows))


def test_the_mask_moves_on_in_the_list_that_was_taken_from(merge):
    first, second = jnp.array([1, 5, 9]), jnp.array([2, 3, 256])
    exact, learned = (merge_two(first, second, merge=engine, end=256) for engine in (oracle, merge))
    assert exact.result.tolist() == [1, 2, 3, 5, 9, 256]
    np.testing.assert_array_equal(learned.result, exact.result)
    np.testing.assert_array_equal(learned.trace.mask, exact.trace.mask)
    np.testing.assert_array_equal(learned.trace.step.pointer, exact.trace.step.pointer)
    shown = [np.flatnonzero(~mask).tolist() for mask in exact.trace.mask]
    assert shown == [[0, 4], [1, 4], [1, 5], [1, 6], [2, 6], [3, 6]]


def test_equal_numbers_keep_their_order(merge):
    """The pointer takes the first list's number first, at every level: the sort is stable."""
    for level in sort(merge, jnp.full(8, 7)).levels:
        length = level.mask.shape[-1] // 2 - 1
        taken_from_first = level.step.pointer <= length
        np.testing.assert_array_equal(
            taken_from_first, np.arange(2 * length) < length + jnp.zeros_like(taken_from_first)
        )


def test_jit_and_vmap(merge):
    values = jax.random.randint(jax.random.key(0), (3, 5), 0, 256)
    np.testing.assert_array_equal(jax.vmap(lambda one: sort(merge, one).result)(values), np.sort(values))


def test_the_shipped_engine_is_exact_on_every_pair(merge):
    assert evaluate_pairs(merge, MERGE) == Misses(singles=257, pairs=66_049)


def test_the_shipped_engine_sorts_lists_longer_than_it_has_seen(merge):
    accuracy = evaluate(merge, 100, lists=20, distribution="mixed", seed=77, algorithm="merge")
    assert accuracy.whole_lists.percent == 100


def test_pairs_that_are_held_out_are_never_taught():
    keys = jax.random.split(jax.random.key(0), 300)
    values, _, trace, taught = jax.vmap(lambda key: lesson(key, MERGE.recipes[0]))(keys)
    assert values.shape == (300, 2 * HALF + 2)
    shown = jnp.where(trace.mask, -1, values[:, None, :])
    larger, smaller = shown.max(axis=-1), trace.step.value
    assert not (taught & held_out(smaller, larger)).any()
    numbers = larger < 256  # Pairs with infinity are all taught.
    share = held_out(smaller, larger)[numbers].mean()
    assert 0.2 < float(share) < 0.4
    assert (smaller == 256)[taught].sum() > 20


def test_an_unknown_algorithm_is_refused():
    with pytest.raises(ValueError, match="there are: selection, merge"):
        nee.sort([1, 2], algorithm="bogo")
