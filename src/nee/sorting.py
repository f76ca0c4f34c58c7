"""Sort lists with the engines that ship."""

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int

from nee.compilation import bucket, keep_compiled_programs
from nee.engine import NeuralEngine
from nee.errors import InputError
from nee.numbers import check_number, infinity
from nee.pretrained import load
from nee.programs import merge_sort, selection_sort
from nee.steps import NOTHING, Execution, LevelledExecution

ENGINES: dict[str, str] = {"selection": "minimum", "merge": "merge"}
"""The engine that each algorithm is made of."""
AT_ONCE = 1 << 22
"""So many numbers are worked on at once: one per pair of slots in selection sort, 16 per slot in merge sort."""


def sort(values: Any, *, algorithm: str = "selection") -> Any:
    """Sort a list of integers from 0 to 255, or the rows of a 2-D array, with a trained engine.

    >>> sort([5, 3, 250, 1])
    [1, 3, 5, 250]
    >>> sort([[2, 1], [0, 9]], algorithm="merge")
    [[1, 2], [0, 9]]

    What comes in as a numpy array goes out as one.
    """
    engine = engine_of(algorithm)
    rows, one_list = check_lists(values, engine.config.bits)
    result = complete(sort_rows(engine, rows, algorithm), engine)
    result = result[0] if one_list else result
    return result if isinstance(values, np.ndarray | jax.Array) else result.tolist()


def engine_of(algorithm: str) -> NeuralEngine:
    """The trained engine that an algorithm is made of."""
    if algorithm not in ENGINES:
        raise InputError(f"There is no algorithm {algorithm!r}; there are: {', '.join(ENGINES)}.")
    return load(ENGINES[algorithm])


def sort_rows(
    engine: NeuralEngine, rows: Int[np.ndarray, "lists size"], algorithm: str
) -> Int[np.ndarray, "lists size"]:
    """Each row as the engine sorts it, right or wrong, block by block with one compiled program."""
    keep_compiled_programs()
    lists, size = rows.shape
    slots = bucket(size)
    block = min(bucket(lists), max(1, AT_ONCE // (slots**2 if algorithm == "selection" else slots * 16)))
    parts = [rows[:0]]
    for first in range(0, lists, block):
        part = rows[first : first + block]
        padded = np.full((block, slots), infinity(engine.config.bits), np.int32)
        padded[: len(part), :size] = part
        sorted_part = sort_block(engine, jnp.asarray(padded), jnp.arange(slots) >= size, algorithm)
        parts.append(np.asarray(sorted_part)[: len(part), :size])
    return np.concatenate(parts)


@eqx.filter_jit
def sort_block(
    engine: NeuralEngine, values: Int[Array, "lists slots"], padding: Bool[Array, " slots"], algorithm: str
) -> Int[Array, "lists slots"]:
    """Each list sorted. Selection sort hides the padding; merge sort takes it for the infinity that it is."""
    if algorithm == "merge":
        return jax.vmap(lambda one: run_merge_sort(engine, one).result)(values)
    return jax.vmap(lambda one: selection_sort(one, padding, minimum=engine).result)(values)


def run_merge_sort(engine: NeuralEngine, values: Int[Array, " size"]) -> LevelledExecution:
    """Merge sort, with the engine's own infinity."""
    return merge_sort(values, merge=engine, end=infinity(engine.config.bits))


def sort_and_trace(values: Any, *, algorithm: str = "selection") -> Any:
    """Sort one list, and tell of every step: an Execution, or a LevelledExecution for merge sort."""
    engine = engine_of(algorithm)
    rows, _ = check_lists(values, engine.config.bits)
    keep_compiled_programs()
    execution = jax.device_get(trace_one(engine, jnp.asarray(rows[0]), algorithm))
    complete(execution.result, engine)
    return execution


@eqx.filter_jit
def trace_one(engine: NeuralEngine, values: Int[Array, " size"], algorithm: str) -> Execution | LevelledExecution:
    """The whole execution on one list."""
    return run_merge_sort(engine, values) if algorithm == "merge" else selection_sort(values, minimum=engine)


def complete(result: Int[np.ndarray, "*shape"], engine: NeuralEngine) -> Int[np.ndarray, "*shape"]:
    """The result, if every place in it holds a number."""
    if ((result == NOTHING) | (result == infinity(engine.config.bits))).any():
        raise RuntimeError("The engine's mask went wrong, and it ended before all numbers were sorted.")
    return result


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
