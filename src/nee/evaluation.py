"""How often an engine is right: whole lists, and single numbers."""

from dataclasses import dataclass

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Bool, Int

from nee.engine import NeuralEngine
from nee.lists import Distribution, make_lists
from nee.numbers import infinity
from nee.sorting import sort_rows
from nee.subroutines import Recipe, Subroutine
from nee.subroutines.operation import run_pairs


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


def evaluate(
    engine: NeuralEngine,
    size: int,
    *,
    lists: int,
    distribution: Distribution,
    seed: int,
    algorithm: str = "selection",
) -> Accuracy:
    """Sort a fresh test set with the engine, and compare it with the sorted lists."""
    values = fresh_lists(size, lists, engine.config.bits, distribution, seed)
    return accuracy(size, sort_rows(engine, values, algorithm) == np.sort(values, axis=-1))


def fresh_lists(
    size: int, lists: int, bits: int, distribution: Distribution, seed: int
) -> Int[np.ndarray, "lists size"]:
    """The test set that a seed fixes."""
    key = jax.random.fold_in(jax.random.key(seed), size)
    return np.asarray(make_lists(key, lists, size, bits, distribution))


def accuracy(size: int, right: Bool[np.ndarray, "lists positions"]) -> Accuracy:
    """How much of a test set is right, by list and position."""
    return Accuracy(
        size=size,
        lists=len(right),
        whole_lists=wilson(float(right.all(axis=-1).mean()), len(right)),
        numbers=wilson(float(right.mean()), len(right)),
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


def evaluate_pairs(engine: NeuralEngine, subroutine: Subroutine) -> Misses:
    """Run the engine on all single numbers and all pairs, and compare it with the oracle.

    Either of two equal numbers is right to point at; the next mask must be the oracle's for that pointer.
    """
    numbers = jnp.arange(infinity(engine.config.bits) + 1)
    pairs = jnp.stack(jnp.meshgrid(numbers, numbers), axis=-1).reshape(-1, 2)
    run = eqx.filter_jit(lambda run, values: jax.lax.map(lambda v: run(v, v < 0), values, batch_size=4096))
    single, pair, exact = run(engine, numbers[:, None]), run(engine, pairs), run(subroutine.oracle, pairs)
    right_pointer = jnp.take_along_axis(exact.attention, pair.pointer[:, None], axis=-1)[:, 0] > 0
    other_pointer = pair.pointer != exact.pointer
    next_mask = jnp.where(other_pointer[:, None], exact.mask[:, ::-1], exact.mask)
    return Misses(
        singles=len(numbers),
        pairs=len(pairs),
        wrong_singles=int(jnp.sum(single.value != numbers)),
        wrong_pair_values=int(jnp.sum(pair.value != exact.value)),
        wrong_pair_pointers=int(jnp.sum(~right_pointer)),
        wrong_pair_masks=int(jnp.sum((pair.mask != next_mask).any(axis=-1))),
    )


@dataclass(frozen=True)
class PairAccuracy:
    """How an operation does on every pair whose result fits."""

    seen_pairs: int
    wrong_seen_pairs: int
    unseen_pairs: int
    wrong_unseen_pairs: int
    unseen_percent: float | None
    """The paper's metric: the share of right answers on pairs that were not seen in training, if there are any."""


def evaluate_operation(engine: NeuralEngine, subroutine: Subroutine, recipe: Recipe) -> PairAccuracy:
    """Ask an engine everything, and compare with integer arithmetic. The recipe tells what it has seen."""
    assert subroutine.domain is not None, f"{subroutine.name} is no operation on pairs"
    pairs, results, seen = subroutine.domain(recipe)
    wrong = np.asarray(run_pairs(engine, jnp.asarray(pairs))) != results
    return PairAccuracy(
        seen_pairs=int(seen.sum()),
        wrong_seen_pairs=int(wrong[seen].sum()),
        unseen_pairs=int((~seen).sum()),
        wrong_unseen_pairs=int(wrong[~seen].sum()),
        unseen_percent=None if seen.all() else round(100 * float(1 - wrong[~seen].mean()), 4),
    )
