"""How often an engine is right on single numbers and pairs, asked everything."""

from collections import Counter
from dataclasses import dataclass, field

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Bool, Int, Integer

from nee.engine import NeuralEngine
from nee.numbers import infinity
from nee.subroutines import Recipe, Subroutine
from nee.subroutines.operation import run_pairs

MOST_FREQUENT = 5
"""Of the differences between wrong answers and right ones, so many are named."""


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
    single, pair = run(engine, numbers[:, None]), run(engine, pairs)
    exact_single, exact = run(subroutine.oracle, numbers[:, None]), run(subroutine.oracle, pairs)
    right_pointer = jnp.take_along_axis(exact.attention, pair.pointer[:, None], axis=-1)[:, 0] > 0
    other_pointer = pair.pointer != exact.pointer
    next_mask = jnp.where(other_pointer[:, None], exact.mask[:, ::-1], exact.mask)
    return Misses(
        singles=len(numbers),
        pairs=len(pairs),
        wrong_singles=int(jnp.sum(single.value != exact_single.value)),
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
    off_by: dict[int, int] = field(default_factory=dict)
    """By how much answers to unseen pairs are too large (or too small, below 0), and to how many: the most frequent."""
    by_gap: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Of the pairs of a seen and an unseen number: how many are wrong, and of how many, by the gap that the unseen one
    stands in: `gaps`."""
    by_ones: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The same by how many bits of the unseen number are 1."""


def evaluate_operation(engine: NeuralEngine, subroutine: Subroutine, recipe: Recipe) -> PairAccuracy:
    """Ask an engine everything, and compare with integer arithmetic. The recipe tells what it has seen."""
    assert subroutine.domain is not None, f"{subroutine.name} is no operation on pairs"
    pairs, results, seen = subroutine.domain(recipe)
    answers = np.asarray(run_pairs(engine, jnp.asarray(pairs)))
    wrong = answers != results
    unseen_and_wrong = wrong & ~seen
    bits = engine.config.bits
    known = np.isin(np.arange(infinity(bits) + 1), pairs[seen])
    return PairAccuracy(
        seen_pairs=int(seen.sum()),
        wrong_seen_pairs=int(wrong[seen].sum()),
        unseen_pairs=int((~seen).sum()),
        wrong_unseen_pairs=int(unseen_and_wrong.sum()),
        unseen_percent=None if seen.all() else round(100 * float(1 - wrong[~seen].mean()), 4),
        off_by=dict(Counter((answers - results)[unseen_and_wrong].tolist()).most_common(MOST_FREQUENT)),
        by_gap=count_by(gaps(known), pairs, wrong, known),
        by_ones=count_by(np.bitwise_count(np.arange(infinity(bits) + 1)), pairs, wrong, known),
    )


def count_by(
    kinds: Integer[np.ndarray, " numbers"],
    pairs: Int[np.ndarray, "pairs 2"],
    wrong: Bool[np.ndarray, " pairs"],
    known: Bool[np.ndarray, " numbers"],
) -> dict[int, tuple[int, int]]:
    """Of the pairs of a known and an unknown number: how many are wrong, and of how many, by the unknown one's kind."""
    one_unknown = known[pairs].sum(axis=-1) == 1
    pairs, wrong = pairs[one_unknown], wrong[one_unknown]
    found = kinds[pairs[~known[pairs]]]
    return {int(kind): (int(wrong[found == kind].sum()), int(np.sum(found == kind))) for kind in np.unique(found)}


def gaps(known: Bool[np.ndarray, " numbers"]) -> Int[np.ndarray, " numbers"]:
    """For each unknown number, how many unknown ones stand in a row there, itself among them; 0 for the others.

    >>> gaps(np.array([False, False, True, False, True]))
    array([2, 2, 0, 1, 0])
    """
    after = np.flatnonzero(known)
    # The unknown numbers of one row come before the same known one.
    row = np.searchsorted(after, np.arange(len(known)))
    return np.where(known, 0, np.bincount(row, ~known).astype(int)[row])
