from itertools import product

import jax
import jax.numpy as jnp
import numpy as np


def test_the_learned_update_is_exact_on_all_of_its_domain(minimum):
    """A slot's next mask depends on three slots: whatever holds on all masks of five slots holds on any number."""
    slots = 5
    cases = [
        (mask, pointer)
        for mask in product([False, True], repeat=slots)
        for pointer in range(slots)
        if not mask[pointer]
    ]
    masks, pointers = (jnp.array(column) for column in zip(*cases, strict=True))
    updated = jax.vmap(minimum.mask_update)(masks, pointers) > 0
    np.testing.assert_array_equal(updated, masks | (jnp.arange(slots) == pointers[:, None]))


def test_it_is_learned_and_not_written_by_hand(untrained):
    mask = jnp.zeros(4, bool)
    assert not jnp.array_equal(untrained.mask_update(mask, jnp.array(1)) > 0, jnp.arange(4) == 1)
