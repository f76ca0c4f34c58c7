import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nee
from nee.sorting import sort_and_trace


@given(st.lists(st.integers(0, 255), max_size=25))
@settings(max_examples=50)
def test_it_sorts(values):
    assert nee.sort(values) == sorted(values)


@pytest.mark.parametrize(
    "values", [[], [0], [255], [9] * 20, [0] * 20, list(range(25))[::-1], (3, 1, 2), range(9, 0, -1), iter([2, 1])]
)
def test_edge_cases(values):
    kept = list(values)
    assert nee.sort(iter(kept) if not isinstance(values, list | tuple | range) else values) == sorted(kept)


def test_rows_are_sorted_on_their_own():
    assert nee.sort([[3, 1], [2, 9], [5, 5]]) == [[1, 3], [2, 9], [5, 5]]


def test_arrays_stay_arrays():
    rows = np.random.default_rng(0).integers(0, 256, (30, 12))
    for given_rows in (rows, jnp.asarray(rows), rows.astype(np.uint8)):
        result = nee.sort(given_rows)
        assert isinstance(result, np.ndarray)
        np.testing.assert_array_equal(result, np.sort(rows))
    np.testing.assert_array_equal(nee.sort(rows[0]), np.sort(rows[0]))


@pytest.mark.parametrize("shape", [(0,), (0, 5), (3, 0)])
def test_empty_arrays(shape):
    assert nee.sort(np.zeros(shape, int)).shape == shape


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ([3, -1], "-1 is negative"),
        ([3, 256], "256 is too large"),
        ([3, 2.5], "2.5 is not a whole number"),
        ([3, float("nan")], "nan is not a whole number"),
        ([3, True], "True is not a number"),
        ([3, "4"], "'4' is not a number"),
        ("34", "'3' is not a number"),
        ([[1, 2], [3]], "Row 1 has 1 numbers, and row 0 has 2"),
        ([[1, 2], 3], "Item 1 is 3, not a row"),
        (7, "7 is not a list"),
        (None, "None is not a list"),
        (np.array([1.0]), "1.0 is not a whole number"),
        (np.array([True]), "True is not a number"),
        (np.array([[1, 300]]), "300 is too large"),
        (np.zeros((2, 2, 2), int), "3 dimensions"),
    ],
)
def test_bad_input_is_refused_before_anything_runs(values, reason, monkeypatch):
    monkeypatch.setattr("nee.sorting.sort_block", None)
    with pytest.raises(ValueError, match=reason):
        nee.sort(values)


def test_many_lists_are_sorted_block_by_block(monkeypatch):
    monkeypatch.setattr("nee.sorting.AT_ONCE", 4 * 8 * 8)
    rows = np.random.default_rng(1).integers(0, 256, (10, 7))
    np.testing.assert_array_equal(nee.sort(rows), np.sort(rows))


def test_the_trace_has_no_padding():
    execution = sort_and_trace([9, 4, 7])
    assert execution.result.tolist() == [4, 7, 9]
    assert execution.trace.mask.tolist() == [[False] * 3, [False, True, False], [False, True, True]]
    assert execution.trace.step.attention.shape == (3, 3)
