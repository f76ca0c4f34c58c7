import dataclasses

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import plain_network
import pytest

from nee.engine import EngineConfig, NeuralEngine
from nee.engine.neural_engine import HIDDEN

run = eqx.filter_jit(lambda engine, values, mask: engine(values, mask))


def masks(slots):
    """Nothing hidden, a few, half of the slots, all but one."""
    generator = np.random.default_rng(slots)
    yield np.zeros(slots, bool)
    yield generator.random(slots) < 0.2
    yield generator.random(slots) < 0.5
    yield np.arange(slots) != slots // 2
    # As many as are encoded together, and one more.
    for shown in (slots // 3, slots // 3 + 1, 2 * slots // 3, 2 * slots // 3 + 1):
        if 0 < shown <= slots:
            yield np.arange(slots) < slots - shown


# 5 slots are read as a whole, 30 only as far as they are shown; 30 * 30 pairs are summed up unit by unit. Attention to
# 150 slots is sharpened where the mask shows more than 100 of them.
@pytest.mark.parametrize("slots", [1, 5, 30, 150])
def test_the_network_is_the_plain_one(slots):
    engine = NeuralEngine(EngineConfig(layers=2), key=jax.random.key(1))
    values = np.random.default_rng(0).integers(0, 257, slots)
    for mask in masks(slots):
        step = run(engine, jnp.asarray(values), jnp.asarray(mask))
        value, pointer, next_mask, attention = plain_network.run_step(engine, values, mask)
        np.testing.assert_allclose(step.attention, attention, atol=1e-5)
        assert (step.value, step.pointer) == (value, pointer)
        np.testing.assert_array_equal(step.mask, next_mask)


def test_signed_bits_are_the_plain_network_s():
    engine = NeuralEngine(EngineConfig(layers=2, signed_bits=True), key=jax.random.key(1))
    values, mask = np.array([0, 256, 5, 255]), np.zeros(4, bool)
    step = run(engine, jnp.asarray(values), jnp.asarray(mask))
    np.testing.assert_allclose(step.attention, plain_network.run_step(engine, values, mask)[-1], atol=1e-5)


def test_with_signed_bits_all_numbers_have_vectors_of_about_one_length():
    """The sum of n vectors that point anywhere is about sqrt(n) long: with all of them, all sums are."""
    engine = NeuralEngine(EngineConfig(width=512, signed_bits=True), key=jax.random.key(1))
    bare = eqx.tree_at(lambda engine: engine.encoder, engine, lambda x, *_: x)
    lengths = jnp.linalg.norm(bare.encode(jnp.arange(257), jnp.zeros((1, 257)), engine.score), axis=-1)
    np.testing.assert_allclose(lengths / 512**0.5, 3.0, rtol=0.2)


def test_a_batch_gives_the_same_as_one_list_after_the_other(untrained):
    values = jax.random.randint(jax.random.key(0), (4, 40), 0, 257)
    hidden = jnp.arange(40) >= jnp.array([[40], [30], [11], [1]])
    batch = jax.jit(jax.vmap(untrained))(values, hidden)
    for index in range(4):
        alone = run(untrained, values[index], hidden[index])
        np.testing.assert_allclose(batch.attention[index], alone.attention, atol=1e-5)
        assert batch.value[index] == alone.value


def test_hidden_slots_change_nothing(untrained):
    mask = jnp.array([False, True, False, True])
    one = run(untrained, jnp.array([7, 0, 200, 0]), mask)
    other = run(untrained, jnp.array([7, 99, 200, 256]), mask)
    np.testing.assert_allclose(one.attention, other.attention, atol=1e-6)
    assert one.value == other.value
    assert not one.attention[mask].any()


def test_order_does_not_matter(untrained):
    values, order = jnp.array([7, 3, 200, 256, 0]), jnp.array([3, 0, 4, 2, 1])
    shown = jnp.zeros(5, bool)
    np.testing.assert_allclose(
        run(untrained, values, shown).attention[order], run(untrained, values[order], shown).attention, atol=1e-5
    )


def test_a_number_counted_c_times_is_c_equal_numbers(untrained):
    repeated = jnp.array([7, 7, 7, 200, 200, 31])
    bits, attention = untrained.read(repeated, jnp.zeros(6, bool))
    counted_bits, counted_attention = untrained.read(
        jnp.array([7, 200, 31]), jnp.zeros(3, bool), jnp.log(jnp.array([3.0, 2.0, 1.0]))
    )
    np.testing.assert_allclose(bits, counted_bits, atol=1e-4)
    sums = [jnp.exp(attention)[repeated == value].sum() for value in (7, 200, 31)]
    np.testing.assert_allclose(sums, jnp.exp(counted_attention), atol=1e-5)


def test_up_to_a_hundred_numbers_attention_is_as_it_was_learned(untrained):
    values, mask = jnp.array([7, 200]), jnp.zeros(2, bool)
    for count, same in ((99.0, True), (100.0, False)):
        log_counts = jnp.log(jnp.array([1.0, count]))
        learned, sharper = (untrained.read(values, mask, log_counts, sharpen=sharpen)[1] for sharpen in (False, True))
        assert np.array_equal(learned, sharper) == same


def test_one_number_stands_out_of_a_crowd(minimum):
    """These pairs are among those that are lost at 1 against 999 when attention is as it was learned."""
    read = eqx.filter_jit(lambda pair, sharpen: minimum.read(pair, jnp.zeros(2, bool), log_counts, sharpen=sharpen))
    log_counts = jnp.log(jnp.array([1.0, 999.0]))
    for pair in ((19, 20), (24, 37), (147, 148), (153, 167)):
        lost, found = (jnp.argmax(read(jnp.array(pair), sharpen)[1] - log_counts) for sharpen in (False, True))
        assert (lost, found) == (1, 0)


def test_a_mask_that_hides_everything_gives_no_nan(untrained):
    for slots in (3, 40):
        step = run(untrained, jnp.zeros(slots, int), jnp.ones(slots, bool))
        assert not jnp.isnan(step.attention).any()


@pytest.mark.parametrize(
    "change",
    [
        {"residual": 1.0},
        {"attention": "dot_product"},
        {"symmetric": False},
        {"shared_projection": False},
        {"heads": 2},
        {"bits": 12},
        {"signed_bits": True},
        {"score_width": 128},
        {"layers": 1},
        {"mask_filter_size": 5},
    ],
)
def test_every_choice_of_the_config_changes_the_network(change):
    base = EngineConfig(layers=2)
    values, shown = jnp.array([7, 3, 200]), jnp.zeros(3, bool)
    engines = [NeuralEngine(config, key=jax.random.key(0)) for config in (base, dataclasses.replace(base, **change))]
    steps = [run(engine, values, shown) for engine in engines]
    np.testing.assert_allclose(steps[1].attention.sum(), 1, atol=1e-5)
    one, other = ([leaf.shape for leaf in jax.tree.leaves(engine)] for engine in engines)
    different_weights = one != other
    assert different_weights or not jnp.allclose(steps[0].attention, steps[1].attention, atol=1e-6)


@pytest.mark.parametrize("change", [{"heads": 3}, {"mask_filter_size": 4}, {"score_width": 20}])
def test_an_impossible_config_is_refused(change):
    with pytest.raises(ValueError, match=str(*change.values())):
        EngineConfig(**change)


def test_hidden_outweighs_any_count():
    assert jnp.exp(HIDDEN + jnp.log(1e6)) == 0
