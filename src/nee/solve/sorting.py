"""Sort lists of any numbers with the engines that ship."""

from collections.abc import Callable
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int, Shaped

from nee.compilation import bucket, keep_compiled_programs
from nee.composed.part import Part
from nee.containers import read_list, written
from nee.errors import EngineError, InputError
from nee.numbers import infinity
from nee.programs import bitonic_sort, merge_sort, selection_sort
from nee.solve.engines import WIDEST, By, choose, integers_of, merge_engine, minimum_engine, width
from nee.steps import NOTHING, Execution, LevelledExecution

ENGINES: dict[str, str] = {"selection": "minimum", "merge": "merge", "bitonic": "minimum"}
"""The engine that each algorithm is made of."""
AT_ONCE = 1 << 22
"""How many numbers are worked on at once: one per pair of slots in selection sort, 16 per slot in the others."""
MOST_SLOTS: dict[tuple[str, By], int] = {
    ("selection", "network"): 20_000,
    ("merge", "network"): 2_000,
    ("bitonic", "network"): 20_000,
    ("selection", "table"): 20_000,
    ("merge", "table"): 50_000,
    ("bitonic", "table"): 5_000_000,
}
"""Longer lists would take minutes."""


def sort(values: Any, *, algorithm: str | None = None, by: By | None = None) -> Any:
    """Sort a list of numbers, or the rows of a 2-D array, with a trained engine.

    >>> sort([5, 3, 250, 1])
    [1, 3, 5, 250]
    >>> sort([[2, 1], [0, 9]], algorithm="merge")
    [[1, 2], [0, 9]]
    >>> sort([2.5, -1e300, 10**18])
    [-1e+300, 2.5, 1000000000000000000]

    Integers may be negative and of any size; floats, fractions and decimals compare by their exact values. What comes
    in as an array goes out as one. Up to 100 numbers from 0 to 255 are sorted by forward passes of the network, by
    selection sort; longer lists and wider numbers by its table, by bitonic sort. `by` and `algorithm` say otherwise.
    """
    return sort_and_say(values, algorithm, by)[0]


def sort_and_say(values: Any, algorithm: Any, by: Any) -> tuple[Any, By, str]:
    """The sorted numbers, whether the network or its table has sorted them, and by which algorithm."""
    numbers = read_list(values)
    by, algorithm = choose_algorithm(by, algorithm, numbers.bits, numbers.rows.shape[1])
    keys = sort_keys(numbers.keys, algorithm, by) if numbers.rows.size else numbers.keys
    return numbers.restored(keys), by, algorithm


def choose_algorithm(said: Any, algorithm: Any, bits: int, size: int) -> tuple[By, str]:
    """How a list is sorted if nobody says it: short ones as the paper does, long ones with the fewest rounds."""
    if algorithm is not None and (not isinstance(algorithm, str) or algorithm not in ENGINES):
        raise InputError(f"There is no algorithm {written(algorithm)}; there are: {', '.join(ENGINES)}.")
    by = choose(said, bits, size)
    algorithm = algorithm or ("selection" if by == "network" else "bitonic")
    most = MOST_SLOTS[algorithm, by]
    if size > most:
        raise InputError(
            f"{algorithm} sort of {size} numbers by the {by} would take many minutes: it takes at most {most}; "
            f"the table sorts up to {MOST_SLOTS['bitonic', 'table']} by bitonic sort."
        )
    return by, algorithm


def sort_keys(keys: Shaped[np.ndarray, "lists size"], algorithm: str, by: By) -> Shaped[np.ndarray, "lists size"]:
    """Each row of whole numbers, sorted and checked."""
    widest = int(keys.max(initial=0))
    if widest < 1 << WIDEST:
        return check_sorted(sort_narrow(keys.astype(np.int64), widest.bit_length(), algorithm, by))
    rows = [sort_in_parts(row.tolist(), algorithm, by) for row in keys]
    return np.array(rows, keys.dtype).reshape(keys.shape)


def sort_narrow(
    rows: Int[np.ndarray, "lists size"], bits: int, algorithm: str, by: By
) -> Int[np.ndarray, "lists size"]:
    """Each row as engines of this width sort it."""
    bits = width(bits)
    with integers_of(bits):
        return sort_rows(sorting_engine(algorithm, by, bits), rows, algorithm)


def sort_in_parts(numbers: list[int], algorithm: str, by: By) -> list[int]:
    """Numbers that are too wide for the engines: by their upper parts, and those with the same one by the rest."""
    levels: list[dict[int, list[int]]] = []
    while max(numbers, default=0) >= 1 << WIDEST:
        rests: dict[int, list[int]] = {}
        for number in numbers:
            rests.setdefault(number >> WIDEST, []).append(number & ((1 << WIDEST) - 1))
        levels.append(rests)
        numbers = list(rests)
    (in_order,) = sort_lists([numbers], algorithm, by)
    for rests in reversed(levels):
        sorted_rests = dict(zip(rests, sort_lists(list(rests.values()), algorithm, by), strict=True))
        in_order = [(upper << WIDEST) + rest for upper in in_order for rest in sorted_rests[upper]]
    return in_order


def sort_lists(lists: list[list[int]], algorithm: str, by: By) -> list[list[int]]:
    """Lists of several lengths, of numbers that the engines can read: those of about one length side by side.

    They are filled up with infinity, which comes last and is cut off again.
    """
    results = list(lists)
    alike: dict[int, list[int]] = {}
    for place, numbers in enumerate(lists):
        alike.setdefault(slots_for(len(numbers), algorithm), []).append(place)
    for places in alike.values():
        rows = np.full((len(places), max(len(lists[place]) for place in places)), infinity(WIDEST), np.int64)
        for row, place in zip(rows, places, strict=True):
            row[: len(lists[place])] = lists[place]
        if rows.shape[1] > 1:
            rows = check_sorted(sort_narrow(rows, WIDEST, algorithm, by))
        for row, place in zip(rows, places, strict=True):
            results[place] = row[: len(lists[place])].tolist()
    return results


def slots_for(size: int, algorithm: str) -> int:
    """The slots to compile for. Bitonic sort works on a power of two."""
    return bucket(1 << max(size - 1, 0).bit_length() if algorithm == "bitonic" else size)


def check_sorted(result: Int[np.ndarray, "lists size"]) -> Int[np.ndarray, "lists size"]:
    """The result, if it rises. That it holds the caller's numbers is checked where they are handed back."""
    if (result == NOTHING).any():
        raise EngineError("The engine's mask hid a number that was not sorted yet, and no list is given.")
    if (np.diff(result, axis=-1) < 0).any():
        raise EngineError("The engine took a number that was not the smallest, and no list is given.")
    return result


def sorting_engine(algorithm: str, by: By, bits: int) -> Part:
    """What an algorithm is made of."""
    return merge_engine(by, bits) if algorithm == "merge" else minimum_engine(by, bits)


def sort_rows(engine: Part, rows: Int[np.ndarray, "lists size"], algorithm: str) -> Int[np.ndarray, "lists size"]:
    """Each row as the engine sorts it, right or wrong, block by block with one compiled program."""
    keep_compiled_programs()
    lists, size = rows.shape
    slots = slots_for(size, algorithm)
    block = min(bucket(lists), max(1, AT_ONCE // (slots**2 if algorithm == "selection" else slots * 16)))
    parts = [rows[:0]]
    for first in range(0, lists, block):
        part = rows[first : first + block]
        padded = np.full((block, slots), infinity(engine.bits), np.int64 if engine.bits > 30 else np.int32)
        padded[: len(part), :size] = part
        sorted_part = sort_block(engine, padded, np.arange(slots) >= size, algorithm)
        parts.append(np.asarray(sorted_part)[: len(part), :size])
    return np.concatenate(parts)


@eqx.filter_jit
def sort_block(
    engine: Part,
    values: Int[Array | np.ndarray, "lists slots"],
    padding: Bool[Array | np.ndarray, " slots"],
    algorithm: str,
) -> Int[Array, "lists slots"]:
    """Each list sorted. Selection sort hides the padding; the others take it for the infinity that it is.

    Arrays of numpy come in as they are: JAX would compile a program to make each of them.
    """
    if algorithm == "selection":
        hidden = jnp.asarray(padding)
        return jax.vmap(lambda one: selection_sort(one, hidden, minimum=engine).result)(values)
    run = run_merge_sort if algorithm == "merge" else run_bitonic_sort
    return jax.vmap(lambda one: run(engine, one).result)(values)


def run_merge_sort(engine: Part, values: Int[Array, " size"]) -> LevelledExecution:
    """Merge sort, with the engine's own infinity."""
    return merge_sort(values, merge=engine, end=infinity(engine.bits))


def run_bitonic_sort(engine: Part, values: Int[Array, " size"]) -> Execution:
    """Bitonic sort, with the engine's own infinity."""
    return bitonic_sort(values, minimum=engine, end=infinity(engine.bits))


def sort_and_trace(values: Any, *, algorithm: str = "selection", by: By | None = None) -> Any:
    """Sort one list of whole numbers from 0 on, and tell of every step: an Execution, or a LevelledExecution.

    Who wants to watch gets forward passes of the network, unless `by` says otherwise.
    """
    numbers = read_list(values)
    by, algorithm = choose_algorithm(by or "network", algorithm, numbers.bits, numbers.rows.shape[1])
    bits = width(min(numbers.bits, WIDEST))
    if numbers.bits > WIDEST or (numbers.keys != numbers.rows).any():
        raise InputError(f"A trace shows whole numbers from 0 on, of up to {WIDEST} bits.")
    keep_compiled_programs()
    with integers_of(bits):
        row = jnp.asarray(numbers.keys[0], jnp.int64 if bits > 30 else jnp.int32)
        execution = jax.device_get(trace_one(sorting_engine(algorithm, by, bits), row, algorithm))
    numbers.restored(check_sorted(np.asarray(execution.result, np.int64)[None]))
    return execution


@eqx.filter_jit
def trace_one(engine: Part, values: Int[Array, " size"], algorithm: str) -> Execution | LevelledExecution:
    """The whole execution on one list."""
    runs: dict[str, Callable[..., Any]] = {"merge": run_merge_sort, "bitonic": run_bitonic_sort}
    return runs[algorithm](engine, values) if algorithm in runs else selection_sort(values, minimum=engine)
