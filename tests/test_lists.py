import jax
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nee.instances.lists import make_lists


@given(st.sampled_from([1, 8, 25, 60]), st.integers(0, 1000))
@settings(max_examples=20)
def test_close_lists_are_shuffled_progressions(size, seed):
    lists = np.asarray(make_lists(jax.random.key(seed), 8, size, 8, "close"))
    for index, row in enumerate(np.sort(lists)):
        assert set(np.diff(row)) <= {index % 4 + 1}
    assert lists.min() >= 0
    assert lists.max() <= 255


def test_beyond_60_numbers_the_rest_is_random():
    (row,) = np.asarray(make_lists(jax.random.key(0), 1, 100, 8, "close"))
    assert row.shape == (100,)
    assert max(len(set(range(start, start + 60)) & set(row.tolist())) for start in range(200)) == 60


def test_mixed_lists_are_six_random_ones_and_one_of_each_step_in_ten():
    lists = np.sort(make_lists(jax.random.key(0), 100, 20, 8, "mixed"))
    steps = [set(np.diff(row).tolist()) for row in lists]
    progressions = [next(iter(step)) if len(step) == 1 else 0 for step in steps]
    assert progressions == [0, 0, 0, 0, 0, 0, 1, 2, 3, 4] * 10


@pytest.mark.parametrize("distribution", ["mixed", "random", "close"])
def test_the_seed_fixes_the_lists(distribution):
    one, same, other = (make_lists(jax.random.key(s), 5, 30, 8, distribution) for s in (0, 0, 1))
    assert (one == same).all()
    assert (one != other).any()
