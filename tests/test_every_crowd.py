"""One number against 999 equal ones, for all pairs there are; and nothing but equal numbers."""

import numpy as np
import pytest

import nee

CROWD = 1000


@pytest.mark.long
def test_one_against_999_for_every_pair():
    first, second = np.triu_indices(257, k=1)
    once, often = first[second < 257].astype(np.int16), second[second < 257].astype(np.int16)
    for smaller_once in (True, False):
        alone, crowd = (once, often) if smaller_once else (often, once)
        for start in range(0, len(alone), 4096):
            rows = np.repeat(crowd[start : start + 4096, None], CROWD, axis=1)
            rows[:, -1] = alone[start : start + 4096]
            np.testing.assert_array_equal(nee.sort(rows), np.sort(rows, axis=1))


@pytest.mark.long
def test_a_thousand_equal_numbers():
    rows = np.repeat(np.arange(256, dtype=np.int16)[:, None], CROWD, axis=1)
    np.testing.assert_array_equal(nee.sort(rows), rows)
    for number in (0, 20, 255):
        assert nee.sort([number] * CROWD, by="network") == [number] * CROWD
