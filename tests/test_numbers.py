import jax.numpy as jnp
from hypothesis import given
from hypothesis import strategies as st

from nee.numbers import from_bits, infinity, to_bits


@given(st.integers(0, 2**12), st.sampled_from([8, 12]))
def test_bits_are_python_s_and_round_trip(value, bits):
    value = min(value, infinity(bits))
    digits = to_bits(jnp.array(value), bits)
    assert "".join(str(int(d)) for d in digits[::-1]) == format(value, f"0{bits + 1}b")
    assert from_bits(digits - 0.5) == value


def test_the_bit_of_infinity_outweighs_all_others():
    assert from_bits(jnp.ones(9)) == infinity(8) == 256
