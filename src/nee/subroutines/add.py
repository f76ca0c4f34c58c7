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
        PairRecipe(
            name="decayed",
            steps=6000,
            lessons_per_step=256,
            schedule="cosine",
            learning_rate=4e-3,
            dropout=0.1,
            # What makes few numbers suffice; three times as much prevents learning, and with all numbers so does this.
            weight_decay=0.3,
            uphill=0.05,
            numbers=64,
        ),
        PairRecipe(
            name="uphill",  # With more than 64 numbers, dropout makes learning take too long.
            steps=4000,
            lessons_per_step=256,
            schedule="cosine",
            learning_rate=4e-3,
            weight_decay=0.3,
            uphill=0.05,
            averaging=1e-2,  # So few steps: an average over a thousand would lag behind.
            numbers=89,
        ),
    ),
)
