"""One table or figure: the jobs that measure it, where their figures are stored, and what is shown of them."""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from nee import pretrained
from nee.baselines.training import train_baseline
from nee.jobs.job import Job, Output
from nee.jobs.training import train_engine
from nee.paper import published
from nee.paper.report.blocks import Block, Row
from nee.paper.results import Measurement
from nee.subroutines import SUBROUTINES, Recipe
from nee.training.checkpoints import read_provenance
from nee.training.provenance import Provenance
from nee.training.run import WEIGHTS

AnyRecipe = TypeVar("AnyRecipe", bound=Recipe)


@dataclass(frozen=True)
class Plan:
    """What a person asked for."""

    retrain: bool = False
    seeds: int = 1
    quick: bool = False
    """Small test sets, and trainings of a few steps: to see that all of it runs."""
    stored: bool = False
    """Measure nothing: show what results/ holds."""

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
    jobs: Callable[[Plan], Sequence[Job]]
    show: Callable[[Sequence[Measurement]], Sequence[Block]]
    stored: str | None
    """The name of its file in results/, if there is anything to measure. Items that share jobs share a file."""
    missing: Callable[[], str] = str
    """What must be installed before it can be measured, in a sentence; without it stored figures are shown."""
    only_shipped: bool = False
    """It rests on the weights that ship and their tables: `--retrain` does not change it, and shows what is stored."""


def weights(plan: Plan, shipped: str, seed: int, **changes: Any) -> Path | Output:
    """The shipped weights or, if they are to be trained again, what their recipe leaves with this seed."""
    path = pretrained.weights(shipped)
    if not plan.retrain:
        return path
    made = read_provenance(path)
    return training(plan, made.subroutine, recipe_of(made) | changes, seed)


def recipe_named(name: str, recipes: Sequence[AnyRecipe]) -> AnyRecipe:
    """The recipe of this name."""
    return next(recipe for recipe in recipes if recipe.name == name)


def recipe_of(made: Provenance) -> dict[str, Any]:
    """The recipe that weights were made with, in today's fields: a field that was not there yet has its default."""
    return dataclasses.asdict(type(SUBROUTINES[made.subroutine].recipes[0])(**made.recipe))


def training(plan: Plan, subroutine: str, recipe: dict[str, Any], seed: int, variant: str = "") -> Output:
    """What a training leaves."""
    steps = 20 if plan.quick else recipe["steps"]
    numbers = f", {recipe['numbers']} numbers, set {recipe['held_out']}" if "numbers" in recipe else ""
    title = f"train {variant or subroutine}, recipe {recipe['name']}{numbers}, seed {seed}"
    function, taught = (train_baseline, {"variant": variant}) if variant else (train_engine, {"subroutine": subroutine})
    arguments = taught | {"recipe": recipe | {"steps": steps}, "seed": seed}
    return Output(Job(title, function, arguments, seconds=20 + steps / 100), WEIGHTS)


def compare(
    measurements: Sequence[Measurement],
    label: Callable[[Measurement], tuple[str, ...]],
    *,
    paper: Callable[[Measurement], float | str | None],
    ours: Callable[[Measurement], float],
    exact: Callable[[Measurement], float] | None = None,
) -> list[Row]:
    """A row for each label, with the figures of all measurements that have it: those of several seeds."""
    by_label: dict[tuple[str, ...], list[Measurement]] = {}
    for each in measurements:
        by_label.setdefault(label(each), []).append(each)
    return [
        Row(label, paper(found[0]), [ours(each) for each in found], [exact(each) for each in found] if exact else [],
            [each for each in found if each.run])
        for label, found in by_label.items()
    ]  # fmt: skip
