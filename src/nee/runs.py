"""A training run: a folder with the metrics, the last checkpoint and, in the end, the weights."""

import csv
import dataclasses
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import equinox as eqx

from nee import checkpoints
from nee.checkpoints import Provenance
from nee.errors import InputError
from nee.provenance import versions
from nee.subroutines import Recipe
from nee.training import Taught, TrainingState, advance, start

CHECKPOINT = "checkpoint.safetensors"
REPORT_EVERY = 100
CHECKPOINT_EVERY = 500
VALIDATE_EVERY = 2000


class Report(NamedTuple):
    """How a run is doing. Losses are means since the last report."""

    step: int
    losses: dict[str, float]
    steps_per_second: float
    exact: dict[str, float]
    """Percentages by name; empty at the steps without validation."""


def train(subroutine: Taught, recipe: Recipe, *, seed: int, folder: Path, resume: bool = False) -> Iterator[Report]:
    """Train and report. A run that was killed goes on from its last checkpoint, as if nothing had happened."""
    checkpoint = folder / CHECKPOINT
    if checkpoint.exists() and not resume:
        raise InputError(f"{folder} already holds a run: add --resume to go on with it, or choose another folder.")
    if resume and not checkpoint.exists():
        raise InputError(f"{folder} holds no checkpoint to resume from.")
    state = restore(checkpoint, subroutine, recipe, seed) if resume else start(subroutine, recipe, seed)
    return carry_on(state, subroutine, recipe, seed, folder)


def carry_on(state: TrainingState, subroutine: Taught, recipe: Recipe, seed: int, folder: Path) -> Iterator[Report]:
    """The rest of a run."""
    metrics = folder / "metrics.csv"
    keep_metrics(metrics, int(state.step))
    while (step := int(state.step)) < recipe.steps:
        clock = time.perf_counter()
        steps = min(REPORT_EVERY, recipe.steps - step)
        state, losses = advance(state, seed, steps, subroutine=subroutine, recipe=recipe)
        step += steps
        by_name = {name: float(loss) for name, loss in losses._asdict().items()}
        speed = steps / (time.perf_counter() - clock)
        due = step % VALIDATE_EVERY == 0 or step == recipe.steps
        exact = subroutine.validate(state.averaged, recipe) if due else {}
        report = Report(step, by_name, round(speed, 1), exact)
        append(metrics, report)
        if step % CHECKPOINT_EVERY == 0 or step == recipe.steps:
            checkpoints.write(folder / CHECKPOINT, state, describe(subroutine, recipe, seed, step))
        yield report
    checkpoints.write(folder / "engine.safetensors", state.averaged, describe(subroutine, recipe, seed, recipe.steps))


def restore(path: Path, subroutine: Taught, recipe: Recipe, seed: int) -> TrainingState:
    """The state in a checkpoint, if it is one of this very training."""
    stored, wanted = checkpoints.read_provenance(path), describe(subroutine, recipe, seed, 0)
    for field in ("subroutine", "config", "recipe", "seed", "versions"):
        if getattr(stored, field) != getattr(wanted, field):
            raise InputError(
                f"{path} cannot be resumed: its {field} is {getattr(stored, field)}, not {getattr(wanted, field)}."
            )
    return checkpoints.read(path, eqx.filter_eval_shape(start, subroutine, recipe, seed))


def describe(subroutine: Taught, recipe: Recipe, seed: int, step: int) -> Provenance:
    """What a file of this run says of itself."""
    return Provenance(
        subroutine.name, dataclasses.asdict(subroutine.config), dataclasses.asdict(recipe), seed, step, versions()
    )


def append(metrics: Path, report: Report) -> None:
    """Add a row, on disk before the checkpoint that follows it."""
    metrics.parent.mkdir(parents=True, exist_ok=True)
    new = not metrics.exists()
    exact = " ".join(f"{name}: {percent:g} %" for name, percent in report.exact.items())
    with metrics.open("a", newline="") as file:
        rows = csv.writer(file)
        if new:
            rows.writerow(["step", *(f"{name}_loss" for name in report.losses), "steps_per_second", "exact"])
        rows.writerow([report.step, *report.losses.values(), report.steps_per_second, exact])
        file.flush()
        os.fsync(file.fileno())


def keep_metrics(metrics: Path, step: int) -> None:
    """Drop what was reported after the checkpoint: it is about to be reported again."""
    if not metrics.exists():
        return
    header, *rows = metrics.read_text().splitlines()
    kept = [row for row in rows if row.count(",") == header.count(",") and int(row.split(",")[0]) <= step]
    unfinished = metrics.with_suffix(".unfinished")
    unfinished.write_text("\n".join([header, *kept]) + "\n")
    unfinished.replace(metrics)
