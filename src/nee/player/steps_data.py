"""One step as data: what an engine saw and what it answered."""

from typing import Any

import numpy as np
from jaxtyping import Array, Float, Int

from nee.numbers import infinity
from nee.steps import NOTHING, Trace

DIGITS = 4
"""Of attention and certainty: enough to see, and a file of 100 numbers stays small."""
LARGEST_IN_JAVASCRIPT = 2**53
"""From here on a whole number is written as text: a page would round it."""

Data = dict[str, Any]


def steps_data(trace: Trace, bits: int, logits: Float[np.ndarray, "steps digits"] | None) -> list[Data]:
    """What the engine saw and answered at each step. Without logits nobody can say how certain a bit was."""
    masks, steps = trace
    written = digits(np.asarray(steps.value), bits)
    certain = None if logits is None else certainties(logits)
    return [
        {
            "mask": masks[i].tolist(),
            "attention": np.asarray(steps.attention[i], float).round(DIGITS).tolist(),
            "pointer": int(steps.pointer[i]),
            "value": number(steps.value[i], bits),
            "bits": written[i].tolist(),
            "certainty": certain and certain[i],
            "next_mask": steps.mask[i].tolist(),
        }
        for i in range(len(masks))
    ]


def digits(values: Int[np.ndarray, " numbers"], bits: int) -> Int[np.ndarray, "numbers digits"]:
    """The bits of each number, lowest first; the last one says infinity."""
    return values[:, None] >> np.arange(bits + 1) & 1


def certainties(logits: Float[np.ndarray, "steps digits"]) -> list[list[float]]:
    """The probability that the network gave to each bit that it wrote."""
    certain: list[list[float]] = (1 / (1 + np.exp(-np.abs(logits)))).round(DIGITS).tolist()
    return certain


def numbers(row: Int[np.ndarray | Array, " slots"], bits: int) -> list[int | str | None]:
    """Each number of a row."""
    return [number(value, bits) for value in row]


def number(value: Any, bits: int | None) -> int | str | None:
    """A number as JSON has it; None for infinity, and where there is nothing. Without bits no number is infinite."""
    whole = int(value)
    if whole == NOTHING or (bits is not None and whole == infinity(bits)):
        return None
    return whole if abs(whole) < LARGEST_IN_JAVASCRIPT else str(whole)
