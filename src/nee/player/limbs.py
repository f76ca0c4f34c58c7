"""Numbers that are wider than the network: what it was asked about their limbs, and what it answered."""

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int

from nee.composed import WideMinimum
from nee.composed.part import Part
from nee.composed.wide_add import LimbSum, add_limbs
from nee.composed.wide_multiply import LIMB, LimbProduct, multiply_limbs
from nee.errors import InputError
from nee.player.certainty import Reader, bit_logits, reader_of, size_for
from nee.player.steps_data import Data, certainties, digits, steps_data
from nee.solve.arithmetic import Operation, from_limb_rows, to_limb_rows
from nee.solve.engines import integers_of
from nee.steps import Trace

SIZES: dict[Operation, tuple[int, ...]] = {"add": (4, 16, 64), "multiply": (4, 8, 16)}
"""Numbers are filled up to so many limbs, so that few programs are compiled. Nobody would watch more."""


def descents(
    engine: Any, values: Int[np.ndarray, "steps slots"], masks: Bool[np.ndarray | Array, "steps slots"]
) -> list[list[Data]] | None:
    """For each step the way down through the limbs, the top one first; None for an engine that does not go it.

    An engine that plays matches asks about two slots at a time: there is no way down that all slots share.
    """
    if not isinstance(engine, WideMinimum):
        return None
    steps, slots = masks.shape
    room = [(0, size_for(count) - count) for count in masks.shape]  # Hidden slots, so that few programs are compiled.
    with integers_of(engine.bits):
        wide = jnp.asarray(np.pad(values, room), jnp.int64 if engine.bits > 30 else jnp.int32)
        hidden = jnp.asarray(np.pad(masks, room, constant_values=True))
        found = jax.device_get(run_descents(engine, wide, hidden))
    rows, traces = jax.tree.map(lambda x: x[:steps, :, :slots] if x.ndim > 2 else x[:steps], found)
    reader = reader_of(engine.engine)
    bits = engine.engine.bits
    answer = []
    for limbs, trace in zip(rows, each(traces), strict=True):
        logits = bit_logits(reader, limbs, trace.mask) if reader else None
        told = zip(limbs.tolist(), steps_data(trace, bits, logits), strict=True)
        answer.append([{"values": numbers} | step for numbers, step in told])
    return answer


@eqx.filter_jit
def run_descents(
    engine: WideMinimum, values: Int[Array, "steps slots"], masks: Bool[Array, "steps slots"]
) -> tuple[Int[Array, "steps limbs slots"], Trace]:
    """The limbs of each step, and what the engine answered to them."""

    def one(numbers_and_mask: tuple[Array, Array]) -> tuple[Array, Trace]:
        limbs = engine.limbs_from_the_top(numbers_and_mask[0])
        return limbs, engine.descend(limbs, numbers_and_mask[1])[1]

    found: tuple[Array, Trace] = jax.lax.map(one, (values, masks))
    return found


def each(trace: Trace) -> list[Trace]:
    """The traces of a batch, one by one."""
    return [jax.tree.map(lambda part, at=index: part[at], trace) for index in range(len(trace.mask))]


def watch_sum(add: Part, a: int, b: int) -> tuple[int, list[Data]]:
    """A sum of wide numbers, and its limbs, the lowest first."""
    limb = add.bits - 1
    first, second, count = operands("add", a, b, limb)
    found = jax.device_get(run_sum(add, first, second))
    carries = np.append(0, found.totals[:-1] >> limb)
    certain = certainty(add, np.stack([found.sums, carries], axis=-1))
    limbs = [
        {
            "values": [int(first[i]), int(second[i])],
            "sum": int(found.sums[i]),
            "carry": int(carries[i]),
            "value": int(found.totals[i]),
            "bits": digits(found.totals[i : i + 1], add.bits)[0].tolist(),
            "certainty": certain and certain[i],
        }
        for i in range(count)
    ]
    return from_limb_rows(found.limbs[None], limb)[0], limbs


def watch_product(multiply: Part, add: Part, a: int, b: int) -> tuple[int, list[Data]]:
    """A product of wide numbers, and a row for each limb of the first one, the lowest first."""
    first, second, count = operands("multiply", a, b, LIMB)
    found = jax.device_get(run_product(multiply, add, first, second))
    pairs = np.stack(np.broadcast_arrays(first[:count, None], second[None, :count]), axis=-1)
    certain = certainty(multiply, pairs.reshape(-1, 2))
    limbs = [
        {
            "values": [int(first[i]), *second[:count].tolist()],
            "products": found.products[i, :count].tolist(),
            "carries": [0, *(found.totals[i, :count] >> LIMB).tolist()],
            "columns": (found.totals[i, : count + 1] & ((1 << LIMB) - 1)).tolist(),
            "certainty": certain and [min(row) for row in certain[i * count : (i + 1) * count]],
        }
        for i in range(count)
    ]
    return from_limb_rows(found.limbs[None], LIMB)[0], limbs


def operands(operation: Operation, a: int, b: int, limb: int) -> tuple[np.ndarray, np.ndarray, int]:
    """The limbs of both numbers, filled up with zeros, and how many of them count."""
    bits = max(a, b).bit_length() + (operation == "add")
    count = max(1, -(-bits // limb))
    sizes = SIZES[operation]
    if count > sizes[-1]:
        raise InputError(f"Numbers of {bits} bits are too wide to be watched: they may have {sizes[-1] * limb}.")
    size = next(size for size in sizes if size >= count)
    first, second = to_limb_rows([a, b], limb, size)
    return first, second, count


def certainty(engine: Part, pairs: Int[np.ndarray, "questions 2"]) -> list[list[float]] | None:
    """How certain the network was of each bit of its answers; None for a table."""
    reader: Reader | None = reader_of(engine)
    return certainties(bit_logits(reader, pairs, np.zeros(pairs.shape, bool))) if reader else None


@eqx.filter_jit
def run_sum(add: Part, first: Int[np.ndarray | Array, " limbs"], second: Int[np.ndarray | Array, " limbs"]) -> LimbSum:
    """The sum of one pair."""
    return add_limbs(add, jnp.asarray(first), jnp.asarray(second))


@eqx.filter_jit
def run_product(
    multiply: Part, add: Part, first: Int[np.ndarray | Array, " m"], second: Int[np.ndarray | Array, " n"]
) -> LimbProduct:
    """The product of one pair."""
    return multiply_limbs(multiply, add, jnp.asarray(first), jnp.asarray(second))
