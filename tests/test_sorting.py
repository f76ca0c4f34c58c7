import inspect

import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nee
from nee.solve.sorting import sort_and_trace


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
        ([3, float("nan")], "nan is not a number"),
        ([3, True], "True is not a number"),
        ([3, "4"], "'4' is not a number"),
        ("34", "'34' is not a list"),
        ([[1, 2], [3]], "Row 1 has 1 numbers, and row 0 has 2"),
        ([[1, 2], 3], "Item 1 is 3, not a row"),
        (7, "7 is not a list"),
        (None, "None is not a list"),
        (np.array([True]), "True is not a number"),
        ({3, 1}, "no order"),
        (np.zeros((2, 2, 2), int), "3 dimensions"),
    ],
)
def test_bad_input_is_refused_before_anything_runs(values, reason, monkeypatch):
    monkeypatch.setattr("nee.solve.sorting.sort_block", None)
    with pytest.raises(ValueError, match=reason):
        nee.sort(values)


@pytest.mark.parametrize(
    ("keywords", "reason"),
    [
        ({"algorithm": "quick"}, "no algorithm 'quick'"),
        ({"algorithm": ["merge"]}, "no algorithm"),
        ({"by": "magic"}, "not by 'magic'"),
    ],
)
def test_what_nobody_knows_is_refused(keywords, reason):
    with pytest.raises(ValueError, match=reason):
        inspect.unwrap(nee.sort)([2, 1], **keywords)  # Without the check of types that only tests have.


def test_a_list_that_would_take_minutes_is_refused():
    with pytest.raises(ValueError, match="selection sort of 30000 numbers by the network would take many minutes"):
        nee.sort(range(30_000), by="network")


@pytest.mark.parametrize(
    "values",
    [
        [20] * 499 + [19],
        [-5, 3, -(2**40), 2**40],
        [2.5, -1e300, 1e-300, -0.0, 0.0, float("inf"), float("-inf")],
        [2**63 - 1, -(2**63), 2**64, 0],
        [3 * 10**40, -(10**40), 10**40, 10**40 + 1],
        [1, 2.5, 10**20],
        list(range(300, 0, -1)),
    ],
    ids=["crowd", "negative", "floats", "64 bits", "huge", "mixed", "long"],
)
def test_any_numbers_are_sorted_as_python_sorts_them(values):
    found = nee.sort(values)
    assert found == sorted(values)
    assert [repr(number) for number in found] == [repr(number) for number in sorted(values)]


@given(st.lists(st.floats(allow_nan=False) | st.integers(-(2**70), 2**70), max_size=8))
@settings(max_examples=30)
def test_it_sorts_integers_and_floats_of_any_size(values):
    assert nee.sort(values) == sorted(values)


def test_the_width_of_a_number_has_no_end():
    widest = 1 << 150_000
    assert nee.sort([widest + 1, -widest, 1, widest]) == [-widest, 1, widest, widest + 1]


@pytest.mark.parametrize("pair", [(0, 1), (19, 20), (127, 128), (254, 255), (7, 200)])
def test_one_against_a_crowd(pair):
    values = [pair[1]] * 499 + [pair[0]]
    assert nee.sort(values, by="network") == sorted(values)


def test_many_lists_are_sorted_block_by_block(monkeypatch):
    monkeypatch.setattr("nee.solve.sorting.AT_ONCE", 4 * 8 * 8)
    rows = np.random.default_rng(1).integers(0, 256, (10, 7))
    np.testing.assert_array_equal(nee.sort(rows), np.sort(rows))


def test_the_trace_has_no_padding():
    execution = sort_and_trace([9, 4, 7])
    assert execution.result.tolist() == [4, 7, 9]
    assert execution.trace.mask.tolist() == [[False] * 3, [False, True, False], [False, True, True]]
    assert execution.trace.step.attention.shape == (3, 3)
