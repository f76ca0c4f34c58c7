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
        # Small batches and decay keep the seen pairs from being learned by heart.
        PairRecipe(
            name="many",
            steps=20_000,
            lessons_per_step=64,
            schedule="cosine",
            learning_rate=2e-3,
            weight_decay=0.3,
            # No sharpness: with many numbers one bit after the other would wait for thousands of steps.
            numbers=infinity(BITS) - 1,
        ),
        PairRecipe(
            name="few",
            steps=12_000,
            lessons_per_step=64,
            # A rate that stays high keeps the weights restless, and nothing is learned by heart. It falls in the end,
            # too late for that, so that they come to rest.
            schedule="plateau",
            learning_rate=4e-3,
            averaging=1e-2,
            weight_decay=0.2,
            sharpness_radius=0.05,
            score_width=128,  # With the usual 32, more numbers are misread.
            numbers=100,
        ),
    ),
)
