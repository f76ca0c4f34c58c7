"""Table 2, addition by how many numbers training saw; and multiplication, which the text gives."""

import dataclasses
from typing import Any

from nee import pretrained
from nee.checkpoints import fingerprint
from nee.paper import published
from nee.paper.items.item import Item, Jobs, Plan, Results, of_seeds, training, weights
from nee.paper.jobs import Job
from nee.paper.report.blocks import Block, Comparison, Row
from nee.paper.stored import Stored, stored
from nee.paper.work import engines
from nee.subroutines.add import ADD
from nee.subroutines.multiply import MULTIPLY
from nee.subroutines.operation import recipe_for

NUMBERS_SEEN = (*published.ADDITION, 48, 32)
"""The rows of Table 2, and two beyond the paper."""
SHIPPED = {256: "add", 89: "add-89"}
"""The rows of Table 2 whose weights ship."""


def addition_jobs(plan: Plan) -> Jobs:
    """Every pair there is, for the weights that ship or, after retraining, for every row of the table."""
    found: Jobs = {}
    for numbers in NUMBERS_SEEN if plan.retrain else SHIPPED:
        for seed in range(plan.seeds):
            if numbers in SHIPPED:
                source = weights(plan, SHIPPED[numbers], seed, held_out=seed)
            else:
                recipe = dataclasses.asdict(recipe_for(ADD, numbers))
                source = training(plan, "add", recipe | {"held_out": seed}, seed)
            found[numbers, seed] = asking(f"add, {numbers} numbers seen, seed {seed}", source)
    return found


def asking(title: str, source: Any) -> Job:
    """Ask an engine everything."""
    return Job(title, engines.ask_every_pair, {}, {"weights": source}, seconds=15)


def show_addition(plan: Plan, results: Results) -> list[Block]:
    """Right answers on pairs that were not seen."""
    rows = []
    for numbers in NUMBERS_SEEN:
        files = [] if plan.retrain else other_sets(numbers)
        figures = [*of_seeds(results, numbers), *(file.figures[0] for file in files)]
        if figures:
            shares = [figure["unseen_percent"] for figure in figures]
            rows.append(Row((str(numbers),), published.ADDITION.get(numbers), shares, stored=files))
    caption = (
        "Every pair of numbers that training did not show; with fewer than 256 numbers seen, at least one of the two "
        "was never seen. Each seed has its own set of numbers."
    )
    missing = set(NUMBERS_SEEN) - {int(row.label[0]) for row in rows}
    says = f"Neither trained by this run nor stored: {', '.join(map(str, sorted(missing)))} numbers."
    table = Comparison(caption, ("numbers seen",), "right answers on unseen pairs", rows)
    return [table, says] if missing else [table]


def other_sets(numbers: int) -> list[Stored]:
    """Stored figures of engines that do not ship, which have seen other sets of so many numbers."""
    shipped = {fingerprint(pretrained.weights(name)) for name in SHIPPED.values()}
    return [file for file in stored(f"add-{numbers}-*") if file.weights not in shipped]


def multiplication_jobs(plan: Plan) -> Jobs:
    """Every pair whose product has 12 bits; after retraining, also with engines that have not seen all of them."""
    found: Jobs = {}
    for seed in range(plan.seeds):
        found[seed,] = asking(f"multiply, seed {seed}", weights(plan, "multiply", seed))
        if plan.retrain:
            source = training(plan, "multiply", held_out_recipe(seed), seed)
            found["held out", seed] = asking(f"multiply with pairs held out, seed {seed}", source)
    return found


def held_out_recipe(seed: int) -> dict[str, Any]:
    """One pair of ten is never seen."""
    recipe = next(recipe for recipe in MULTIPLY.recipes if recipe.name == "decayed")
    return dataclasses.asdict(recipe) | {"held_out": seed}


def show_multiplication(plan: Plan, results: Results) -> list[Block]:
    """All pairs with the weights that ship, which have seen them; and unseen pairs."""
    every = [
        100 - 100 * (r["wrong_seen_pairs"] + r["wrong_unseen_pairs"]) / (r["seen_pairs"] + r["unseen_pairs"])
        for r in of_seeds(results)
    ]
    measured = of_seeds(results, "held out")
    files = [] if measured else stored("multiply-decayed")
    unseen = [figure["unseen_percent"] for figure in measured or [file.figures[0] for file in files]]
    rows = [
        Row(("every pair, all of them seen",), published.MULTIPLICATION, every),
        Row(("unseen pairs, nine of ten seen",), published.MULTIPLICATION, unseen, stored=files),
    ]
    caption = (
        "Pairs with a product of at most 4095. The paper does not say which pairs it held out; the weights that ship "
        "were taught every pair, and are checked on every pair."
    )
    return [Comparison(caption, ("pairs",), "right answers", rows)]


ADDITION = Item("addition", "Table 2", "Addition by how many numbers training saw", addition_jobs, show_addition)
MULTIPLICATION = Item(
    "multiplication", "number representations", "Multiplication of 12 bits", multiplication_jobs, show_multiplication
)
