import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nee.programs import selection_sort
from nee.steps import NOTHING
from nee.subroutines.minimum import oracle

sort = eqx.filter_jit(lambda engine, values: selection_sort(values, minimum=engine))

LISTS = [
    [7],
    [0],
    [3, 3, 3, 3],
    [0, 0, 0],
    [255, 254, 253, 252, 251],
    [5, 3, 250, 1, 3],
    [256, 4, 256],  # 256 is infinity
]


@given(st.lists(st.integers(0, 256), min_size=1, max_size=8))
def test_with_the_oracle_it_sorts(values):
    execution = sort(oracle, jnp.array(values))
    assert execution.result.tolist() == sorted(values)
    taken = [values[pointer] for pointer in execution.trace.step.pointer]
    assert taken == sorted(values)


@pytest.mark.parametrize("values", LISTS)
def test_with_the_trained_engine_it_sorts(values, minimum):
    execution = sort(minimum, jnp.array(values))
    assert execution.result.tolist() == sorted(values)
    assert sorted(execution.trace.step.pointer.tolist()) == list(range(len(values)))


def test_the_trained_engine_leaves_the_oracle_s_trace(minimum):
    values = jnp.array([5, 3, 250, 1, 77, 9, 128, 64])
    exact, learned = (sort(engine, values).trace for engine in (oracle, minimum))
    np.testing.assert_array_equal(learned.mask, exact.mask)
    np.testing.assert_array_equal(learned.step.pointer, exact.step.pointer)
    np.testing.assert_allclose(learned.step.attention, exact.step.attention, atol=0.02)


def test_hidden_slots_are_left_out():
    values, mask = jnp.array([5, 3, 9, 1]), jnp.array([False, True, False, True])
    execution = selection_sort(values, mask, minimum=oracle)
    assert execution.result.tolist() == [5, 9, NOTHING, NOTHING]
    assert execution.trace.running.tolist() == [True, True, False, False]


def test_the_mask_ends_the_program():
    def greedy(values, mask):
        """Hides everything at once."""
        return oracle(values, mask)._replace(mask=jnp.ones_like(mask))

    execution = selection_sort(jnp.array([4, 2, 6]), minimum=greedy)
    assert execution.result.tolist() == [2, NOTHING, NOTHING]


def test_jit_and_vmap(minimum):
    values = jax.random.randint(jax.random.key(0), (3, 10), 0, 256)
    batch = jax.vmap(lambda one: selection_sort(one, minimum=minimum).result)(values)
    np.testing.assert_array_equal(batch, np.sort(values))
    np.testing.assert_array_equal(jax.jit(jax.vmap(lambda one: sort(minimum, one).result))(values), batch)
