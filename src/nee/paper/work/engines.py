"""Measure one engine: lists, pairs, embeddings, the steps of a sort."""

import dataclasses
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp

from nee.checkpoints import read_engine, read_provenance
from nee.embeddings import view_embeddings
from nee.evaluation import evaluate, evaluate_operation
from nee.lists import Distribution
from nee.sorting import trace_one
from nee.subroutines import SUBROUTINES


def sort_lists(
    folder: Path, *, weights: Path, algorithm: str, size: int, lists: int, distribution: Distribution, seed: int
) -> dict[str, Any]:
    """How often an engine sorts a test set right."""
    engine = read_engine(weights)
    accuracy = evaluate(engine, size, lists=lists, distribution=distribution, seed=seed, algorithm=algorithm)
    return dataclasses.asdict(accuracy)


def ask_every_pair(folder: Path, *, weights: Path) -> dict[str, Any]:
    """How often an operation is right, on every pair whose result fits."""
    made = read_provenance(weights)
    subroutine = SUBROUTINES[made.subroutine]
    recipe = type(subroutine.recipes[0])(**made.recipe)
    return dataclasses.asdict(evaluate_operation(read_engine(weights), subroutine, recipe))


def look_at_embeddings(folder: Path, *, weights: Path) -> dict[str, Any]:
    """Where an engine puts the numbers."""
    view = dataclasses.asdict(view_embeddings(weights))
    return {field: value if isinstance(value, str) else value.tolist() for field, value in view.items()}


def trace_sorting(folder: Path, *, weights: Path, values: list[int]) -> dict[str, Any]:
    """Every step of selection sort on one list."""
    masks, steps = jax.device_get(trace_one(read_engine(weights), jnp.array(values), "selection")).trace
    return {"values": values, "mask": masks.tolist()} | {
        field: getattr(steps, field).tolist() for field in ("value", "pointer", "attention")
    }
