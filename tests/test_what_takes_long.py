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
    check_work(name, "table", bits, pairs)


@pytest.mark.parametrize(
    ("name", "by", "bits", "pairs", "sentence"),
    [
        ("multiply", "table", 10**6, 1,
         "1 pair of up to 1000000 bits by the table would take about 49 minutes: give narrower numbers."),
        ("multiply", "table", 10**6, 2,
         "2 pairs of up to 1000000 bits by the table would take about 56 minutes: give narrower numbers."),
        ("multiply", "table", 138_600, 2,
         "2 pairs of up to 138600 bits by the table would take about 2 minutes: give fewer pairs at once."),
        ("multiply", "table", 4_000, 20_000,
         "20000 pairs of up to 4000 bits by the table would take about 3 minutes: give fewer pairs at once."),
        ("add", "table", 10**6, 7_000,
         "7000 pairs of up to 1000000 bits by the table would take about 2 minutes: give fewer pairs at once."),
        ("add", "table", 4, 10**8,
         "100000000 pairs of up to 4 bits by the table would take about 11 minutes: give fewer pairs at once."),
        ("add", "table", 10**9, 1, "A number of 1000000000 bits would take gigabytes: it may have 200000000."),
        ("add", "network", 4_000, 10**4,
         "10000 pairs of up to 4000 bits by the network would take about 3 minutes: give fewer pairs at once."),
        ("multiply", "network", 3322, 1,
         "1 pair of up to 3322 bits by the network would take about 2 minutes: give narrower numbers."),
    ],
)  # fmt: skip
def test_what_takes_longer_is_refused_in_a_sentence_that_says_how_long(name, by, bits, pairs, sentence):
    with pytest.raises(InputError) as error:
        check_work(name, by, bits, pairs)
    assert str(error.value) == sentence


def test_the_wider_operand_counts(monkeypatch):
    monkeypatch.setattr("nee.solve.arithmetic.run_wide", None)
    for a, b in ((3, 1 << 10**6), (1 << 10**6, 3)):
        with pytest.raises(InputError, match="1 pair of up to 1000001 bits"):
            nee.multiply(a, b)


def test_who_answers_says_how_long_it_takes(monkeypatch):
    """A product of 1000 digits: the table needs a hundredth of a second, the network more than a minute."""
    number = 10**1000 - 1
    assert nee.multiply(number, number) == number**2
    monkeypatch.setattr("nee.solve.arithmetic.run_wide", None)
    with pytest.raises(InputError, match="by the network would take about"):
        nee.multiply(number, number, by="network")


def test_a_product_that_takes_a_second_is_computed():
    a, b = (1 << 19_000) - 1, 3 << 18_990
    assert nee.multiply(a, b) == a * b
