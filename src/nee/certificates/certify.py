"""Ask an engine everything, and compare each answer with the exact one."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int

from nee.certificates.certificate import Certificate
from nee.certificates.questions import HIDDEN_SLOTS, Answers, MaskQuestions, all_pairs, ask_pairs, mask_questions
from nee.engine import NeuralEngine
from nee.engine.neural_engine import EQUAL
from nee.errors import InputError
from nee.numbers import infinity
from nee.steps import Engine

HALF = float(np.log(2))
"""A loser has less than half of a winner's attention: `wide` keeps the slots above that."""


class Checked(NamedTuple):
    """Part of a certificate: which questions were answered wrongly, and the margins of all."""

    wrong: Bool[np.ndarray, " questions"]
    describe: Sequence[str]
    margins: dict[str, float]


def certify_comparison(network: NeuralEngine, oracle: Engine) -> Certificate:
    """Ask about all single numbers and pairs, infinity among them, with either slot hidden, and all mask updates."""
    pairs = all_pairs(infinity(network.bits) + 1)
    parts = [
        check_comparisons(pairs, hidden, jax.device_get(ask_pairs(network, pairs, hidden)), oracle)
        for hidden in HIDDEN_SLOTS
    ]
    parts += [check_masks(network, oracle, questions) for questions in mask_questions(network.config.mask_filter_size)]
    return join([*parts, check_singles(network, oracle)])


def certify_operation(
    network: NeuralEngine, pairs: Int[np.ndarray, "pairs 2"], results: Int[np.ndarray, " pairs"]
) -> Certificate:
    """Ask about all pairs of operands whose result fits. Both operands are used, and the next mask hides both."""
    answers = jax.device_get(ask_pairs(network, pairs, HIDDEN_SLOTS[0]))
    wrong = (answers.value != results) | ~answers.mask.all(axis=-1)
    describe = [f"{a} and {b}: {value}" for (a, b), value in zip(pairs[wrong], answers.value[wrong], strict=True)]
    return join([Checked(wrong, describe, margins_of(answers))])


def check_comparisons(
    pairs: Int[np.ndarray, "pairs 2"], hidden: Bool[np.ndarray, " 2"], answers: Answers, oracle: Engine
) -> Checked:
    """Value, pointer with its tie rule, next mask, and the attention that tells winners from losers."""
    exact = jax.device_get(run_oracle(oracle, pairs, np.broadcast_to(hidden, pairs.shape)))
    wins, shown = exact.attention > 0, ~np.broadcast_to(hidden, pairs.shape)
    low = np.where(wins, answers.log_attention, np.inf).min(axis=-1)
    high = np.where(wins, answers.log_attention, -np.inf).max(axis=-1)
    loser = np.where(shown & ~wins, answers.log_attention, -np.inf).max(axis=-1)
    hidden_one = np.where(~shown, answers.log_attention, -np.inf).max(axis=-1)
    gap = low - np.maximum(loser, hidden_one)
    wrong = (
        (answers.value != exact.value)
        | (answers.pointer != exact.pointer)
        | (answers.mask != exact.mask).any(axis=-1)
        | (gap < HALF)
        | (high - low > EQUAL)
    )
    describe = [f"{a} and {b}: {value}" for (a, b), value in zip(pairs[wrong], answers.value[wrong], strict=True)]
    gaps = gap[np.isfinite(gap)]
    attention = {"attention gap": float(gaps.min()), "attention on ties": float((high - low).max())}
    return Checked(wrong, describe, margins_of(answers) | attention)


def margins_of(answers: Answers) -> dict[str, float]:
    """The narrowest logits."""
    return {"bit logit": float(answers.bit_margin.min()), "mask logit": float(answers.mask_margin.min())}


def check_singles(network: NeuralEngine, oracle: Engine) -> Checked:
    """Every number alone in its list."""
    numbers = np.arange(infinity(network.bits) + 1, dtype=np.int32)[:, None]
    shown = np.zeros(numbers.shape, bool)
    exact, found = (jax.device_get(run_oracle(engine, numbers, shown)) for engine in (oracle, network))
    wrong = (found.value != exact.value) | (found.pointer != 0) | (found.mask != exact.mask).any(axis=-1)
    describe = [f"{int(number)} alone: {found.value[number]}" for number in numbers[wrong, 0]]
    return Checked(wrong, describe, {})


def check_masks(network: NeuralEngine, oracle: Engine, questions: MaskQuestions) -> Checked:
    """The next mask of every small list, for every slot that can be pointed at."""
    masks, pointers = questions
    logits = jax.device_get(run_mask_update(network, masks, pointers))
    # Most oracles point where they are told to if the one smallest number stands there, others if it is the largest.
    there = (np.arange(masks.shape[1]) == pointers[:, None]).astype(np.int32)
    smallest, largest = (jax.device_get(run_oracle(oracle, values, masks)) for values in (1 - there, there))
    follows = smallest.pointer == pointers
    if not (follows | (largest.pointer == pointers)).all():
        raise InputError("The oracle points neither at the smallest number nor at the largest: its masks are unknown.")
    exact = np.where(follows[:, None], smallest.mask, largest.mask)
    wrong = ((logits > 0) != exact).any(axis=-1)
    describe = [
        f"mask {mask.astype(int)}, pointer {at}" for mask, at in zip(masks[wrong], pointers[wrong], strict=True)
    ]
    return Checked(wrong, describe, {"mask logit": float(np.abs(logits).min())})


@eqx.filter_jit
def run_oracle(engine: Engine, values: Any, masks: Any) -> Any:
    """The answers of any engine to lists of equal length."""
    return jax.lax.map(lambda question: engine(*question), (jnp.asarray(values), jnp.asarray(masks)), batch_size=4096)


@eqx.filter_jit
def run_mask_update(network: NeuralEngine, masks: Any, pointers: Any) -> Array:
    """The logits of the next masks."""
    return jax.vmap(network.mask_update)(jnp.asarray(masks), jnp.asarray(pointers))


def join(parts: Sequence[Checked]) -> Certificate:
    """All parts as one certificate. Of each margin the narrowest counts; of ties the widest."""
    margins: dict[str, float] = {}
    for part in parts:
        for name, margin in part.margins.items():
            narrowest = max if name == "attention on ties" else min
            margins[name] = narrowest(margins.get(name, margin), margin)
    wrong = [words for part in parts if part.wrong.any() for words in part.describe]
    return Certificate(
        questions=sum(len(part.wrong) for part in parts),
        wrong=int(sum(part.wrong.sum() for part in parts)),
        first_wrong=wrong[0] if wrong else None,
        margins=margins,
    )
