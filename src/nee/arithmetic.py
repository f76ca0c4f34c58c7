"""Add and multiply with the engines that ship."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Int

from nee.compilation import bucket, keep_compiled_programs
from nee.errors import InputError
from nee.numbers import check_number, infinity
from nee.pretrained import load
from nee.subroutines.operation import run_pairs


def add(a: Any, b: Any) -> Any:
    """The sum of two integers, or of arrays of them, by the trained engine. It must not exceed 255.

    >>> add(97, 31)
    128
    """
    return calculate("add", a, b)


def multiply(a: Any, b: Any) -> Any:
    """The product of two integers, or of arrays of them, by the trained engine. It must not exceed 4095.

    >>> multiply(12, 34)
    408
    """
    return calculate("multiply", a, b)


EXACT = {"add": (np.add, "+"), "multiply": (np.multiply, "*")}
"""Used to refuse a result that does not fit before the network runs, and for nothing else."""


def calculate(name: str, a: Any, b: Any) -> Any:
    """An operation on numbers or arrays. What comes in as arrays goes out as one, lists as lists."""
    engine = load(name)
    bits = engine.config.bits
    first, second = check_operands(check_array(a, bits), check_array(b, bits))
    exact, sign = EXACT[name]
    fits = exact(first, second) < infinity(bits)
    if not fits.all():
        x, y = first[~fits][0], second[~fits][0]
        raise InputError(
            f"{x} {sign} {y} is too large: an engine of {bits} bits answers with at most {infinity(bits) - 1}."
        )
    pairs = np.stack([first.ravel(), second.ravel()], axis=-1)
    padded = np.zeros((bucket(len(pairs)), 2), np.int32)
    padded[: len(pairs)] = pairs
    keep_compiled_programs()
    result = np.asarray(run_pairs(engine, jnp.asarray(padded)))[: len(pairs)].reshape(first.shape)
    return result if any(isinstance(x, np.ndarray | jax.Array) for x in (a, b)) else result.tolist()


def check_array(values: Any, bits: int) -> Int[np.ndarray, "*shape"]:
    """The operand as an array, or the reason why the engine cannot read it."""
    if isinstance(values, list | tuple):
        rows = [check_array(value, bits) for value in values]
        if len({row.shape for row in rows}) > 1:
            raise InputError("The rows of an operand must be equally long.")
        return np.stack(rows) if rows else np.zeros(0, np.int64)
    if isinstance(values, np.ndarray | jax.Array) and values.ndim:
        return check_array(np.asarray(values).tolist(), bits).reshape(values.shape)
    return np.array(check_number(values.item() if isinstance(values, np.ndarray | jax.Array) else values, bits))


def check_operands(
    first: Int[np.ndarray, "*first"], second: Int[np.ndarray, "*second"]
) -> tuple[Int[np.ndarray, "*shape"], Int[np.ndarray, "*shape"]]:
    """Both operands in one shape."""
    try:
        first, second = np.broadcast_arrays(first, second)
    except ValueError:
        raise InputError(f"Operands of shapes {first.shape} and {second.shape} do not go together.") from None
    return first, second
