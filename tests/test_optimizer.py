import dataclasses

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

import tiny
from nee.engine.shared_engine import SharedEngine
from nee.errors import InputError
from nee.subroutines.minimum import MINIMUM
from nee.training import run as runs
from nee.training.checkpoints import read_arrays
from nee.training.optimizer import inner_matrices, make_optimizer, schedule
from nee.training.run import train
from nee.training.step import start, train_steps

PAPER = MINIMUM.recipes[1]
MUON = dataclasses.replace(tiny.RECIPE, optimizer="muon")


def names_of(network):
    """The arrays that Muon changes, with the axes of their matrices."""
    found = jax.tree.leaves_with_path(inner_matrices(network), is_leaf=lambda x: hasattr(x, "reduction_axis"))
    return {jax.tree_util.keystr(place, simple=True, separator="."): axes for place, axes in found}


def test_the_warm_up_is_the_transformer_s():
    rate, width = schedule(PAPER), 16
    for step in (1, 400, 4000, 10_000):
        assert float(rate(step - 1)) == pytest.approx(width**-0.5 * min(step**-0.5, step * 4000**-1.5))


def test_a_warm_up_has_no_last_rate():
    with pytest.raises(InputError, match=r"a rate that falls to it: 0\.001 is none"):
        dataclasses.replace(PAPER, last_rate=0.001)


def test_a_cosine_falls_to_zero():
    recipe = dataclasses.replace(PAPER, schedule="cosine", learning_rate=0.004, steps=1100)
    rates = [float(schedule(recipe)(step)) for step in (0, 55, 110, 605, 1100)]
    assert rates == pytest.approx([0, 0.002, 0.004, 0.002, 0])
    short, long = (schedule(dataclasses.replace(recipe, steps=steps)) for steps in (1, 8200))
    assert float(short(0)) == pytest.approx(0.004)
    assert [float(long(step)) for step in (100, 200, 4200)] == pytest.approx([0.002, 0.004, 0.002])


@pytest.mark.parametrize("last", [0.001, 0.004])
def test_a_cosine_falls_to_its_last_rate_and_to_zero_in_the_last_tenth(last):
    recipe = dataclasses.replace(PAPER, schedule="cosine", learning_rate=0.004, last_rate=last, steps=1000)
    rates = [float(schedule(recipe)(step)) for step in (0, 50, 100, 500, 900, 950, 1000)]
    assert rates == pytest.approx([0, 0.002, 0.004, (0.004 + last) / 2, last, last / 2, 0])
    short = dataclasses.replace(recipe, steps=1)
    assert float(schedule(short)(0)) == pytest.approx(0.004)


@pytest.mark.parametrize("last", [0.0, 0.001, 0.004])
def test_a_restless_rate_falls_to_its_last_one_and_no_further(last):
    recipe = dataclasses.replace(PAPER, schedule="restless", learning_rate=0.004, last_rate=last, steps=1100)
    rates = [float(schedule(recipe)(step)) for step in (0, 55, 110, 605, 1100)]
    assert rates == pytest.approx([0, 0.002, 0.004, (0.004 + last) / 2, last])


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("optimizer", "sgd", "optimizer is one of adam, muon, not 'sgd'"),
        ("schedule", "plateau", "schedule is one of warmup, cosine, restless, not 'plateau'"),
        ("schedule", [], "schedule is one of warmup, cosine, restless, not"),
        ("last_rate", -0.1, "last_rate is a number from 0 on, not -0.1"),
        ("last_rate", tiny.RECIPE.learning_rate * 1.01, "a rate that falls to it"),
        ("dropout", float("nan"), "dropout is a number from 0 on, not nan"),
        ("weight_decay", "high", "weight_decay is a number from 0 on, not 'high'"),
        ("averaging", None, "averaging is a number from 0 on, not None"),
        ("signed_bits", "no", "signed_bits is True or False, not 'no'"),
    ],
)
def test_no_recipe_wants_what_there_is_not(field, value, reason):
    recipe = dataclasses.replace(tiny.RECIPE)
    object.__setattr__(recipe, field, value)  # Only under pytest are types checked before.
    with pytest.raises(InputError, match=reason):
        recipe.__post_init__()


def test_muon_changes_the_matrices_inside_and_adam_the_rest(untrained):
    names = names_of(untrained)
    blocks = {
        "attention.projections.0", "attention.output", "self_attention.projections.0", "self_attention.output",
        "cross_attention.projections.0", "cross_attention.output", "feed_forward.inner", "feed_forward.outer",
    }  # fmt: skip
    inside = {name.removesuffix(".weight").split("blocks.")[-1] for name in names}
    assert inside == blocks | {"score.first", "score.second"}
    assert all(name.endswith(".weight") for name in names)
    # Those of the blocks are stacked.
    assert tuple(names["encoder.blocks.attention.output.weight"]) == (1, 2)
    assert tuple(names["score.first.weight"]) == (0, 1)


def test_muon_knows_the_inside_of_a_network_for_several_subroutines(untrained):
    shared = SharedEngine(untrained.config, 4, key=jax.random.key(0))
    assert len(names_of(shared)) == len(names_of(untrained))


@pytest.mark.parametrize(("recipe", "alike"), [(MUON, True), (tiny.RECIPE, False)])
def test_muon_changes_all_directions_of_every_single_matrix_by_the_same(recipe, alike, untrained):
    """By the singular values of the first change, which for a gradient are far apart."""
    recipe = dataclasses.replace(recipe, weight_decay=0.0, schedule="warmup", learning_rate=4.0)
    gradient = jax.tree.map(
        lambda x: jax.random.normal(jax.random.key(x.size), x.shape) * jnp.arange(x.shape[-1]) ** 3, untrained
    )
    rule = make_optimizer(recipe)
    changes, _ = rule.update(gradient, rule.init(untrained), untrained)
    inner = np.asarray(changes.encoder.blocks.feed_forward.inner.weight)
    assert inner.ndim == 3
    for change in inner:
        values = np.linalg.svd(change, compute_uv=False)
        assert (values.max() < 2 * values.min()) == alike
    # The first step of a warm-up has 1 / 4000 of the rate.
    assert np.sqrt(np.mean(inner**2)) == pytest.approx(0.2e-3 if alike else 1e-3, rel=0.2)


@pytest.mark.parametrize("recipe", [MUON, tiny.RECIPE])
def test_every_weight_decays_by_the_rate(recipe, untrained):
    rule = make_optimizer(dataclasses.replace(recipe, weight_decay=0.1, schedule="warmup", learning_rate=4.0))
    nothing = jax.tree.map(jnp.zeros_like, untrained)
    changes, _ = rule.update(nothing, rule.init(untrained), untrained)
    for change, weight in zip(jax.tree.leaves(changes), jax.tree.leaves(untrained), strict=True):
        np.testing.assert_allclose(change, -1e-3 * 0.1 * weight, rtol=1e-3, atol=1e-12)


@pytest.mark.parametrize("recipe", [MUON, tiny.RECIPE])
def test_a_gradient_is_clipped(recipe, untrained):
    """A second gradient that is a thousand times as long changes the weights as one of norm 1 does."""
    rule = make_optimizer(recipe)
    gradient = jax.tree.map(lambda x: jax.random.normal(jax.random.key(x.size), x.shape), untrained)
    unit = jax.tree.map(lambda x: x / optax.tree.norm(gradient), gradient)
    _, after = rule.update(jax.tree.map(jnp.sign, unit), rule.init(untrained), untrained)
    by_unit, by_long = (
        rule.update(each, after, untrained)[0] for each in (unit, jax.tree.map(lambda x: 1000 * x, unit))
    )
    for one, other in zip(jax.tree.leaves(by_unit), jax.tree.leaves(by_long), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-9)


@pytest.mark.parametrize("recipe", [MUON, tiny.RECIPE])
def test_adam_has_the_transformer_s_memory(recipe, untrained):
    """300 steps after a gradient nothing is left of it."""
    rule = make_optimizer(dataclasses.replace(recipe, weight_decay=0.0, schedule="warmup", learning_rate=4.0))
    once = jax.tree.map(lambda x: 0.01 * jnp.ones_like(x), untrained)
    nothing = jax.tree.map(jnp.zeros_like, untrained)
    state = rule.update(once, rule.init(untrained), untrained)[1]
    state = jax.lax.fori_loop(0, 300, lambda _, state: rule.update(nothing, state, untrained)[1], state)
    change = rule.update(once, state, untrained)[0].embedding
    # 1 - b1 of a gradient is divided by the root of 1 - b2 of its square; Nesterov's momentum nearly doubles it.
    expected = 4.0 * 302 / 4000 * (0.1 if recipe is tiny.RECIPE else 0.19) / np.sqrt(0.02)
    np.testing.assert_allclose(-change, expected, rtol=0.02)


def test_a_training_with_muon_learns_and_goes_on_as_if_nothing_had_happened(tmp_path, monkeypatch):
    recipe = dataclasses.replace(MUON, steps=1200)
    begin = start(tiny.SUBROUTINE, recipe, 0)
    one, first = train_steps(begin, 0, 50, task=tiny.SUBROUTINE, recipe=recipe)
    _, later = train_steps(one, 0, 250, task=tiny.SUBROUTINE, recipe=recipe)
    assert sum(later) < 0.9 * sum(first)

    for name, steps in tiny.EVERY.items():
        monkeypatch.setattr(runs, name, steps)
    whole, in_two = tmp_path / "whole", tmp_path / "in-two"
    list(train(tiny.SUBROUTINE, MUON, seed=3, folder=whole))
    training = train(tiny.SUBROUTINE, MUON, seed=3, folder=in_two)
    while next(training).step < 70:
        pass
    training.close()
    resumed = [report.step for report in train(tiny.SUBROUTINE, MUON, seed=3, folder=in_two, resume=True)]
    assert resumed[0] == 60  # What Muon remembers of the 50 steps before the checkpoint is in it.
    for name in ("engine.safetensors", "checkpoint.safetensors"):
        assert (whole / name).read_bytes() == (in_two / name).read_bytes()
    assert any("mu" in name for name in read_arrays(whole / "checkpoint.safetensors"))
    with pytest.raises(InputError, match=r"its recipe is \{'optimizer': 'muon'\}, not \{'optimizer': 'adam'\}"):
        list(train(tiny.SUBROUTINE, tiny.RECIPE, seed=3, folder=whole, resume=True))
