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
            name="many",
            steps=10_000,
            lessons_per_step=128,
            schedule="cosine",
            learning_rate=4e-3,
            # Some beginnings are slow: the average must not reach back to where the last bits were not yet learned.
            averaging=1e-2,
            weight_decay=0.3,
            # With the radius of `few`, which needs it, one bit after the other waits for thousands of steps.
            sharpness_radius=0.02,
            numbers=infinity(BITS) - 1,
        ),
        PairRecipe(
            name="few",
            steps=7000,
            lessons_per_step=256,
            # What is right on unseen numbers, at this rate, is the average of the weights, and not the last ones.
            schedule="constant",
            learning_rate=4e-3,
            averaging=3e-3,
            # Both keep the engine from learning the seen pairs by heart.
            weight_decay=0.3,
            sharpness_radius=0.05,
            numbers=100,
        ),
    ),
)
