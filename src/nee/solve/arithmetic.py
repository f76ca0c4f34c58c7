"""Add and multiply whole numbers with the engines that ship, as wide as can be done in a minute."""

import math
from collections.abc import Callable, Sequence
from typing import Any, Literal

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int, Shaped

from nee.compilation import bucket, keep_compiled_programs
from nee.composed.part import Part
from nee.composed.wide_add import add_limbs
from nee.composed.wide_multiply import LIMB, multiply_limbs
from nee.containers import counted, read_operands
from nee.errors import EngineError, InputError
from nee.numbers import infinity
from nee.pretrained import load
from nee.solve.engines import NARROW, By, add_engine, choose, multiply_engine
from nee.subroutines.operation import run_pairs

Operation = Literal["add", "multiply"]
LONGEST = 60
"""Seconds. What would take longer is refused."""
SECONDS: dict[tuple[By, Operation], float] = {
    ("table", "add"): 6e-8,
    ("table", "multiply"): 1.5e-8,
    # CPU time of a second run, after compilation: 1 to 8192 pairs of 96 to 3584 bits on one core.
    ("network", "add"): 2e-5,
    ("network", "multiply"): 3e-5,
}
"""What a limb of a sum takes, and two limbs that are multiplied with each other, measured on one core."""
STEP_COST = 6
"""One limb after the other: each of these steps costs as much as so many limbs, however few pairs there are."""
PAIR_SECONDS = 6e-6
"""To take a pair apart and to put its answer together, however narrow it is."""
MOST_BITS = 2 * 10**8
"""Each bit takes a dozen bytes while a number is taken apart."""
AT_ONCE = 1 << 22
"""So many limbs are in memory at once."""


def add(a: Any, b: Any, *, by: By | None = None) -> Any:
    """The sum of two whole numbers from 0 on, or of arrays of them, by the trained engine.

    >>> add(97, 31)
    128
    >>> add(2**200 - 1, 1) == 2**200
    True

    Up to 100 sums of at most 255 are computed by forward passes of the network, all others by its table, limb by limb
    with carries; `by` says otherwise.
    """
    return calculate("add", a, b, by)[0]


def multiply(a: Any, b: Any, *, by: By | None = None) -> Any:
    """The product of two whole numbers from 0 on, or of arrays of them, by the trained engine.

    >>> multiply(12, 34)
    408
    >>> multiply(10**20, 10**20) == 10**40
    True

    Up to 100 products of at most 4095 are computed by forward passes of the network, all others by its table, as one
    learns it at school; `by` says otherwise.
    """
    return calculate("multiply", a, b, by)[0]


EXACT: dict[Operation, tuple[Callable[..., Any], str]] = {"add": (np.add, "+"), "multiply": (np.multiply, "*")}
"""Used to choose an engine, and to hold back a wrong answer."""


def calculate(name: Operation, a: Any, b: Any, by: By | None) -> tuple[Any, By]:
    """The result, with arrays for arrays and lists for lists; and whether the network or its table has computed it."""
    operands = read_operands(a, b)
    first, second = (x.astype(object) for x in (operands.first, operands.second))
    bits = max(int(x.max(initial=0)).bit_length() for x in (first, second))
    check_work(name, choose(by, bits, first.size), bits, first.size)
    compute, sign = EXACT[name]
    exact = np.array(compute(first, second), object)
    largest = max(exact.ravel().tolist(), default=0)
    # Nothing times a wide number is narrow, and the network cannot read the number.
    widest = max(largest, *(max(x.ravel().tolist(), default=0) for x in (first, second)))
    narrow = widest < infinity(load(name).bits)
    by = choose(by, NARROW if narrow else NARROW + 1, exact.size)
    result = np.empty_like(exact)
    if exact.size:
        pairs = list(zip(first.ravel().tolist(), second.ravel().tolist(), strict=True))
        answers = run_narrow(name, pairs) if narrow and by == "network" else run_wide(name, pairs, by)
        result.reshape(-1)[:] = answers
    wrong = np.argwhere(np.array(result != exact, bool))
    if len(wrong):
        place = tuple(wrong[0])
        raise EngineError(
            f"The engine made a mistake: it does not answer {first[place]} {sign} {second[place]} rightly, "
            "and nothing is given."
        )
    return operands.restored(result.astype(np.int64) if largest < 1 << 63 else result), by


def run_narrow(name: Operation, pairs: list[tuple[int, int]]) -> list[int]:
    """The network's answers to pairs that it can read as they are."""
    padded = np.zeros((bucket(len(pairs)), 2), np.int32)
    padded[: len(pairs)] = pairs
    keep_compiled_programs()
    answers: list[int] = np.asarray(run_pairs(load(name), jnp.asarray(padded)))[: len(pairs)].tolist()
    return answers


def run_wide(name: Operation, pairs: list[tuple[int, int]], by: By) -> list[int]:
    """Answers for numbers of any width, limb by limb, many pairs side by side in one compiled program."""
    engine = add_engine(by, NARROW)
    limb = engine.bits - 1 if name == "add" else LIMB
    # A sum has one bit more than its operands; a product needs no room beside that of both.
    bits = max(max(pair).bit_length() for pair in pairs) + (name == "add")
    count = bucket(-(-max(bits, 1) // limb))
    block = min(bucket(len(pairs)), max(1, AT_ONCE // count))
    keep_compiled_programs()
    answers = []
    for first in range(0, len(pairs), block):
        part = pairs[first : first + block]
        padded = part + [(0, 0)] * (block - len(part))
        operands = [jnp.asarray(to_limb_rows(numbers, limb, count)) for numbers in zip(*padded, strict=True)]
        if name == "add":
            limbs = run_add_limbs(engine, *operands)
        else:
            limbs = run_multiply_limbs(multiply_engine(by, NARROW), engine, *operands)
        answers += from_limb_rows(np.asarray(limbs)[: len(part)], limb)
    return answers


def check_work(name: Operation, by: By, bits: int, pairs: int) -> None:
    """Refuse what nobody waits for, and what would fill the memory."""
    if bits > MOST_BITS:
        raise InputError(f"A number of {bits} bits would take gigabytes: it may have {MOST_BITS}.")
    seconds = seconds_for(name, by, bits, pairs)
    if seconds > LONGEST:
        less = "fewer pairs at once" if seconds_for(name, by, bits, 1) <= LONGEST else "narrower numbers"
        question = f"{counted(pairs, 'pair')} of up to {counted(bits, 'bit')}"
        raise InputError(f"{question} by the {by} would take about {math.ceil(seconds / 60)} minutes: give {less}.")


def seconds_for(name: Operation, by: By, bits: int, pairs: int) -> float:
    """How long so many pairs of this width take, about."""
    limbs = max(1, bits // LIMB)
    steps = {"add": limbs, "multiply": limbs**2}[name]
    return SECONDS[by, name] * steps * (pairs + STEP_COST) + PAIR_SECONDS * pairs


@eqx.filter_jit
def run_add_limbs(add: Part, first: Int[Array, "pairs limbs"], second: Int[Array, "pairs limbs"]) -> Array:
    """The limbs of each sum."""
    return jax.vmap(lambda a, b: add_limbs(add, a, b).limbs)(first, second)


@eqx.filter_jit
def run_multiply_limbs(
    multiply: Part, add: Part, first: Int[Array, "pairs limbs"], second: Int[Array, "pairs limbs"]
) -> Array:
    """The limbs of each product."""
    return jax.vmap(lambda a, b: multiply_limbs(multiply, add, a, b).limbs)(first, second)


def to_limb_rows(numbers: Sequence[int], limb: int, count: int) -> Int[np.ndarray, "numbers limbs"]:
    """The limbs of integers of any size, lowest first.

    >>> to_limb_rows([5, 300], 7, 2).tolist()
    [[5, 0], [44, 2]]
    """
    size = -(-count * limb // 8)
    data = np.frombuffer(b"".join(number.to_bytes(size, "little") for number in numbers), np.uint8)
    bits = np.unpackbits(data.reshape(-1, size), axis=1, bitorder="little")[:, : count * limb]
    return bits.reshape(-1, count, limb).astype(np.int32) @ (1 << np.arange(limb, dtype=np.int32))


def from_limb_rows(rows: Shaped[np.ndarray, "numbers limbs"], limb: int) -> list[int]:
    """The integers; a limb may hold more bits than its share."""
    base = 1 << limb
    if (rows >= base).any() or (rows < 0).any():  # What a mistaken engine answers is still a number.
        return [sum(int(digit) << limb * place for place, digit in enumerate(row)) for row in rows]
    bits = (rows[..., None] >> np.arange(limb)) & 1
    data = np.packbits(bits.reshape(len(rows), -1).astype(np.uint8), axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in data]
