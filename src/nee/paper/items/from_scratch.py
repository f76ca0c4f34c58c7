"""What another seed would give: `minimum` trained from scratch with both recipes, and what averaging is worth."""

import dataclasses
from collections.abc import Sequence

from nee.jobs.job import Job
from nee.paper import work
from nee.paper.items.item import Item, Plan, compare, training
from nee.paper.report.blocks import Block, Comparison
from nee.paper.results import Measurement
from nee.subroutines.minimum import MINIMUM
from nee.training.run import CHECKPOINT


def jobs(plan: Plan) -> list[Job]:
    """Trainings: nothing is measured without --retrain."""
    found = []
    for recipe in MINIMUM.recipes if plan.retrain else ():
        for seed in range(plan.seeds):
            trained = training(plan, "minimum", dataclasses.asdict(recipe), seed)
            for size in plan.sizes:
                arguments = {"algorithm": "selection", "size": size, "lists": plan.instances, "distribution": "mixed"}
                title = f"recipe {recipe.name}, lists of {size}, seed {seed}"
                found.append(Job(title, work.sort_lists, arguments | {"seed": 1}, {"weights": trained}))
            last = {"weights": trained._replace(file=CHECKPOINT)}
            title = f"recipe {recipe.name} without average, seed {seed}"
            sets = {"size": plan.sizes[-1], "lists": plan.instances, "seed": 1}
            found.append(Job(title, work.sort_lists_without_average, sets, last))
    return found


def show(measurements: Sequence[Measurement]) -> list[Block]:
    """The worst seed of each recipe."""
    rows = compare(
        measurements,
        lambda each: (
            each.trained["recipe"],
            "of the last step" if each.job == work.sort_lists_without_average.__name__ else "averaged",
            str(each.arguments["size"]),
        ),
        paper=lambda each: None,
        ours=lambda each: each.answer["numbers"]["percent"],
        exact=lambda each: each.answer["whole_lists"]["percent"],
    )
    caption = "Selection sort of mixed lists by engines that differ in nothing but the seed of their training."
    labels = ("recipe", "weights", "size")
    return [Comparison(caption, labels, "numbers in the right position", rows, exact="whole lists")]


FROM_SCRATCH = Item("from-scratch", "beyond the paper", "Trainings of each recipe", jobs, show, "from-scratch")
