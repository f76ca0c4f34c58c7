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
            name="some",
            steps=14_000,
            lessons_per_step=64,
            schedule="cosine",
            learning_rate=5e-3,
            last_rate=1.5e-3,  # For the same reason: at lower rates what is still wrong is learned by heart.
            optimizer="muon",
            averaging=3e-3,
            weight_decay=0.2,
            numbers=infinity(BITS) - 1,
        ),
        # Where less is seen, more must be kept from being learned by heart. At any step these weights get hundreds of
        # unseen pairs wrong, each time others; their average gets none wrong, or few.
        PairRecipe(
            name="restless",
            steps=16_000,
            lessons_per_step=64,
            schedule="restless",
            learning_rate=4e-3,
            last_rate=3e-3,
            optimizer="muon",
            weight_decay=0.2,
            signed_bits=True,
            numbers=64,
        ),
    ),
)
