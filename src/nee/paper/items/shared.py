"""One network for four subroutines, which the paper's outlook asks for: asked everything, and sorting."""

import dataclasses
from collections.abc import Sequence

import jax

from nee import pretrained
from nee.jobs.job import Job, Output
from nee.jobs.training import train_shared
from nee.paper import work
from nee.paper.items.item import Item, Plan
from nee.paper.report.blocks import Block, Table
from nee.paper.results import Measurement
from nee.subroutines.shared import RECIPES, TASKS
from nee.training.run import WEIGHTS

SIZE = 100


def jobs(plan: Plan) -> list[Job]:
    """Minutes of questions: no part of a quick run."""
    found = []
    for seed in range(0 if plan.quick else plan.seeds if plan.retrain else 1):
        recipe = dataclasses.asdict(RECIPES[0])
        training = Job(f"train shared, seed {seed}", train_shared, {"recipe": recipe, "seed": seed}, seconds=4500)
        weights = {"weights": Output(training, WEIGHTS) if plan.retrain else pretrained.SHARED}
        found += [
            Job(f"every question for shared/{task}, seed {seed}", work.certify_told, {"task": task}, weights)
            for task in TASKS
        ]
        for algorithm in ("selection", "merge"):
            arguments = {"algorithm": algorithm, "size": SIZE, "lists": plan.instances, "seed": seed + 1}
            found.append(Job(f"{algorithm} sort by shared, seed {seed}", work.sort_told, arguments, weights))
    return found


def show(measurements: Sequence[Measurement]) -> list[Block]:
    """Wrong answers by task, and whole lists."""
    asked = [each for each in measurements if each.job == work.certify_told.__name__]
    sorted_lists = [each for each in measurements if each.job == work.sort_told.__name__]
    alone = {name: sum(leaf.size for leaf in jax.tree.leaves(pretrained.load(name))) for name in TASKS}
    largest = max(alone, key=lambda name: alone[name])
    shared = asked[0].answer["numbers"] if asked else None
    caption = (
        f"One network of {shared:,} weights knows all four, and is told by a vector which one to run. "
        f"The largest of the four that ship, {largest}, has {alone[largest]:,}."
        if shared
        else "One network that knows all four."
    )
    header = ["seed", "subroutine", "questions", "wrong"]
    rows = [
        [
            str(each.trained["seed"]),
            each.arguments["task"],
            f"{each.answer['questions']:,}",
            f"{each.answer['wrong']:,}",
        ]
        for each in asked
    ]
    lists = [
        [
            str(each.trained["seed"]),
            f"{each.arguments['algorithm']} sort of {each.answer['size']}",
            f"{each.answer['lists']}",
            f"{each.answer['whole_lists']['percent']:.4g}",
        ]
        for each in sorted_lists
    ]
    return [
        Table(caption, header, rows, 2),
        Table(
            "Mixed lists, every slot read by itself.", ["seed", "program", "lists", "whole lists exact, %"], lists, 2
        ),
    ]


SHARED = Item("shared", "the outlook", "One network for four subroutines", jobs, show, "shared")
