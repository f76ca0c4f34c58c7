"""One table or figure of the paper: the jobs that it needs, and what it shows of their results."""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nee import pretrained
from nee.checkpoints import Provenance, read_provenance
from nee.paper import published
from nee.paper.jobs import Job, Output
from nee.paper.report.blocks import Block
from nee.paper.work.training import ENGINE, train
from nee.subroutines import SUBROUTINES

Label = tuple[Any, ...]
Jobs = dict[Label, Job]
Results = dict[Label, dict[str, Any]]


@dataclass(frozen=True)
class Plan:
    """What a person asked for."""

    retrain: bool = False
    seeds: int = 1
    quick: bool = False
    """Small test sets, and trainings of a few steps: to see that all of it runs."""

    @property
    def instances(self) -> int:
        """The size of a test set, as in the paper."""
        return 10 if self.quick else 100

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the instances, as in the paper."""
        return published.SIZES[:1] if self.quick else published.SIZES


@dataclass(frozen=True)
class Item:
    """A table or figure."""

    name: str
    source: str
    """Where it stands in the paper."""
    title: str
    jobs: Callable[[Plan], Jobs]
    show: Callable[[Plan, Results], Sequence[Block]]


def weights(plan: Plan, shipped: str, seed: int, **changes: Any) -> Path | Output:
    """The shipped weights or, if they are to be trained again, what their recipe leaves with this seed."""
    path = pretrained.weights(shipped)
    if not plan.retrain:
        return path
    made = read_provenance(path)
    return training(plan, made.subroutine, recipe_of(made) | changes, seed)


def recipe_of(made: Provenance) -> dict[str, Any]:
    """The recipe that weights were made with, in today's fields: old files may call some of them by other names."""
    recipe = next(each for each in SUBROUTINES[made.subroutine].recipes if each.name == made.recipe["name"])
    today = dataclasses.asdict(recipe)
    return today | {field: value for field, value in made.recipe.items() if field in today}


def training(plan: Plan, subroutine: str, recipe: dict[str, Any], seed: int) -> Output:
    """What a training leaves."""
    steps = 20 if plan.quick else recipe["steps"]
    numbers = f", {recipe['numbers']} numbers" if "numbers" in recipe else ""
    job = Job(
        f"train {subroutine}, recipe {recipe['name']}{numbers}, seed {seed}",
        train,
        {"subroutine": subroutine, "recipe": recipe | {"steps": steps}, "seed": seed},
        seconds=20 + steps / 25,
    )
    return Output(job, ENGINE)


def of_seeds(results: Results, *label: object) -> list[dict[str, Any]]:
    """The results that differ in nothing but the last part of their label, the seed."""
    return [result for key, result in results.items() if key[:-1] == label]
