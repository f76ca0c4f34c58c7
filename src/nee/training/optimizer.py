"""How a gradient changes the weights: Adam or Muon, and the learning rate by step."""

from typing import Any

import jax
import jax.numpy as jnp
import optax
from jaxtyping import PyTree
from optax.contrib import MuonDimensionNumbers, muon

from nee.subroutines import Recipe

WARMUP = 4000
"""Steps of the transformer's warm-up."""


def make_optimizer(recipe: Recipe) -> optax.GradientTransformation:
    """The recipe's rule, on clipped gradients: one odd batch cannot undo the training."""
    rule = {"adam": adam, "muon": muon_inside}[recipe.optimizer]
    return optax.chain(optax.clip_by_global_norm(1.0), rule(recipe))


def adam(recipe: Recipe) -> optax.GradientTransformation:
    """Adam with the transformer's settings."""
    return optax.adamw(schedule(recipe), b1=0.9, b2=0.98, eps=1e-9, weight_decay=recipe.weight_decay)


def muon_inside(recipe: Recipe) -> optax.GradientTransformation:
    """Muon for the matrices inside the network; for its two ends, the embedding and the heads, and for vectors Adam.

    Optax gives that Adam a Nesterov momentum, as it gives Muon.
    """
    return muon(
        schedule(recipe),
        weight_decay=recipe.weight_decay,
        adam_b2=0.98,
        adam_weight_decay=recipe.weight_decay,
        muon_weight_dimension_numbers=inner_matrices,
        consistent_rms=0.2,  # In rates: about as much as Adam changes a weight, so that one rate suits both.
    )


def inner_matrices(network: PyTree) -> PyTree:
    """For each array of a network, which of its axes are those of a matrix; None for what Adam learns.

    The matrices of all layers are stacked, and each is one by itself.
    """

    def axes(place: tuple[Any, ...], array: jax.Array) -> MuonDimensionNumbers | None:
        name = jax.tree_util.keystr(place, simple=True, separator=".")
        inside = name.endswith(".weight") and not {"encoder", "decoder", "score"}.isdisjoint(name.split("."))
        return MuonDimensionNumbers(array.ndim - 2, array.ndim - 1) if inside else None

    return jax.tree.map_with_path(axes, network)


def schedule(recipe: Recipe) -> optax.Schedule:
    """The learning rate by step."""
    peak, warmup = recipe.learning_rate, warmup_steps(recipe)
    if recipe.schedule == "warmup":
        return lambda step: peak * jnp.minimum((step + 1) / warmup, jnp.sqrt(warmup / (step + 1)))
    if recipe.schedule == "restless" or not recipe.last_rate:
        return optax.warmup_cosine_decay_schedule(0.0, peak, warmup, recipe.steps, recipe.last_rate)
    # Where nothing is wrong any more, Muon makes steps of the same size without an aim, and may lose what was learned
    # for some hundred steps. It is better not to end there.
    end = recipe.steps - recipe.steps // 10
    cosine = optax.warmup_cosine_decay_schedule(0.0, peak, warmup, end, recipe.last_rate)
    return optax.join_schedules([cosine, optax.linear_schedule(recipe.last_rate, 0.0, recipe.steps - end)], [end])


def warmup_steps(recipe: Recipe) -> int:
    """How many steps the learning rate rises."""
    return WARMUP if recipe.schedule == "warmup" else min(200, recipe.steps // 10)
