"""Add two numbers; infinity and anything make infinity."""

import numpy as np
from jaxtyping import Int

from nee.engine import EngineConfig
from nee.numbers import infinity
from nee.subroutines.operation import PairRecipe, make_operation

BITS = 8


def every_pair() -> tuple[Int[np.ndarray, "pairs 2"], Int[np.ndarray, " pairs"]]:
    """All pairs whose sum is a number of 8 bits, and all pairs with infinity."""
    first, second = (axis.ravel() for axis in np.indices((infinity(BITS) + 1,) * 2))
    infinite = np.maximum(first, second) == infinity(BITS)
    total = np.where(infinite, infinity(BITS), first + second)
    fits = infinite | (total < infinity(BITS))
    return np.stack([first, second], axis=-1)[fits], total[fits]


ADD = make_operation(
    "add",
    "the sum of two numbers",
    EngineConfig(bits=BITS, width=24, most_shown=2),
    compute=lambda a, b: a + b,
    every_pair=every_pair,
    recipes=(
        PairRecipe(
            name="all",
            steps=5000,
            lessons_per_step=256,
            schedule="cosine",
            learning_rate=2e-3,
            weight_decay=0.1,
            numbers=infinity(BITS),
        ),
        # Small batches, decay and, with few numbers, a rate that stays high keep the weights restless, so that the seen
        # pairs are not learned by heart. What is right on unseen numbers is the average of such weights.
        PairRecipe(
            name="many",
            steps=20_000,
            lessons_per_step=64,
            schedule="cosine",
            learning_rate=2e-3,
            weight_decay=0.3,
            numbers=infinity(BITS) - 1,
        ),
        PairRecipe(
            name="few",
            steps=16_000,
            lessons_per_step=64,
            schedule="constant",
            learning_rate=4e-3,
            weight_decay=0.2,
            # With many numbers it makes beginnings slow: one bit after the other waits for thousands of steps.
            sharpness_radius=0.05,
            score_width=128,
            numbers=100,
        ),
    ),
)
