"""A training as a job: it goes on from its last checkpoint, and whoever waits for it can follow its metrics."""

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from nee.errors import InputError
from nee.jobs.job import Job
from nee.subroutines import Recipe
from nee.subroutines.find import find_subroutine
from nee.subroutines.shared import SHARED
from nee.training.metrics import METRICS, read_rows
from nee.training.run import CHECKPOINT, check, train
from nee.training.step import Task


def train_engine(folder: Path, *, subroutine: str, recipe: dict[str, Any], seed: int) -> dict[str, Any]:
    """Train the engine of a subroutine, which is known by its name, by a file or by a module."""
    task = find_subroutine(subroutine)
    return train_to_the_end(task, type(task.recipes[0])(**recipe), seed, folder)


def train_shared(folder: Path, *, recipe: dict[str, Any], seed: int) -> dict[str, Any]:
    """Train one network for several subroutines."""
    return train_to_the_end(SHARED, Recipe(**recipe), seed, folder)


def train_to_the_end(task: Task, recipe: Recipe, seed: int, folder: Path) -> dict[str, Any]:
    """Begin a run, or go on with the one that is in the folder; what the last validation has measured."""
    for report in train(task, recipe, seed=seed, folder=folder, resume=(folder / CHECKPOINT).exists()):
        print(report, flush=True)
    _, *rows = read_rows(folder / METRICS) or [[]]
    return {"validated": rows[-1][-1] if rows else ""}


class Training(NamedTuple):
    """One of several runs that are trained side by side, each in its folder."""

    name: str
    task: Task
    recipe: Recipe
    seed: int
    folder: Path

    def as_job(self, function: Any, **arguments: Any) -> Job:
        """The job that does it, with a function that knows the task by plain arguments."""
        told = arguments | {"recipe": dataclasses.asdict(self.recipe), "seed": self.seed}
        return Job(f"train {self.name}", function, told, seconds=20 + self.recipe.steps / 50, folder=self.folder)


def check_all(trainings: Sequence[Training], *, resume: bool) -> None:
    """Refuse what cannot be trained before anything is.

    To resume is to leave the finished runs as they are, to go on with those that were begun, and to begin the others.
    """
    begun = [training for training in trainings if (training.folder / CHECKPOINT).exists()]
    if resume and not begun:
        raise InputError(f"{trainings[0].folder} holds no checkpoint to resume from.")
    for _, task, recipe, seed, folder in begun:
        check(task, recipe, seed=seed, folder=folder, resume=resume)


class Followed:
    """The metrics of a run, while another process writes them."""

    def __init__(self, training: Training) -> None:
        self.training = training
        self.seen = len(read_rows(training.folder / METRICS))

    def news(self) -> Iterator[dict[str, str]]:
        """The rows that have been added since the last time, by column."""
        header, *rows = read_rows(self.training.folder / METRICS) or [[]]
        for row in rows[max(self.seen - 1, 0) :]:
            yield dict(zip(header, row, strict=True))
        self.seen = len(rows) + 1 if header else 0
