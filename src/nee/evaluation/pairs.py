"""How often an engine is right on single numbers and pairs, asked everything."""

from dataclasses import dataclass, field

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Int

from nee.engine import NeuralEngine
from nee.numbers import infinity
from nee.subroutines import Recipe, Subroutine
from nee.subroutines.operation import run_pairs

MISREAD = 5
"""At most so many numbers are named that wrong pairs have in common."""


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
    misread: dict[int, int] = field(default_factory=dict)
    """The few numbers that wrong unseen pairs have in common, each with the pairs that those before it leave."""


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
        misread=in_common(pairs[wrong & ~seen]),
    )


def in_common(pairs: Int[np.ndarray, "pairs 2"]) -> dict[int, int]:
    """The number that stands in most pairs, then the one in most of the others, and so on; at most `MISREAD`.

    >>> in_common(np.array([[7, 1], [7, 7], [1, 2], [3, 7]]))
    {7: 3, 1: 1}
    """
    found: dict[int, int] = {}
    while len(pairs) and len(found) < MISREAD:
        stands_in = np.bincount(np.concatenate([pairs[:, 0], pairs[pairs[:, 0] != pairs[:, 1], 1]]))
        number = int(stands_in.argmax())
        found[number] = int(stands_in[number])
        pairs = pairs[(pairs != number).all(axis=-1)]
    return found
