"""Multiply two numbers."""

import numpy as np
from jaxtyping import Int

from nee.engine import EngineConfig
from nee.numbers import infinity
from nee.subroutines.operation import PairRecipe, make_operation

BITS = 12


def every_pair() -> tuple[Int[np.ndarray, "pairs 2"], Int[np.ndarray, " pairs"]]:
    """All pairs whose product is a number of 12 bits."""
    largest = infinity(BITS) - 1
    partners = [np.arange(largest // max(number, 1) + 1) for number in range(largest + 1)]
    pairs = np.stack(
        [np.repeat(np.arange(largest + 1), [len(row) for row in partners]), np.concatenate(partners)], axis=-1
    )
    return pairs, pairs.prod(axis=-1)


MULTIPLY = make_operation(
    "multiply",
    "the product of two numbers",
    EngineConfig(bits=BITS, width=28, most_shown=2),
    compute=lambda a, b: a * b,
    every_pair=every_pair,
    recipes=(
        PairRecipe(
            name="every",  # Ships: all that it can be asked is taught, and all of it is checked.
            steps=20_000,
            lessons_per_step=256,
            schedule="cosine",
            learning_rate=3e-3,
            weight_decay=0.1,
            numbers=infinity(BITS),
            pairs=1.0,
        ),
        PairRecipe(
            name="most",
            # Small batches are restless, and what is learned by heart does not survive that.
            steps=120_000,
            lessons_per_step=64,
            candidates=4,  # Few products carry over many bits, and these are the hard ones.
            schedule="cosine",
            learning_rate=3e-3,
            optimizer="muon",
            weight_decay=0.2,
            numbers=infinity(BITS),
        ),
    ),
)
