"""Numbers out of whatever people keep them in, and back.

A list may be a list, a tuple, a range or anything that can be gone through in its order; an array of numpy, of JAX or
of another library; or a Series, an Index or a DataFrame, which count by their values. Its numbers may be of any kind
that has an order and an exact value: integers of any size, floats, fractions and decimals. What is not a number is
refused, with its place.
"""

import math
import reprlib
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from numbers import Integral, Rational, Real
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Int, Shaped

from nee.errors import EngineError, InputError

MOST_DIGITS = 5_000
"""A decimal with a larger exponent, such as 1e999999, would fill the memory when its digits are written out."""
MOST_KEY_BITS = 1 << 16
"""A key of more bits than this would come from fractions that have hardly anything in common."""

Place = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Numbers:
    """The numbers of one list, or of rows of lists, and what it takes to hand them back as they came.

    >>> numbers = read_list([2.5, -1, 0])
    >>> numbers.restored(np.sort(numbers.keys))
    [-1, 0, 2.5]
    """

    rows: Shaped[np.ndarray, "lists size"]
    """The numbers as they came: an array of one type, or of Python's numbers if they are mixed or large."""
    one_list: bool
    came_as_array: bool

    @cached_property
    def keys(self) -> Shaped[np.ndarray, "lists size"]:
        """A whole number from 0 on for each number: smaller for smaller ones, equal for equal ones.

        Whole numbers are their own keys unless one of them is negative. The keys are int64 if they fit, else uint64,
        else Python's integers.
        """
        return order_keys(self.rows)

    @property
    def bits(self) -> int:
        """How many bits the keys need."""
        return int(self.keys.max(initial=0)).bit_length()

    def restored(self, keys: Shaped[np.ndarray, "lists size"]) -> Any:
        """The numbers in the order of these keys, in the caller's kind of container; equal ones as they stood.

        Lists go out as lists, and every kind of array as an array of numpy of the same type. Keys that are not the
        ones of these numbers raise EngineError.
        """
        own, order = np.argsort(self.keys, axis=1, kind="stable"), np.empty(self.rows.shape, np.intp)
        np.put_along_axis(order, np.argsort(keys, axis=1, kind="stable"), own, axis=1)
        if (np.take_along_axis(self.keys, order, axis=1) != keys).any():
            raise EngineError("The engine answered with other numbers than the list holds.")
        numbers = np.take_along_axis(self.rows, order, axis=1)
        result = numbers[0] if self.one_list else numbers
        return result if self.came_as_array else result.tolist()


def read_list(values: Any) -> Numbers:
    """The numbers of a list or of rows of lists, or the reason why they cannot be sorted."""
    if not is_array(values) and not holds_numbers(values):
        raise InputError(f"{written(values)} is not a list of numbers.")
    array = read_array(values)
    if array.ndim not in (1, 2):
        raise InputError(f"An array of {array.ndim} dimensions is neither a list nor rows of lists.")
    return Numbers(np.atleast_2d(array), array.ndim == 1, is_array(values))


@dataclass(frozen=True, eq=False)
class Operands:
    """Two whole numbers from 0 on, or two arrays of them in one shape: int64 up to 62 bits, else Python's integers."""

    first: Shaped[np.ndarray, "*shape"]
    second: Shaped[np.ndarray, "*shape"]
    came_as_array: bool

    def restored(self, result: Shaped[np.ndarray, "*shape"]) -> Any:
        """Numbers go out as Python's integers, lists as lists, and arrays as arrays."""
        return result if self.came_as_array else result.tolist()


def read_operands(a: Any, b: Any) -> Operands:
    """What is to be added or multiplied, in one shape, or the reason why it cannot be."""
    first, second = read_whole_numbers(a), read_whole_numbers(b)
    try:
        first, second = np.broadcast_arrays(first, second)
    except ValueError:
        raise InputError(f"Operands of shapes {first.shape} and {second.shape} do not go together.") from None
    return Operands(first, second, is_array(a) or is_array(b))


def read_whole_numbers(values: Any) -> Shaped[np.ndarray, "*shape"]:
    """Whole numbers from 0 on in any shape; 5.0 and Fraction(5) are whole."""
    array = read_array(values)
    if array.dtype.kind in "iu" and array.min(initial=0) >= 0 and array.max(initial=0) < 1 << 62:
        return array.astype(np.int64)
    numbers = np.empty(array.shape, object)
    for place, value in np.ndenumerate(array.astype(object)):
        if value in (math.inf, -math.inf) or value.as_integer_ratio()[1] != 1:
            raise InputError(f"{written(value)} is not a whole number{at(place)}.")
        if value < 0:
            raise InputError(f"{written(value)} is negative{at(place)}: whole numbers from 0 on are needed.")
        numbers[place] = int(value)
    return numbers.astype(np.int64) if numbers.max(initial=0) < 1 << 62 else numbers


# What people keep numbers in.


def is_array(values: Any) -> bool:
    """Whether an answer about these goes out as an array."""
    return hasattr(values, "to_numpy") or (hasattr(values, "__array__") and not isinstance(values, np.generic))


def read_array(values: Any, place: Place = ()) -> Shaped[np.ndarray, "*shape"]:
    """Numbers in any shape as an array: of integers, of floats, or of Python's numbers. NaN is no number."""
    refuse_traced(values)
    if isinstance(values, np.ma.MaskedArray):
        if np.ma.is_masked(values):
            raise InputError(f"A number is masked{at(first_place(np.ma.getmaskarray(values), place))}.")
        values = values.data
    if is_array(values):
        return check_array(np.asarray(values.to_numpy() if hasattr(values, "to_numpy") else values), place)
    if not holds_numbers(values):
        return np.array(read_number(values, place), object)
    items = list(values)
    if any(holds_numbers(item) or getattr(item, "ndim", 0) for item in items):
        return stack_rows([read_array(item, (*place, index)) for index, item in enumerate(items)], items)
    # Python's own numbers need no more than a look for NaN, which is not equal to itself.
    if not {*map(type, items)} <= {int, float} or any(item != item for item in items):
        items = [read_number(item, (*place, index)) for index, item in enumerate(items)]
    return narrowest(items)


def holds_numbers(values: Any) -> bool:
    """Whether these are numbers in an order, rather than a number."""
    if isinstance(values, Set | Mapping):
        kind = type(values).__name__
        raise InputError(f"A {kind} has no order of its own: give its numbers as a list.")
    if isinstance(values, str | bytes | bytearray | np.generic | Real | Decimal):
        return False
    return isinstance(values, Iterable) and getattr(values, "ndim", 1) > 0


def narrowest(items: list[Any]) -> Shaped[np.ndarray, " size"]:
    """Python's numbers as an array of int64 or float64 if they all are of that kind, else as they are."""
    kinds = {*map(type, items)}
    if kinds == {float}:
        return np.array(items, np.float64)
    if not items or (kinds == {int} and min(items) >= -(1 << 63) and max(items) < 1 << 63):
        return np.array(items, np.int64)
    array = np.empty(len(items), object)
    array[:] = items
    return array


def stack_rows(rows: list[Shaped[np.ndarray, "..."]], items: list[Any]) -> Shaped[np.ndarray, "..."]:
    """Rows as one array; numbers of different types stay what they are."""
    for index, row in enumerate(rows):
        if row.ndim != rows[0].ndim:
            odd = next(number for number, other in enumerate(rows) if other.ndim < max(r.ndim for r in rows))
            raise InputError(f"Item {odd} is {written(items[odd])}, not a row like the others.")
        if row.shape != rows[0].shape:
            raise InputError(
                f"Row {index} has {len(row)} numbers, and row 0 has {len(rows[0])}: rows must be equally long."
            )
    filled = [row for row in rows if row.size]
    one_type = len({row.dtype for row in filled}) <= 1
    return np.stack(rows if one_type else [row.astype(object) for row in rows])


def check_array(array: Shaped[np.ndarray, "*shape"], place: Place) -> Shaped[np.ndarray, "*shape"]:
    """An array of integers or floats without NaN as it is, one of objects with each of them read."""
    if array.dtype == object:
        numbers = np.empty(array.shape, object)
        for index, value in np.ndenumerate(array):
            numbers[index] = read_number(value, (*place, *index))
        return numbers
    if array.dtype.kind == "V":  # bfloat16 and its like, which JAX counts as numbers and numpy does not.
        kinds = ((jnp.floating, np.float32), (jnp.integer, np.int32))
        array = next((array.astype(wider) for kind, wider in kinds if jnp.issubdtype(array.dtype, kind)), array)
    if array.dtype.kind == "b" and array.size:
        raise InputError(f"{array.flat[0]} is not a number{at((*place, *(0,) * array.ndim))}.")
    if array.dtype.kind not in "iufb":
        raise InputError(f"An array of the type {array.dtype} does not hold numbers that have an order.")
    if array.dtype.kind == "f" and np.isnan(array).any():
        raise InputError(f"nan is not a number{at(first_place(np.isnan(array), place))}.")
    if array.dtype == np.longdouble and (array != array.astype(np.float64)).any():
        raise InputError(f"An array of the type {array.dtype} holds numbers that are not exact as float64: round them.")
    return array.astype(np.float64) if array.dtype == np.longdouble else array


def read_number(value: Any, place: Place = ()) -> int | float | Fraction | Decimal:
    """One of Python's numbers, or the reason why it is none."""
    refuse_traced(value)
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item") and value is not np.ma.masked:
        value = value.item()
    match value:
        case bool() | np.bool():
            pass
        case Integral():
            return int(value)
        case Decimal() if not value.is_nan():
            if value.is_finite() and value and abs(value.adjusted()) > MOST_DIGITS:
                raise InputError(f"{written(value)} has more than {MOST_DIGITS} digits{at(place)}.")
            return value
        case Rational():
            return Fraction(int(value.numerator), int(value.denominator))
        case Real() if value == value and is_double(value):
            return float(value)
    raise InputError(f"{written(value)} is not a number{at(place)}.")


def refuse_traced(value: Any) -> None:
    """Numbers inside jax.jit and jax.vmap have no values that could be checked."""
    if isinstance(value, jax.core.Tracer):
        raise InputError("The numbers are not known yet under jax.jit and jax.vmap: use nee.programs there.")


def first_place(wrong: Shaped[np.ndarray, "*shape"], place: Place) -> Place:
    """Where the first True stands."""
    return *place, *(int(index) for index in np.unravel_index(int(wrong.argmax()), wrong.shape))


def at(place: Place) -> str:
    """A place in a list or in rows of lists, at the end of a sentence."""
    match place:
        case ():
            return ""
        case (item,):
            return f" (item {item})"
        case (row, item):
            return f" (row {row}, item {item})"
    return f" (index {', '.join(map(str, place))})"


def written(value: object) -> str:
    """A value as it is quoted in a sentence: on one line, and of a bearable length."""
    if isinstance(value, int) and value.bit_length() > 200:
        return f"an integer of {value.bit_length()} bits"
    try:
        text = " ".join(reprlib.repr(value).split()) if isinstance(value, str | bytes | list | tuple) else repr(value)
    except Exception:  # The value is a stranger's, and so is what its repr raises.
        text = f"a {type(value).__name__}"
    text = " ".join(text.split())
    return text if len(text) <= 60 else f"{text[:59]}…"


def counted(count: int, what: str) -> str:
    """So many of something.

    >>> counted(1, "edge"), counted(2, "edge")
    ('1 edge', '2 edges')
    """
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


# Numbers as whole numbers in the same order.


def order_keys(rows: Shaped[np.ndarray, "lists size"]) -> Shaped[np.ndarray, "lists size"]:
    """Whole numbers from 0 on in the order of these numbers, equal where they are equal."""
    if rows.dtype == object:
        return exact_keys(rows)
    if rows.dtype.kind == "f":
        rows = rows.astype(rows.dtype.newbyteorder("="))
        if (rows != np.trunc(rows)).any() or float(np.abs(rows).max(initial=0)) > 1 << 53:
            order = float_order(rows)
            return shifted(order, int(order.min()))
        rows = rows.astype(np.int64)
    return shifted(rows, min(0, int(rows.min(initial=0))))


def float_order(rows: Shaped[np.ndarray, "*shape"]) -> Int[np.ndarray, "*shape"]:
    """The bits of floats, read as integers that have the same order.

    The bits are a sign and then a magnitude. Both zeros become 0, and the number nearest to them becomes 1 or -1, so
    that common lists need fewer than 62 bits.
    """
    magnitudes = np.abs(rows).view(f"i{rows.dtype.itemsize}").astype(np.int64)
    gap = magnitudes[magnitudes > 0].min() - 1
    return np.where(magnitudes > 0, magnitudes - gap, 0) * np.where(rows < 0, -1, 1)


def shifted(rows: Shaped[np.ndarray, "*shape"], least: int) -> Shaped[np.ndarray, "*shape"]:
    """The distance of each integer from the least one: int64 if all distances fit, else uint64."""
    # In uint64 a difference is right even where int64 would overflow.
    keys = rows.astype(np.uint64) - np.array(least).astype(np.uint64)
    return keys.astype(np.int64) if keys.max(initial=0) < 1 << 63 else keys


def exact_keys(rows: Shaped[np.ndarray, "lists size"]) -> Shaped[np.ndarray, "lists size"]:
    """The keys of Python's numbers, which compare as Python compares them: by their exact values."""
    numbers = rows.ravel().tolist()
    finite = [number for number in numbers if number not in (math.inf, -math.inf)]
    denominator = common_denominator(finite, MOST_KEY_BITS)
    if denominator != 1 and all(is_double(number) for number in numbers):
        return order_keys(np.array(numbers, float).reshape(rows.shape))
    if denominator is None:
        raise InputError(f"The fractions have no common denominator of up to {MOST_KEY_BITS} bits: round them.")
    scaled = [scaled_up(number, denominator) for number in finite]
    least, most = min(scaled, default=0), max(scaled, default=0)
    infinite = {-math.inf: least - 1, math.inf: most + 1}
    keys = [scaled_up(number, denominator) if number not in infinite else infinite[number] for number in numbers]
    least = min(0, *keys)
    array = np.empty(len(keys), object)
    array[:] = [key - least for key in keys]
    return (array.astype(np.int64) if max(keys) - least < 1 << 63 else array).reshape(rows.shape)


def common_denominator(numbers: Iterable[Any], most_bits: int) -> int | None:
    """The smallest integer that makes all numbers whole; a power of ten for decimals. None if it is too large."""
    denominator = 1
    for number in numbers:
        denominator = math.lcm(denominator, denominator_of(number))
        if denominator.bit_length() > most_bits:
            return None
    return denominator


def denominator_of(number: Any) -> int:
    """What makes one number whole."""
    if not isinstance(number, Decimal):
        return int(number.as_integer_ratio()[1])
    digits = number.normalize().as_tuple().exponent
    return 10 ** max(0, -digits) if isinstance(digits, int) else 1


def scaled_up(number: Any, denominator: int) -> int:
    """A number times a denominator that makes it whole."""
    numerator, own = number.as_integer_ratio()
    return int(numerator * denominator // own)


def is_double(number: Any) -> bool:
    """Whether a number is one of the 64-bit floats."""
    try:
        return bool(float(number) == number)
    except OverflowError:
        return False
