"""A training run: a folder with the metrics, the last checkpoint and, in the end, the weights."""

import contextlib
import dataclasses
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import equinox as eqx

from nee.errors import EngineError, InputError
from nee.subroutines import Recipe
from nee.training import checkpoints
from nee.training.metrics import METRICS, Report, append, keep_until
from nee.training.provenance import Provenance, versions
from nee.training.step import Task, TrainingState, start, train_steps
from nee.training.whole_file import refuse_unwritable

try:
    import fcntl
except ImportError:  # Not every system has it; there nobody but the caller takes care that a folder has one run.
    fcntl = None  # type: ignore[assignment]

CHECKPOINT, WEIGHTS, LOCK = "checkpoint.safetensors", "engine.safetensors", "lock"
REPORT_EVERY = 100
VALIDATE_EVERY = 2000
CHECKPOINT_EVERY = 500
"""In steps; and a checkpoint is never older than `CHECKPOINT_SECONDS` and one report."""
CHECKPOINT_SECONDS = 30.0
PATIENCE = 3.0
"""Seconds to wait for the lock: a process that was just killed needs a moment to end."""


def train(task: Task, recipe: Recipe, *, seed: int, folder: Path, resume: bool = False) -> Iterator[Report]:
    """Train and report. A run that was killed goes on from its last checkpoint, as if nothing had happened."""
    check(task, recipe, seed=seed, folder=folder, resume=resume)  # A mistake leaves no folder behind.
    with alone_in(folder):
        check(task, recipe, seed=seed, folder=folder, resume=resume)  # Somebody else may have been here meanwhile.
        checkpoint = folder / CHECKPOINT
        if resume:
            state = restore(checkpoint, task, recipe, seed)
        else:
            state = start(task, recipe, seed)
            # There is something to resume from the first second on.
            checkpoints.write(checkpoint, state, describe(task, recipe, seed, 0))
        yield from train_from(state, task, recipe, seed, folder)


def train_from(state: TrainingState, task: Task, recipe: Recipe, seed: int, folder: Path) -> Iterator[Report]:
    """The rest of a run."""
    keep_until(folder / METRICS, int(state.step))
    saved = time.monotonic()
    while (step := int(state.step)) < recipe.steps:
        clock = time.perf_counter()
        steps = min(REPORT_EVERY, recipe.steps - step)
        state, losses = train_steps(state, seed, steps, task=task, recipe=recipe)
        step += steps
        by_name = {name: float(loss) for name, loss in losses._asdict().items()}
        if not all(map(math.isfinite, by_name.values())):
            raise EngineError(
                f"The training has diverged by step {step}, its losses are {by_name}: lower the learning rate. "
                f"{folder} holds what was learned before."
            )
        speed = steps / (time.perf_counter() - clock)
        ends = step == recipe.steps
        exact = task.validate(state.averaged, recipe) if ends or step % VALIDATE_EVERY == 0 else {}
        if not isinstance(exact, dict):
            raise InputError(f"`validate` of {task.name} must return percentages by name, not {exact!r:.40}.")
        report = Report(step, by_name, round(speed, 1), exact)
        append(folder / METRICS, report)
        if ends or step % CHECKPOINT_EVERY == 0 or time.monotonic() - saved > CHECKPOINT_SECONDS:
            checkpoints.write(folder / CHECKPOINT, state, describe(task, recipe, seed, step))
            saved = time.monotonic()
        yield report
    checkpoints.write(folder / WEIGHTS, state.averaged, describe(task, recipe, seed, recipe.steps))


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Hold the folder's lock. The system takes it away when the process ends, however it ends."""
    with refuse_unwritable(folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("a")
    with lock:
        patience = time.monotonic() + PATIENCE
        while fcntl is not None:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > patience:
                    raise InputError(f"{folder} is in use: another process trains there.") from None
                time.sleep(0.05)
            except OSError:  # Not every file system has locks.
                break
        yield


def check(task: Task, recipe: Recipe, *, seed: int, folder: Path, resume: bool) -> None:
    """Refuse to begin a run where there is one, and to resume one that is none or another one."""
    checkpoint = folder / CHECKPOINT
    if checkpoint.exists() and not resume:
        raise InputError(f"{folder} already holds a run: add --resume to go on with it, or choose another folder.")
    if not resume:
        return
    if not checkpoint.exists():
        raise InputError(f"{folder} holds no checkpoint to resume from.")
    stored, wanted = checkpoints.read_provenance(checkpoint), describe(task, recipe, seed, 0)
    # A field that is newer than the file has its default.
    config = defaults(task.config_for(recipe)) | stored.config
    stored = stored._replace(config=config, recipe=defaults(recipe) | stored.recipe)
    for field in ("subroutine", "recipe", "config", "seed", "versions"):
        one, other = getattr(stored, field), getattr(wanted, field)
        if isinstance(one, dict):  # Of many values, those that differ; what a file does not name is None.
            names = sorted(name for name in {*one, *other} if one.get(name) != other.get(name))
            one, other = ({name: values.get(name) for name in names} for values in (one, other))
        if one != other:
            raise InputError(f"{checkpoint} cannot be resumed: its {field} is {one}, not {other}.")


def defaults(settings: Any) -> dict[str, Any]:
    """What the fields of a config or a recipe are if nothing is said."""
    return {each.name: each.default for each in dataclasses.fields(settings) if each.default is not dataclasses.MISSING}


def restore(checkpoint: Path, task: Task, recipe: Recipe, seed: int) -> TrainingState:
    """The state in a checkpoint of this very training."""
    like: TrainingState = eqx.filter_eval_shape(start, task, recipe, seed)
    state = checkpoints.read(checkpoint, like)
    if int(state.step) != checkpoints.read_provenance(checkpoint).step:
        raise InputError(f"{checkpoint} cannot be resumed: it says another step than its arrays.")
    return state


def describe(task: Task, recipe: Recipe, seed: int, step: int) -> Provenance:
    """What a file of this run says of itself."""
    config = dataclasses.asdict(task.config_for(recipe))
    return Provenance(task.name, config, dataclasses.asdict(recipe), seed, step, versions())
