import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nee.programs import selection_sort
from nee.steps import NOTHING
from nee.subroutines.minimum import oracle

LISTS = [
    [],
    [7],
    [0],
    [3, 3, 3, 3],
    [0, 0, 0],
    [255, 254, 253, 252, 251],
    [5, 3, 250, 1, 3],
    [256, 4, 256],  # 256 is infinity
]


@given(st.lists(st.integers(0, 256), max_size=20))
def test_with_the_oracle_it_sorts(values):
    execution = selection_sort(jnp.array(values, int), minimum=oracle)
    assert execution.result.tolist() == sorted(values)
    taken = [values[pointer] for pointer in execution.trace.step.pointer]
    assert taken == sorted(values)


@pytest.mark.parametrize("values", LISTS)
def test_with_the_trained_engine_it_sorts(values, minimum):
    execution = selection_sort(jnp.array(values, int), minimum=minimum)
    assert execution.result.tolist() == sorted(values)
    assert sorted(execution.trace.step.pointer.tolist()) == list(range(len(values)))


def test_the_trained_engine_leaves_the_oracle_s_trace(minimum):
    values = jnp.array([5, 3, 250, 1, 77, 9, 128, 64])
    exact, learned = (selection_sort(values, minimum=engine).trace for engine in (oracle, minimum))
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
    compiled = jax.jit(jax.vmap(lambda one: selection_sort(one, minimum=minimum)))
    np.testing.assert_array_equal(compiled(values).result, np.sort(values))
