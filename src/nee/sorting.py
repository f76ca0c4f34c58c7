"""Sort lists with the engine that ships."""

from collections.abc import Iterator, Sequence
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int

from nee.compilation import bucket, keep_compiled_programs
from nee.errors import InputError
from nee.numbers import check_number
from nee.pretrained import load
from nee.programs import selection_sort
from nee.steps import NOTHING, Engine, Execution

PAIRS_AT_ONCE = 1 << 22
"""Attention compares every number with every other; so many pairs of all lists together stay in memory."""


def sort(values: Any) -> Any:
    """Sort a list of integers from 0 to 255, or the rows of a 2-D array, with the trained engine.

    >>> sort([5, 3, 250, 1])
    [1, 3, 5, 250]
    >>> sort([[2, 1], [0, 9]])
    [[1, 2], [0, 9]]

    What comes in as a numpy array goes out as one.
    """
    engine = load("minimum")
    rows, one_list = check_lists(values, engine.config.bits)
    result = complete(sort_rows(engine, rows))
    result = result[0] if one_list else result
    return result if isinstance(values, np.ndarray | jax.Array) else result.tolist()


def sort_and_trace(values: Sequence[Any]) -> Execution:
    """Sort one list, and tell of every step."""
    engine = load("minimum")
    rows, _ = check_lists(values, engine.config.bits)
    execution = next(executions(engine, rows))
    complete(execution.result)
    return jax.tree.map(lambda x: x[0], execution)


def complete(result: Int[Array | np.ndarray, "lists size"]) -> Int[Array | np.ndarray, "lists size"]:
    """The result, if every number has its place in it."""
    if (result == NOTHING).any():
        raise RuntimeError("The engine hid more than one number in a step, and ended before all were sorted.")
    return result


def sort_rows(engine: Engine, rows: Int[np.ndarray, "lists size"]) -> Int[np.ndarray, "lists size"]:
    """Each row as the engine sorts it, right or wrong."""
    return np.concatenate([rows[:0], *(execution.result for execution in executions(engine, rows))])


def executions(engine: Engine, rows: Int[np.ndarray, "lists size"]) -> Iterator[Execution]:
    """Selection sort of all rows, block by block, with one compiled program."""
    keep_compiled_programs()
    lists, size = rows.shape
    slots = bucket(size)
    block = min(bucket(lists), max(1, PAIRS_AT_ONCE // slots**2))
    for first in range(0, lists, block):
        part = rows[first : first + block]
        padded = np.zeros((block, slots), np.int32)
        padded[: len(part), :size] = part
        mask = np.broadcast_to(np.arange(slots) >= size, padded.shape)
        yield without_padding(sort_block(engine, jnp.asarray(padded), jnp.asarray(mask)), len(part), size)


@eqx.filter_jit
def sort_block(engine: Engine, values: Int[Array, "lists slots"], mask: Bool[Array, "lists slots"]) -> Execution:
    """Selection sort of each list."""
    return jax.vmap(lambda v, m: selection_sort(v, m, minimum=engine))(values, mask)


def without_padding(execution: Execution, lists: int, size: int) -> Execution:
    """What belongs to the real lists and slots: one number per step, or one per step and slot."""
    return jax.tree.map(lambda x: np.asarray(x[:lists, :size] if x.ndim == 2 else x[:lists, :size, :size]), execution)


def check_lists(values: Any, bits: int) -> tuple[Int[np.ndarray, "lists size"], bool]:
    """The numbers as rows, and whether they came as one list; or the reason why the engine cannot read them."""
    if isinstance(values, np.ndarray | jax.Array):
        array = np.asarray(values)
        if array.ndim not in (1, 2):
            raise InputError(f"An array of {array.ndim} dimensions is neither a list nor rows of lists.")
        for value in array.ravel().tolist():
            check_number(value, bits)
        return np.atleast_2d(array).astype(np.int32), array.ndim == 1
    try:
        items = list(values)
    except TypeError:
        raise InputError(f"{values!r} is not a list of numbers.") from None
    one_list = not any(isinstance(item, list | tuple | np.ndarray) for item in items)
    rows = [items] if one_list else items
    for index, row in enumerate(rows):
        if not isinstance(row, list | tuple | np.ndarray):
            raise InputError(f"Item {index} is {row!r}, not a row like the others.")
        if len(row) != len(rows[0]):
            raise InputError(
                f"Row {index} has {len(row)} numbers, and row 0 has {len(rows[0])}: rows must be equally long."
            )
    return np.array([[check_number(value, bits) for value in row] for row in rows], np.int32), one_list
