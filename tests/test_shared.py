"""One network for four subroutines."""

import dataclasses

import equinox as eqx
import jax
import jax.numpy as jnp
import pytest

from nee.baselines.sorting_task import SortingTask
from nee.baselines.variants import VARIANTS
from nee.engine import EngineConfig
from nee.engine.layers import NO_DROPOUT
from nee.engine.shared_engine import SharedEngine
from nee.errors import InputError
from nee.numbers import infinity
from nee.pretrained import SHARED as WEIGHTS
from nee.pretrained import load
from nee.subroutines import Recipe
from nee.subroutines.shared import RECIPES, SHARED, TASKS, tell
from nee.training.checkpoints import read_provenance, read_shared
from nee.training.step import start

SHOWN = jnp.zeros(2, bool)
PAIRS = [(0, 0), (0, 1), (7, 7), (19, 20), (20, 19), (63, 1), (127, 128), (1, 254), (100, 40)]


@eqx.filter_jit
def ask(engine, pairs):
    return jax.vmap(lambda pair: engine(pair, SHOWN))(pairs)


@pytest.mark.parametrize("name", TASKS)
def test_the_network_does_what_it_is_told(name):
    pairs = jnp.array([pair for pair in PAIRS if TASKS[name].oracle(jnp.array(pair), SHOWN).value < 4096])
    found, exact = ask(load(f"shared/{name}"), pairs), ask(TASKS[name].oracle, pairs)
    assert found.value.tolist() == exact.value.tolist()
    assert found.mask.tolist() == exact.mask.tolist()


@pytest.mark.parametrize("name", ["minimum", "merge", "add"])
def test_infinity_is_the_same_token_for_numbers_of_fewer_bits(name):
    end = infinity(8)
    pairs = jnp.array([(end, 3), (3, end), (end, end)])
    assert ask(load(f"shared/{name}"), pairs).value.tolist() == ask(TASKS[name].oracle, pairs).value.tolist()


def test_it_is_no_larger_than_the_largest_of_the_four():
    def size(tree):
        return sum(leaf.size for leaf in jax.tree.leaves(tree))

    assert size(read_shared(WEIGHTS)) <= max(size(load(name)) for name in TASKS)
    assert WEIGHTS.stat().st_size < 1_000_000


def test_the_weights_that_ship_come_from_the_recipe():
    made = read_provenance(WEIGHTS)
    assert (made.subroutine, Recipe(**made.recipe)) == ("shared", RECIPES[0])
    assert EngineConfig(**made.config) == SHARED.config


def test_signed_bits_are_refused():
    recipe = dataclasses.replace(RECIPES[0], signed_bits=True)
    for task in (SHARED, SortingTask(VARIANTS["vanilla"])):
        with pytest.raises(InputError, match=f"A network for {task.name} reads no signed bits"):
            start(task, recipe, 0)


@pytest.mark.long
def test_a_task_teaches_its_own_vectors_and_the_shared_weights():
    small = dataclasses.replace(SHARED.config, layers=1, width=8, feed_forward=8, score_width=16)
    engine = SharedEngine(small, len(TASKS), key=jax.random.key(0))
    lesson = SHARED.lesson(jax.random.key(1), RECIPES[0])
    slope = jax.jit(jax.grad(lambda engine: lesson.losses(engine, NO_DROPOUT).merge))(engine)
    assert jnp.abs(slope.network.embedding).max() > 0
    for vectors in (slope.starts, slope.filters):
        assert (jnp.abs(vectors).max(axis=-1) > 0).tolist() == [name == "merge" for name in TASKS]


def test_a_told_engine_reads_as_the_shared_network_does():
    shared = read_shared(WEIGHTS)
    values = jnp.array([5, 200, 3])
    bits, attention = tell(shared, "minimum").read(values, jnp.zeros(3, bool))
    wide = shared.told(0, 12, None)
    wide_bits, wide_attention = wide.read(values, jnp.zeros(3, bool))
    assert jnp.allclose(bits, wide_bits[jnp.array([*range(8), 12])], atol=1e-4)
    assert jnp.allclose(attention, wide_attention, atol=1e-4)


def test_an_unknown_task_is_refused():
    with pytest.raises(InputError, match="There is no engine"):
        load("shared/divide")
