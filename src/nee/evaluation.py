"""How often an engine is right: whole lists, and single numbers."""

from dataclasses import dataclass

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np

from nee.engine import NeuralEngine
from nee.lists import Distribution, make_lists
from nee.numbers import infinity
from nee.sorting import sort_rows


@dataclass(frozen=True)
class Interval:
    """A share in percent, and the 95 % confidence interval around it."""

    percent: float
    low: float
    high: float


@dataclass(frozen=True)
class Accuracy:
    """The result of one test set."""

    size: int
    lists: int
    whole_lists: Interval
    numbers: Interval
    """The paper's metric: the right number in the right position. Its interval takes a list as one observation."""


def evaluate(engine: NeuralEngine, size: int, *, lists: int, distribution: Distribution, seed: int) -> Accuracy:
    """Sort a fresh test set with the engine, and compare it with the sorted lists."""
    key = jax.random.fold_in(jax.random.key(seed), size)
    values = np.asarray(make_lists(key, lists, size, engine.config.bits, distribution))
    right = sort_rows(engine, values) == np.sort(values, axis=-1)
    return Accuracy(
        size=size,
        lists=lists,
        whole_lists=wilson(float(right.all(axis=-1).mean()), lists),
        numbers=wilson(float(right.mean()), lists),
    )


def wilson(share: float, observations: int) -> Interval:
    """Wilson's 95 % interval, which is honest about a perfect score.

    >>> wilson(1.0, 100)
    Interval(percent=100.0, low=96.3..., high=100.0)
    """
    z = 1.96
    centre = (share + z**2 / (2 * observations)) / (1 + z**2 / observations)
    spread = z * (share * (1 - share) / observations + z**2 / (4 * observations**2)) ** 0.5 / (1 + z**2 / observations)
    return Interval(*(round(100 * x, 4) for x in (share, max(0.0, centre - spread), min(1.0, centre + spread))))


@dataclass(frozen=True)
class Misses:
    """Wrong answers among all single numbers and all pairs, infinity included: graphs rest on these."""

    singles: int
    pairs: int
    wrong_singles: int = 0
    wrong_pair_values: int = 0
    wrong_pair_pointers: int = 0
    wrong_pair_masks: int = 0


def evaluate_pairs(engine: NeuralEngine) -> Misses:
    """Run the engine on all of its small domain, and compare it with plain comparison."""
    numbers = jnp.arange(infinity(engine.config.bits) + 1)
    pairs = jnp.stack(jnp.meshgrid(numbers, numbers), axis=-1).reshape(-1, 2)
    run = eqx.filter_jit(
        lambda values: jax.lax.map(lambda shown: engine(shown, jnp.zeros(shown.shape, bool)), values, batch_size=4096)
    )
    single, pair = run(numbers[:, None]), run(pairs)
    chosen = jnp.take_along_axis(pairs, pair.pointer[:, None], axis=-1)[:, 0]
    hidden = jnp.arange(2) == pair.pointer[:, None]
    return Misses(
        singles=len(numbers),
        wrong_singles=int(jnp.sum((single.value != numbers) | ~single.mask[:, 0])),
        pairs=len(pairs),
        wrong_pair_values=int(jnp.sum(pair.value != pairs.min(axis=-1))),
        wrong_pair_pointers=int(jnp.sum(chosen != pairs.min(axis=-1))),
        wrong_pair_masks=int(jnp.sum((pair.mask != hidden).any(axis=-1))),
    )
