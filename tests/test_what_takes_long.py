"""Sums and products that nobody waits for are refused before anything runs, and no others."""

import pytest

import nee
from nee.errors import InputError
from nee.solve.arithmetic import check_work


@pytest.mark.parametrize(
    ("name", "bits", "pairs"),
    [("multiply", 140_000, 1), ("multiply", 4_000, 8_000), ("add", 10**8 + 1, 1), ("add", 10**6, 1_000)],
)
def test_what_takes_less_than_a_minute_is_done(name, bits, pairs):
    # Measured on one core: 39 seconds, a minute, 5 and 8 seconds.
    check_work(name, bits, pairs)


@pytest.mark.parametrize(
    ("name", "bits", "pairs", "sentence"),
    [
        ("multiply", 10**6, 1,
         "1 pair of up to 1000000 bits would take about 49 minutes to be multiplied: give narrower numbers."),
        ("multiply", 4_000, 20_000,
         "20000 pairs of up to 4000 bits would take about 3 minutes to be multiplied: give fewer pairs at once."),
        ("add", 10**6, 7_000,
         "7000 pairs of up to 1000000 bits would take about 2 minutes to be added: give fewer pairs at once."),
        ("add", 4, 10**8,
         "100000000 pairs of up to 4 bits would take about 10 minutes to be added: give fewer pairs at once."),
        ("add", 10**9, 1, "A number of 1000000000 bits would take gigabytes: it may have 200000000."),
    ],
)  # fmt: skip
def test_what_takes_longer_is_refused_in_a_sentence_that_says_how_long(name, bits, pairs, sentence):
    with pytest.raises(InputError) as error:
        check_work(name, bits, pairs)
    assert str(error.value) == sentence


def test_a_product_that_takes_a_second_is_computed():
    a, b = (1 << 19_000) - 1, 3 << 18_990
    assert nee.multiply(a, b) == a * b
