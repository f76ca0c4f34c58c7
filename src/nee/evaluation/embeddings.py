"""The learned embeddings of all numbers, seen along their three main directions."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np
from jaxtyping import Bool, Float

from nee.numbers import infinity, to_bits
from nee.subroutines import SUBROUTINES
from nee.training.checkpoints import read_engine, read_provenance

MOST_POINTS = 256
"""Of 4096 numbers only the first are drawn, as in the paper."""


@dataclass(frozen=True)
class EmbeddingView:
    """Where the numbers lie, projected onto the first three principal components of all of them."""

    title: str
    points: Float[np.ndarray, "numbers 3"]
    infinity: Float[np.ndarray, " 3"]
    variance: Float[np.ndarray, " 3"]
    """The share of the variance that each component carries."""
    held_out: Bool[np.ndarray, " numbers"]
    """Which numbers were never seen in training."""


def view_embeddings(weights: Path) -> EmbeddingView:
    """Principal components of the bitwise embeddings of every number. Infinity takes no part in finding them."""
    engine, made = read_engine(weights), read_provenance(weights)
    bits = engine.config.bits
    numbers = jnp.arange(infinity(bits) + 1)
    vectors = np.asarray(to_bits(numbers, bits) @ engine.embedding)
    centre = vectors[:-1].mean(axis=0)
    _, scales, directions = np.linalg.svd(vectors[:-1] - centre, full_matrices=False)
    projected = (vectors - centre) @ directions[:3].T
    shown = min(MOST_POINTS, infinity(bits))
    return EmbeddingView(
        title=weights.stem,
        points=projected[:shown],
        infinity=projected[-1],
        variance=(scales**2 / np.sum(scales**2))[:3],
        held_out=held_out_numbers(made.subroutine, made.recipe, bits)[:shown],
    )


def held_out_numbers(subroutine: str, recipe: dict[str, Any], bits: int) -> Bool[np.ndarray, " numbers"]:
    """The numbers that stand in no pair that was seen."""
    unseen = np.zeros(infinity(bits), bool)
    taught = SUBROUTINES[subroutine]
    if taught.domain is not None:
        pairs, _, seen = taught.domain(type(taught.recipes[0])(**recipe))
        unseen[:] = ~np.isin(np.arange(infinity(bits)), pairs[seen])
    return unseen
