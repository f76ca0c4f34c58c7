import jax
import jax.numpy as jnp
import numpy as np

from nee.evaluation.crowds import evaluate_crowds, find_smaller


def test_a_crowd_that_is_counted_is_as_many_slots(untrained):
    """An untrained engine, because it errs: what it points at and names must be the same, right or wrong."""
    crowd, pairs = 30, jnp.asarray(np.random.default_rng(0).integers(0, 257, (50, 2)))
    values, which = find_smaller(untrained, pairs, jnp.log(jnp.array([1.0, crowd])))
    slots = jnp.where(jnp.arange(crowd + 1) == 0, pairs[:, :1], pairs[:, 1:])
    step = jax.jit(jax.vmap(untrained))(slots, jnp.zeros(slots.shape, bool))
    np.testing.assert_array_equal(values, step.value)
    np.testing.assert_array_equal(which == 1, step.pointer > 0)
    assert len(set(which.tolist())) == 2


def test_a_crowd_drowns_an_engine_that_has_learned_nothing(untrained):
    found = evaluate_crowds(untrained, 999)
    assert found.pairs == 257 * 256 // 2
    assert found.wrong_values > found.pairs / 2
    assert found.wrong_pointers > 0
