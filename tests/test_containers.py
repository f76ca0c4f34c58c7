import math
from array import array
from collections import deque
from decimal import Decimal
from fractions import Fraction

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nee.containers import read_list, read_operands
from nee.errors import EngineError, InputError


def sort(values):
    """What an exact engine makes of the keys."""
    numbers = read_list(values)
    assert numbers.keys.min(initial=0) >= 0
    return numbers.restored(np.sort(numbers.keys, axis=1))


def exactly(numbers):
    """Numbers with their types and signs, which == does not tell apart."""
    return [(type(number), str(number)) for number in numbers]


INTEGERS = st.one_of(st.integers(-3, 3), st.integers(), st.integers(-(2**64), 2**64), st.integers(-(10**40), 10**40))
FLOATS = st.one_of(st.sampled_from([0.0, -0.0, 1.0, math.inf, -math.inf, 5e-324, 2.0**53]), st.floats(allow_nan=False))
FRACTIONS = st.fractions(-3, 3, max_denominator=9)
DECIMALS = st.decimals(-100, 100, allow_nan=False, places=2)


@pytest.mark.parametrize("kind", [INTEGERS, FLOATS, st.one_of(INTEGERS, FLOATS, FRACTIONS, DECIMALS)])
@given(st.data())
def test_the_order_is_python_s(kind, data):
    values = data.draw(st.lists(kind))
    assert exactly(sort(values)) == exactly(sorted(values))


@given(st.data(), st.sampled_from(["i1", "u1", "i2", "u4", "i8", "u8", "f2", "f4", "f8", ">f8", ">i4"]), st.booleans())
def test_arrays_of_every_type_stay_what_they_are(data, kind, two_rows):
    width = 8 * np.dtype(kind).itemsize
    low, high = (0, 2**width - 1) if "u" in kind else (-(2 ** (width - 1)), 2 ** (width - 1) - 1)
    number = st.floats(width=width, allow_nan=False) if "f" in kind else st.integers(low, high)
    values = np.array(data.draw(st.lists(number, min_size=6, max_size=6)), kind).reshape((2, 3) if two_rows else 6)
    result = sort(values)
    assert (result.dtype, result.shape) == (values.dtype, values.shape)
    np.testing.assert_array_equal(result, np.sort(values, axis=-1, kind="stable"))
    np.testing.assert_array_equal(np.signbit(result), np.signbit(np.sort(values, axis=-1, kind="stable")))


class Frame:
    """What a Series or a DataFrame of pandas looks like: going through a DataFrame gives the names of its columns."""

    def __init__(self, values):
        self.values = np.array(values)

    def to_numpy(self):
        return self.values

    def __iter__(self):
        return iter("name")

    def __len__(self):
        return 4


@pytest.mark.parametrize(
    ("values", "result"),
    [
        ([], []),
        ([[], []], [[], []]),
        ((3, 1, 2), [1, 2, 3]),
        (range(3, 0, -1), [1, 2, 3]),
        ((n for n in (2, 1)), [1, 2]),
        (map(float, "21"), [1.0, 2.0]),
        (deque([2, 1]), [1, 2]),
        (array("d", [2.5, 1]), [1.0, 2.5]),
        ({2: "a", 1: "b"}.values, None),
        ([np.int8(3), np.float32(1.5), np.uint64(2**64 - 1)], [1.5, 3, 2**64 - 1]),
        ([jnp.int32(3), jnp.float32(1.5), np.array(2)], [1.5, 2, 3]),
        ([jnp.array([3, 1]), [2, 9], (5, 4), range(2)], [[1, 3], [2, 9], [4, 5], [0, 1]]),
        ([np.array([7.5, 1]), [2, 1]], [[1.0, 7.5], [1, 2]]),
        ([Frame([2, 1]), Frame([4, 3])], [[1, 2], [3, 4]]),
        ([[2**70, 1], [3, 2]], [[1, 2**70], [2, 3]]),
        ([5.0, Fraction(3), Decimal(4)], [Fraction(3), Decimal(4), 5.0]),
        ([2**53 + 1, 2.0**53, 2**53], [2.0**53, 2**53, 2**53 + 1]),
        ([10**400, 1e308, -math.inf], [-math.inf, 1e308, 10**400]),
        ([Decimal("0.1"), 0.1, Fraction(1, 10)], [Decimal("0.1"), Fraction(1, 10), 0.1]),
        ([Decimal("Infinity"), math.inf, 1], [1, Decimal("Infinity"), math.inf]),
        ([0.0, -0.0, 0, -1.5], [-1.5, 0.0, -0.0, 0]),
        ([0.0, -0.0, 0] * 30, [0.0, -0.0, 0] * 30),
    ],
)  # fmt: skip
def test_lists_go_out_as_lists(values, result):
    if result is None:
        with pytest.raises(InputError, match="is not a list of numbers"):
            sort(values)
    else:
        answer = sort(values)
        assert type(answer) is list
        assert [exactly(row) if isinstance(row, list) else exactly([row]) for row in answer] == [
            exactly(row) if isinstance(row, list) else exactly([row]) for row in result
        ]


@pytest.mark.parametrize(
    ("values", "result"),
    [
        (jnp.array([3, 1]), [1, 3]),
        (jnp.array([3, 1.5], jnp.bfloat16), [1.5, 3]),
        (Frame([[2, 1], [0.5, -1]]), [[1, 2], [-1, 0.5]]),
        (np.ma.array([2, 1]), [1, 2]),
        (np.ma.array([2, 1], mask=[False, False]), [1, 2]),
        (np.array([2**70, -1, 0.5], object), [-1, 0.5, 2**70]),
        (np.array([3, 1.5], np.longdouble), [1.5, 3]),
        (np.zeros((3, 0), np.uint8), np.zeros((3, 0))),
        (np.zeros((0, 5), np.float32), np.zeros((0, 5))),
        (np.arange(6)[::-2], [1, 3, 5]),
    ],
)
def test_arrays_go_out_as_arrays(values, result):
    answer = sort(values)
    assert isinstance(answer, np.ndarray)
    np.testing.assert_array_equal(answer, result)


def test_pandas_counts_by_its_values():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"b": [2, 1], "a": [0.5, -1]})
    np.testing.assert_array_equal(sort(frame), [[0.5, 2], [-1, 1]])
    for values in (frame["b"], pandas.Index([2, 1]), pandas.Series([2, 1], dtype="Int64")):
        np.testing.assert_array_equal(sort(values), [1, 2])
    with pytest.raises(InputError, match="is not a number"):
        sort(pandas.Series([2, None], dtype="Int64"))


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        (7, "7 is not a list of numbers."),
        (None, "None is not a list of numbers."),
        ("34", "'34' is not a list of numbers."),
        (b"34", "b'34' is not a list of numbers."),
        (np.array(3), "An array of 0 dimensions is neither a list nor rows of lists."),
        (np.zeros((1, 1, 1)), "An array of 3 dimensions is neither a list nor rows of lists."),
        ([[[1]]], "An array of 3 dimensions is neither a list nor rows of lists."),
        ({2, 1}, "A set has no order of its own: give its numbers as a list."),
        ({2: 1}, "A dict has no order of its own: give its numbers as a list."),
        ([1, {2}], "A set has no order of its own: give its numbers as a list."),
        ([3, True], "True is not a number (item 1)."),
        ([3, np.True_], "True is not a number (item 1)."),
        (np.array([False, True]), "False is not a number (item 0)."),
        ([3, "4"], "'4' is not a number (item 1)."),
        ([3, b"4"], "b'4' is not a number (item 1)."),
        ([3, None], "None is not a number (item 1)."),
        ([[3, 1], [1j, 2]], "1j is not a number (row 1, item 0)."),
        ([3, 1, math.nan], "nan is not a number (item 2)."),
        ([3.0, math.nan], "nan is not a number (item 1)."),
        ([[3.0, 1], [math.nan, 1.0]], "nan is not a number (row 1, item 0)."),
        ([[3.0, 1.0], [1.0, math.nan]], "nan is not a number (row 1, item 1)."),
        (np.array([[3, 1], [math.nan, 0]], np.float16), "nan is not a number (row 1, item 0)."),
        (np.array([3, math.nan, 1], object), "nan is not a number (item 1)."),
        ([Decimal("sNaN")], "Decimal('sNaN') is not a number (item 0)."),
        ([Decimal("1e999999999")], "Decimal('1E+999999999') has more than 5000 digits (item 0)."),
        ([Decimal("1e-999999999")], "Decimal('1E-999999999') has more than 5000 digits (item 0)."),
        (np.array(["a"]), "An array of the type <U1 does not hold numbers that have an order."),
        (np.array([1j]), "An array of the type complex128 does not hold numbers that have an order."),
        (np.array(["2026"], "M8[D]"), "An array of the type datetime64[D] does not hold numbers that have an order."),
        (np.zeros(2, [("a", int)]), "An array of the type [('a', '<i8')] does not hold numbers that have an order."),
        (np.ma.array([[1, 2]], mask=[[False, True]]), "A number is masked (row 0, item 1)."),
        ([1, np.ma.masked], "masked is not a number (item 1)."),
        ([[1, 2], [3]], "Row 1 has 1 numbers, and row 0 has 2: rows must be equally long."),
        ([[1, 2], 3], "Item 1 is 3, not a row like the others."),
        ([3, [1, 2]], "Item 0 is 3, not a row like the others."),
        ([np.array([1, 2]), np.array([1])], "Row 1 has 1 numbers, and row 0 has 2: rows must be equally long."),
        (["x" * 10_000], "'xxxxxxxxxxxx...xxxxxxxxxxxxx' is not a number (item 0)."),
        ([1, object], "<class 'object'> is not a number (item 1)."),
        ([Fraction(1, 3**45000), 1], "The fractions have no common denominator of up to 65536 bits: round them."),
    ],
)  # fmt: skip
def test_what_cannot_be_sorted_is_refused_in_one_sentence(values, sentence):
    with pytest.raises(InputError) as error:
        sort(values)
    assert str(error.value) == sentence


def test_traced_numbers_are_refused():
    for transform in (jax.jit, jax.vmap):
        with pytest.raises(InputError, match=r"use nee\.programs there"):
            transform(lambda values: sort(values))(jnp.ones((2, 2)))
        with pytest.raises(InputError, match=r"use nee\.programs there"):
            transform(lambda values: sort([values.sum(), 1]))(jnp.ones((2, 2)))


@pytest.mark.parametrize(
    ("values", "keys", "bits"),
    [
        ([5, 255, 0], [5, 255, 0], 8),
        ([5.0, -0.0, 255.0], [5, 0, 255], 8),
        ([Fraction(5), 3.0, 1], [5, 3, 1], 3),
        ([-5, 250], [0, 255], 8),
        ([-(2**63), 2**63 - 1], [0, 2**64 - 1], 64),
        ([1.0, math.nextafter(1, 2), 1.5], [0, 1, 2**51], 52),
        (np.array([0, 1.5, 2.5], np.float32), [0, 1, 0x600001], 23),
        ([-1.5, 0, 1.5], [0, 1, 2], 2),
        ([0.5, Fraction(1, 3)], [3, 2], 2),
        ([], [], 0),
    ],
)
def test_keys_are_as_small_as_is_simple(values, keys, bits):
    numbers = read_list(values)
    assert numbers.keys.tolist() == [keys]
    assert numbers.bits == bits


def test_common_floats_need_no_more_bits_than_the_engines_read():
    assert read_list(np.random.default_rng(0).normal(size=100_000)).bits <= 62


@pytest.mark.parametrize("answer", [[1, 2, 2], [1, 1, 2], [1, 2, 4], [-1, 2, 3]])
def test_an_answer_that_is_no_permutation_is_held_back(answer):
    with pytest.raises(EngineError, match="other numbers than the list holds"):
        read_list([3, 1, 2]).restored(np.array([answer]))


@given(st.lists(st.integers(0, 3), max_size=6), st.randoms())
def test_the_order_is_the_engine_s_own(values, random):
    keys = random.sample(values, len(values))
    assert read_list(values).restored(np.array([keys], int)) == keys


WHOLE = st.one_of(st.integers(0, 300), st.integers(0, 10**40))


@given(WHOLE, WHOLE)
def test_operands_of_any_size(a, b):
    operands = read_operands(a, b)
    total = operands.restored(np.array(int(operands.first) + int(operands.second)))
    assert (type(total), total) == (int, a + b)


@pytest.mark.parametrize(
    ("a", "b", "total"),
    [
        (5.0, Fraction(3), 8),
        (Decimal("5.00"), np.uint8(3), 8),
        ([1, 2], [3.0, 4], [4, 6]),
        ((1, 2), 10**30, [10**30 + 1, 10**30 + 2]),
        ([[1], [2]], [10, 20], [[11, 21], [12, 22]]),
        ([], 3, []),
        ([jnp.int32(1), 2], jnp.int32(1), np.array([2, 3])),
        (np.array([1, 2], np.uint8), 3, np.array([4, 5])),
        (np.array([1.0, 2.0]), [3, 4], np.array([4, 6])),
        (np.array([2**63, 1], np.uint64), 1, np.array([2**63 + 1, 2], object)),
        (Frame([1, 2]), 1, np.array([2, 3])),
        (np.array(4), 1, np.array(5)),
    ],
)
def test_operands_in_any_container(a, b, total):
    operands = read_operands(a, b)
    answer = operands.restored(np.asarray(operands.first + operands.second))
    assert isinstance(answer, np.ndarray) == isinstance(total, np.ndarray)
    np.testing.assert_array_equal(answer, total)


@pytest.mark.parametrize(
    ("a", "b", "sentence"),
    [
        (-1, 2, "-1 is negative: whole numbers from 0 on are needed."),
        (1, [2, -(10**100)], "an integer of 333 bits is negative (item 1): whole numbers from 0 on are needed."),
        (np.array([[1, -2]], np.int8), 2, "-2 is negative (row 0, item 1): whole numbers from 0 on are needed."),
        (1, 2.5, "2.5 is not a whole number."),
        (1, math.inf, "inf is not a whole number."),
        (1, [Fraction(1, 3)], "Fraction(1, 3) is not a whole number (item 0)."),
        (1, math.nan, "nan is not a number."),
        (1, "2", "'2' is not a number."),
        (None, 2, "None is not a number."),
        (True, 2, "True is not a number."),
        (1, 1j, "1j is not a number."),
        ([1, 2, 3], [1, 2], "Operands of shapes (3,) and (2,) do not go together."),
        ([[1], [1, 2]], 0, "Row 1 has 2 numbers, and row 0 has 1: rows must be equally long."),
    ],
)
def test_bad_operands_are_refused_in_one_sentence(a, b, sentence):
    with pytest.raises(InputError) as error:
        read_operands(a, b)
    assert str(error.value) == sentence
