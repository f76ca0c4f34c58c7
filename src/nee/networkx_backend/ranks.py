"""The order of numbers, by an engine that compares."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from nee.containers import read_list
from nee.errors import EngineError
from nee.networkx_backend.padding import slots
from nee.solve.sorting import sort_keys


def ranks(numbers: Sequence[Any]) -> list[int]:
    """The place of each number among all different ones: equal numbers have the same.

    >>> ranks([2.5, 1, 2.5, -7])
    [2, 1, 2, 0]
    """
    if not numbers:
        return []
    keys = read_list(numbers).keys[0]
    different = [*dict.fromkeys(keys.tolist())]
    padded = np.resize(np.array(different, keys.dtype), slots(len(different)))
    ordered = [*dict.fromkeys(sort_keys(padded[None], "bitonic", "table")[0].tolist())]
    if {*ordered} != {*different}:
        raise EngineError("The engine lost a number while it sorted, and no order is given.")
    places = {key: place for place, key in enumerate(ordered)}
    return [places[key] for key in keys.tolist()]
