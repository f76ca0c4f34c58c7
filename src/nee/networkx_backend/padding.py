"""Sizes and widths are rounded up, so that few programs are compiled."""

import numpy as np
from jaxtyping import Shaped

WIDTHS = (30, 62)
"""Two are enough."""


def slots(count: int) -> int:
    """How many slots so many nodes, edges or numbers are padded to. To compile costs more than to skip padding.

    >>> [slots(count) for count in (5, 100, 1600, 17_000)]
    [16, 256, 4096, 65536]
    """
    return max(16, 1 << 2 * -(-max(count - 1, 0).bit_length() // 2))


def width(bits: int) -> int:
    """The width to compile for."""
    return next(width for width in WIDTHS if width >= bits)


def padded(numbers: Shaped[np.ndarray, " count"], size: int, filling: int, kind: type) -> Shaped[np.ndarray, " size"]:
    """The numbers, and behind them as many others as are missing.

    >>> padded(np.array([3, 1]), 4, 0, np.int32).tolist()
    [3, 1, 0, 0]
    """
    array: Shaped[np.ndarray, " size"] = np.full(size, filling, kind)
    array[: len(numbers)] = numbers
    return array
