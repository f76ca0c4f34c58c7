"""What a program is: data by position, engines by keyword. And its door, where both are looked at."""

import functools
import inspect
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, get_args

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import AbstractArray

from nee.containers import at, first_place, read_array, written
from nee.errors import InputError
from nee.numbers import infinity
from nee.steps import Engine

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

PLACES = {"source": "nodes", "start": "nodes", "rank": "size"}
"""Numbers that no engine reads: each is a place in what has this dimension, counted from 0."""
LISTS = ("size", "slots")
"""Dimensions of what is sorted or searched. About an empty list no engine can be asked, not even for its shapes."""


def program(run: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Let a program take lists, and refuse what it cannot use: its signature says what it takes.

    Inside jax.jit and jax.vmap the numbers are not known when the program runs, and only their shape and type are
    checked: an engine of 8 bits takes 300 for 44 there.
    """
    signature = inspect.signature(run)

    @functools.wraps(run)
    def checked(*data: Given.args, **engines: Given.kwargs) -> Answer:
        given = signature.bind(*data, **engines)
        widths = [bits for value in given.arguments.values() if (bits := bits_of(value))]
        sizes: dict[str, int] = {}
        for name, value in given.arguments.items():
            parameter = signature.parameters[name]
            if parameter.annotation is Engine:
                check_engine(name, value)
            elif parameter.kind is not parameter.KEYWORD_ONLY and value is not None:
                given.arguments[name] = read(name, value, parameter.annotation, sizes, min(widths, default=None))
        if 0 in map(sizes.get, LISTS):
            return about_nothing(run, given)
        return run(*given.args, **given.kwargs)

    return checked


def about_nothing(run: Callable[..., Answer], given: inspect.BoundArguments) -> Answer:
    """The answer about empty lists: it has the fields of an answer about lists of one number, and nothing in them."""
    for name, value in given.arguments.items():
        if isinstance(value, jax.Array) and value.shape == (0,):
            given.arguments[name] = jnp.zeros(1, value.dtype)
    answer = jax.eval_shape(lambda: run(*given.args, **given.kwargs))
    if any(field.ndim == 0 for field in jax.tree.leaves(answer)):
        raise InputError("The list is empty, and nothing can be found in it.")
    empty: Answer = jax.tree.map(lambda field: jnp.zeros((0,) * field.ndim, field.dtype), answer)
    return empty


def bits_of(engine: Any) -> int | None:
    """How wide the numbers are that an engine reads, if it tells."""
    return getattr(engine, "bits", None)


def check_engine(name: str, engine: Any) -> None:
    """Refuse what nobody can ask."""
    if not callable(engine):
        raise InputError(f"{name} must be an engine, such as nee.load makes, and is {written(engine)}.")


def read(name: str, values: Any, annotation: Any, sizes: dict[str, int], bits: int | None) -> Any:
    """What is given for one parameter, as its annotation wants it: an array, or one number.

    `sizes` are the dimensions that are known, and learns those of this one.
    """
    kind = next((each for each in (annotation, *get_args(annotation)) if is_array_type(each)), None)
    if kind is None and annotation is not int:
        return values
    dimensions = kind.dim_str.split() if kind else []
    if kind and "bool" in kind.dtypes:
        check_shape(name, np.shape(values), dimensions, sizes)
        return check_mask(name, values)
    array = values if isinstance(values, jax.core.Tracer) else read_array(values)
    check_shape(name, array.shape, dimensions, sizes)
    if isinstance(array, jax.core.Tracer):
        if not jnp.issubdtype(array.dtype, jnp.integer):
            raise InputError(f"{name} has the type {array.dtype}: programs read integers, and `end` for infinity.")
        return values
    check_integers(array)
    if name in PLACES and not dimensions:
        check_place(name, int(array), sizes.get(PLACES[name]))
    elif bits:
        check_width(array, bits)
    if not dimensions and not (kind and isinstance(values, jax.Array)):
        return int(array)
    return values if isinstance(values, jax.Array) and values.size else as_jax(array)


def is_array_type(annotation: Any) -> bool:
    """Whether an annotation is one of jaxtyping's arrays."""
    return isinstance(annotation, type) and issubclass(annotation, AbstractArray)


def check_shape(name: str, shape: tuple[int, ...], dimensions: list[str], sizes: dict[str, int]) -> None:
    """Refuse an array of other dimensions, or of another size where the size is known."""
    wanted = "one number" if not dimensions else "a list" if len(dimensions) == 1 else "a square matrix"
    if len(dimensions) == 1 and (size := sizes.get(dimensions[0])) is not None:
        wanted = f"a list of {size}"
    if len(shape) != len(dimensions) or any(
        sizes.setdefault(dimension, size) != size for dimension, size in zip(dimensions, shape, strict=True)
    ):
        raise InputError(f"{name} must be {wanted}, and has the shape {shape}.")
    # Where there are keys, there is one gap more.
    sizes |= {f"{dimension}+1": size + 1 for dimension, size in zip(dimensions, shape, strict=True)}
    if sizes.get("nodes") == 0:
        raise InputError("The graph is empty: it has no nodes.")


def check_mask(name: str, mask: Any) -> Any:
    """The mask as an array, or the reason why it is none."""
    array = mask if isinstance(mask, jax.Array) else np.asarray(mask)
    if array.size and array.dtype != bool:
        raise InputError(f"{name} must be True where a slot is hidden and False elsewhere, and has other values.")
    return jnp.asarray(array, bool)


def check_integers(array: np.ndarray) -> None:
    """Refuse floats, whole ones too: programs compute with integers."""
    if array.dtype.kind not in "iu":
        wrong = np.array([not isinstance(number, int) for number in array.ravel().tolist()], bool)
        refuse(array, wrong.reshape(array.shape), "is no integer", "programs read integers, and `end` for infinity")


def check_place(name: str, place: int, size: int | None) -> None:
    """Refuse a place that is not there."""
    if size and not 0 <= place < size:
        raise InputError(f"There is no {name} {written(place)}: places go from 0 to {size - 1}.")


def check_width(array: np.ndarray, bits: int) -> None:
    """Refuse a number that is neither of `bits` bits nor infinity."""
    end = infinity(bits)
    reads = f"engines of {bits} bits read the whole numbers from 0 to {end - 1}, and {end} for infinity"
    refuse(array, array < 0, "is negative", reads)
    refuse(array, array > end, "is too large", reads)


def as_jax(array: np.ndarray) -> jax.Array:
    """The integers as an array of JAX, if it can hold them."""
    limits = jnp.iinfo(jnp.result_type(int))
    holds = f"JAX's integers have {limits.bits} bits here, and 64 inside jax.enable_x64(True)"
    refuse(array, array < limits.min, "is too small", holds)
    refuse(array, array > limits.max, "is too large", holds)
    return jnp.asarray(array.astype(limits.dtype))


def refuse(array: np.ndarray, wrong: Any, what: str, why: str) -> None:
    """Name the first number that is wrong, if there is one."""
    wrong = np.asarray(wrong, bool)
    if wrong.any():
        place = first_place(wrong, ())
        raise InputError(f"{written(array.astype(object)[place])} {what}{at(place)}: {why}.")
