"""The questions of an engine's finite domain, and how the network answers each of them."""

from itertools import product
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Float, Int

from nee.engine import NeuralEngine
from nee.engine.neural_engine import point
from nee.numbers import from_bits

AT_ONCE = 4096
NEITHER, FIRST, SECOND = range(3)
"""Which slot of a pair the mask hides."""
HIDDEN_SLOTS = np.array([[False, False], [True, False], [False, True]])
"""The masks of a pair, in that order."""


class Answers(NamedTuple):
    """What a network says to questions of two slots."""

    value: Int[Array, "*questions"]
    pointer: Int[Array, "*questions"]
    mask: Bool[Array, "*questions 2"]
    log_attention: Float[Array, "*questions 2"]
    bit_margin: Float[Array, "*questions"]
    """How far the logit that is nearest to zero is away from it."""
    mask_margin: Float[Array, "*questions"]
    """The same of the logits of the next mask."""


def all_pairs(numbers: int) -> Int[np.ndarray, "pairs 2"]:
    """Every ordered pair of the numbers from 0 on."""
    return np.indices((numbers, numbers), np.int32).reshape(2, -1).T


@eqx.filter_jit
def ask_pairs(
    network: NeuralEngine, values: Int[Array | np.ndarray, "pairs 2"], mask: Bool[Array | np.ndarray, " 2"]
) -> Answers:
    """The network's answer to every pair, with one slot hidden or none."""

    def one(pair: Int[Array, " 2"]) -> Answers:
        bits, attention = network.read(pair, jnp.asarray(mask))
        pointer = point(attention)
        next_mask = network.mask_update(jnp.asarray(mask), pointer)
        return Answers(
            from_bits(bits), pointer, next_mask > 0, attention, jnp.abs(bits).min(), jnp.abs(next_mask).min()
        )

    answers: Answers = jax.lax.map(one, jnp.asarray(values), batch_size=AT_ONCE)
    return answers


class MaskQuestions(NamedTuple):
    """Lists of one length, as the mask update sees them: every mask, and every shown slot as the pointer."""

    masks: Bool[np.ndarray, "lists slots"]
    pointers: Int[np.ndarray, " lists"]


def mask_questions(window: int) -> list[MaskQuestions]:
    """All lists up to the length at which every neighbourhood of a slot, with either end of the list, has occurred."""
    questions = []
    for slots in range(1, window + 3):
        every = [
            (mask, pointer)
            for mask in product((False, True), repeat=slots)
            for pointer in range(slots)
            if not mask[pointer]
        ]
        masks, pointers = zip(*every, strict=True)
        questions.append(MaskQuestions(np.array(masks), np.array(pointers, np.int32)))
    return questions
