import math

import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nee.errors import InputError
from nee.numbers import check_number, from_bits, infinity, to_bits


@given(st.integers(0, 2**12), st.sampled_from([8, 12]))
def test_bits_are_python_s_and_round_trip(value, bits):
    value = min(value, infinity(bits))
    digits = to_bits(jnp.array(value), bits)
    assert "".join(str(int(d)) for d in digits[::-1]) == format(value, f"0{bits + 1}b")
    assert from_bits(digits - 0.5) == value


def test_the_bit_of_infinity_outweighs_all_others():
    assert from_bits(jnp.ones(9)) == infinity(8) == 256


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (-1, "negative"),
        (np.int64(-3), "negative"),
        (256, "too large"),
        (10**30, "too large"),
        (2.5, "not a whole number"),
        (3.0, "not a whole number"),
        (math.nan, "not a whole number"),
        (math.inf, "not a whole number"),
        (True, "not a number"),
        (np.True_, "not a number"),
        ("7", "not a number"),
        (None, "not a number"),
        (1 + 2j, "not a number"),
    ],
)
def test_what_an_engine_cannot_read_is_refused_in_one_sentence(value, reason):
    with pytest.raises(InputError, match=reason) as error:
        check_number(value, 8)
    assert str(error.value).endswith("from 0 to 255.")


@pytest.mark.parametrize("value", [0, 255, np.uint8(7)])
def test_what_it_can_read_becomes_a_python_integer(value):
    assert check_number(value, 8) == int(value)
    assert type(check_number(value, 8)) is int
