"""What the figures on baselines share: accuracy by length, measured where weights ship, stored where they do not."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from nee.baselines.experiments import ENGINE, Measured
from nee.baselines.sorting_task import RECIPES
from nee.baselines.weights import shipped
from nee.checkpoints import fingerprint
from nee.evaluation import Accuracy, Interval
from nee.lists import Distribution
from nee.paper.items.item import Jobs, Plan, Results, weights
from nee.paper.jobs import Job, Output
from nee.paper.stored import Stored, stored
from nee.paper.work.baselines import sort_longer, train_baseline
from nee.paper.work.training import ENGINE as TRAINED

SIZES = (8, 16, 25, 50, 75, 100)
STORED = "generalization"
"""The file in results/ that `nee plot generalization` has left."""


def network(plan: Plan, model: str, seed: int) -> Path | Output | None:
    """The weights of a baseline or of the engine; none if they neither ship nor are trained by this run."""
    if model == ENGINE:
        return weights(plan, "minimum", seed)
    if not plan.retrain:
        return {path.stem: path for path in shipped()}.get(model)
    recipe = dataclasses.asdict(RECIPES[0]) | ({"steps": 20} if plan.quick else {})
    arguments = {"variant": model, "recipe": recipe, "seed": seed}
    return Output(
        Job(f"train seq2seq {model}, seed {seed}", train_baseline, arguments, seconds=20 + recipe["steps"] / 50),
        TRAINED,
    )


def curve_jobs(plan: Plan, models: Sequence[str], kind: Distribution) -> Jobs:
    """Sort longer and longer lists with each model whose weights there are."""
    sizes = SIZES[:2] if plan.quick else SIZES
    jobs: Jobs = {}
    for model in models:
        for seed in range(plan.seeds):
            source = network(plan, model, seed)
            if source is None:
                continue
            arguments = {"sizes": sizes, "lists": plan.instances, "distribution": kind, "seed": seed + 1}
            title = f"{model} on {kind} lists, seed {seed}"
            jobs[model, kind, seed] = Job(title, sort_longer, arguments, {"weights": source}, seconds=60)
    return jobs


class Curves(NamedTuple):
    """What was measured, and the files that the rest comes from."""

    rows: list[Measured]
    files: list[Stored]

    def of(self, model: str, size: int) -> list[Accuracy]:
        """All training seeds."""
        return [row.accuracy for row in self.rows if (row.model, row.accuracy.size) == (model, size)]

    @property
    def sizes(self) -> list[int]:
        """The lengths that there are."""
        return sorted({row.accuracy.size for row in self.rows})


def curves(plan: Plan, results: Results, models: Sequence[str], kind: Distribution) -> Curves:
    """Of this run, and of stored files where weights do not ship."""
    rows = [
        Measured(model, result["training_seed"], kind, as_accuracy(figures))
        for (model, of_kind, _), result in results.items()
        if of_kind == kind
        for figures in result["accuracies"]
    ]
    files = [] if plan.retrain else stored(STORED)
    known = {fingerprint(path) for path in shipped()}
    wanted = {name for name in models if name != ENGINE}
    used = []
    for file in files:
        others = [
            figures
            for figures in file.figures
            if (figures["model"], figures["distribution"]) in {(name, kind) for name in wanted}
            and file.weights[f"{figures['model']}, seed {figures['training_seed']}"] not in known
        ]
        used += [file] if others else []
        rows += [
            Measured(figures["model"], figures["training_seed"], kind, as_accuracy(figures["accuracy"]))
            for figures in others
        ]
    return Curves(rows, used)


def as_accuracy(data: dict[str, Any]) -> Accuracy:
    """From the fields that are stored."""
    return Accuracy(**data | {"whole_lists": Interval(**data["whole_lists"]), "numbers": Interval(**data["numbers"])})
