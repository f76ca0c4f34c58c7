"""What jobs do: each function takes its folder, plain arguments and input files, and answers with plain data."""

import dataclasses
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp

from nee import runs
from nee.checkpoints import read_engine, read_provenance
from nee.embeddings import view_embeddings
from nee.evaluation import evaluate, evaluate_operation
from nee.lists import make_lists
from nee.sorting import trace_one
from nee.subroutines import SUBROUTINES

Data = dict[str, Any]

ENGINE = "engine.safetensors"
"""What a training leaves."""


def train(folder: Path, *, subroutine: str, recipe: dict[str, Any], seed: int) -> Data:
    """Train an engine; go on from the last checkpoint if there is one."""
    taught = SUBROUTINES[subroutine]
    chosen = type(taught.recipes[0])(**recipe)
    resume = (folder / runs.CHECKPOINT).exists()
    exact: dict[str, float] = {}
    for report in runs.train(taught, chosen, seed=seed, folder=folder, resume=resume):
        print(report, flush=True)
        exact = report.exact
    return {"validated": exact}


def sort_lists(
    folder: Path, *, weights: Path, algorithm: str, size: int, lists: int, distribution: Any, seed: int
) -> Data:
    """How often an engine sorts a test set right."""
    engine = read_engine(weights)
    accuracy = evaluate(engine, size, lists=lists, distribution=distribution, seed=seed, algorithm=algorithm)
    return dataclasses.asdict(accuracy)


def ask_every_pair(folder: Path, *, weights: Path) -> Data:
    """How often an operation is right, on every pair whose result fits."""
    made = read_provenance(weights)
    subroutine = SUBROUTINES[made.subroutine]
    recipe = type(subroutine.recipes[0])(**made.recipe)
    return dataclasses.asdict(evaluate_operation(read_engine(weights), subroutine, recipe))


def look_at_embeddings(folder: Path, *, weights: Path) -> Data:
    """Where an engine puts the numbers."""
    view = dataclasses.asdict(view_embeddings(weights))
    return {field: value if isinstance(value, str) else value.tolist() for field, value in view.items()}


def trace_sorting(folder: Path, *, weights: Path, values: list[int]) -> Data:
    """Every step of selection sort on one list."""
    masks, steps = jax.device_get(trace_one(read_engine(weights), jnp.array(values), "selection")).trace
    return {"values": values, "mask": masks.tolist()} | {
        field: getattr(steps, field).tolist() for field in ("value", "pointer", "attention")
    }


def attend(folder: Path, *, weights: Path, size: int, seed: int) -> Data:
    """Where the engine looks at every step of sorting one random list; the list is shown in sorted order."""
    engine = read_engine(weights)
    (values,) = make_lists(jax.random.key(seed), 1, size, engine.config.bits, "random")
    trace = jax.device_get(trace_one(engine, values, "selection")).trace
    return {"attention": trace.step.attention[:, jnp.argsort(values)].round(4).tolist()}
