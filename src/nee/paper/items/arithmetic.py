"""Engines that are asked everything: Table 2, multiplication, which the text gives, and the other engines."""

import dataclasses
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import product
from pathlib import Path

from nee.jobs.job import Job, Output
from nee.paper import published, work
from nee.paper.items.item import Item, Plan, compare, recipe_named, training, weights
from nee.paper.report.blocks import Block, Comparison, Table
from nee.paper.results import Measurement
from nee.subroutines.add import ADD
from nee.subroutines.multiply import MULTIPLY
from nee.subroutines.operation import recipe_for

NUMBERS_SEEN = (*published.ADDITION, 48, 32)
"""The rows of Table 2, and two beyond the paper."""
CHOSE_ADDITION = range(10, 21)
CHOSE_MULTIPLICATION = (*range(6), *range(10, 15), 20)
"""The sets of what is held out that were looked at when the recipe was chosen: no figure is of them. What part sets 0
to 2 of addition had in the choice is told in docs/training.md."""
SHIPPED = {256: "add", 89: "add-89"}
"""The rows of Table 2 whose weights ship."""
KINDS = {
    "by_gap": ("how many unseen numbers stand in a row there, itself among them", (1, 2, 4, 8, 16, 32)),
    "by_ones": ("how many of its bits are 1", (0, 1, 2, 3, 4, 5, 6)),
}
"""What may tell numbers that are misread from others, and the counts at which the columns begin."""
QUESTIONS = {
    "minimum": "single numbers and pairs, with infinity",
    "merge": "single numbers and pairs, with infinity",
    "add": "sums up to 255, and with infinity",
    "multiply": "products up to 4095",
}


def fresh_sets(chose: Collection[int], number: int) -> list[int]:
    """The first sets that are not among those that chose the recipe.

    >>> fresh_sets(CHOSE_MULTIPLICATION, 6)
    [6, 7, 8, 9, 15, 16]
    """
    return [each for each in range(number + len(chose)) if each not in chose][:number]


def asking(title: str, source: Path | Output) -> Job:
    """Ask an engine everything."""
    return Job(f"every question for {title}", work.ask_everything, {}, {"weights": source}, seconds=15)


def addition_jobs(plan: Plan) -> list[Job]:
    """Every pair there is, for the weights that ship or, after retraining, for every row of the table.

    Each set of numbers is learned from as many beginnings as there are sets.
    """
    if not plan.retrain:
        return [asking(f"add, {numbers} numbers seen", weights(plan, name, 0)) for numbers, name in SHIPPED.items()]
    found = []
    for numbers in NUMBERS_SEEN:
        for held_out, seed in product(fresh_sets(CHOSE_ADDITION, plan.seeds), range(plan.seeds)):
            recipe = dataclasses.asdict(recipe_for(ADD, numbers)) | {"held_out": held_out}
            title = f"add, {numbers} numbers seen, set {held_out}, seed {seed}"
            found.append(asking(title, training(plan, "add", recipe, seed)))
    return found


def show_addition(measurements: Sequence[Measurement]) -> list[Block]:
    """Right answers on pairs that were not seen."""
    found = compare(
        sorted(measurements, key=lambda each: (-each.trained["numbers"], each.trained["seed"])),
        lambda each: (str(each.trained["numbers"]), each.trained["recipe"]),
        paper=lambda each: published.ADDITION.get(each.trained["numbers"]),
        ours=lambda each: each.answer["unseen_percent"],
    )
    caption = (
        "Every pair of numbers that training did not show; with fewer than 256 numbers seen, at least one of the two "
        "was never seen. A training has its set of numbers and its seed; the worst is that of all."
    )
    return [
        Comparison(caption, ("numbers seen", "recipe"), "right answers on unseen pairs", found),
        *what_is_wrong(measurements),
    ]


def what_is_wrong(measurements: Sequence[Measurement]) -> list[Block]:
    """Which numbers are misread, and by how much the answers are off, of trainings that have wrong ones."""
    by_row: dict[tuple[int, str], list[Measurement]] = {}
    for each in sorted(measurements, key=lambda each: -each.trained["numbers"]):
        if each.answer.get("by_gap") and each.answer["wrong_unseen_pairs"]:
            by_row.setdefault((each.trained["numbers"], each.trained["recipe"]), []).append(each)
    if not by_row:
        return []
    by_how_much = (
        "By how much the wrong answers of these trainings are off, to all unseen pairs: the three most frequent "
        "differences, each with its pairs, summed up from the five most frequent of each training."
    )
    off_by = [
        [str(numbers), recipe, str(len(found)), differences(found)] for (numbers, recipe), found in by_row.items()
    ]
    return [
        *(which_are_misread(by_row, kind, meaning, starts) for kind, (meaning, starts) in KINDS.items()),
        Table(by_how_much, ["numbers seen", "recipe", "trainings", "off by"], off_by, 2),
    ]


def which_are_misread(
    by_row: Mapping[tuple[int, str], Sequence[Measurement]], kind: str, meaning: str, starts: Sequence[int]
) -> Table:
    """The share of wrong pairs for each row of the table, by a count of the unseen number."""
    caption = (
        "Which unseen numbers are misread, in trainings with wrong answers: of the pairs of a seen and an unseen "
        f"number, the share that is wrong, in percent, by {meaning}."
    )
    last = [start - 1 for start in starts[1:]]
    columns = [f"{a}" if a == b else f"{a} to {b}" for a, b in zip(starts, last, strict=False)]
    rows = [[str(numbers), recipe, *shares_wrong(found, kind, starts)] for (numbers, recipe), found in by_row.items()]
    return Table(caption, ["numbers seen", "recipe", *columns, f"{starts[-1]} or more"], rows, 2)


def shares_wrong(measurements: Sequence[Measurement], kind: str, starts: Sequence[int]) -> list[str]:
    """A cell for each column, which has the counts from its start to the next one's."""
    failed, every = Counter[int](), Counter[int]()
    for each in measurements:
        for count, (missed, pairs) in each.answer[kind].items():
            column = bisect_right(starts, int(count)) - 1
            failed[column] += missed
            every[column] += pairs
    return [f"{100 * failed[n] / every[n]:.2f}" if every[n] else "" for n in range(len(starts))]


def differences(measurements: Sequence[Measurement]) -> str:
    """The three most frequent ones."""
    pairs = Counter[int]()
    for each in measurements:
        pairs.update({int(difference): count for difference, count in each.answer["off_by"].items()})
    return ", ".join(f"{difference:+} ({count})" for difference, count in pairs.most_common(3))


def multiplication_jobs(plan: Plan) -> list[Job]:
    """Every pair whose product has 12 bits; after retraining, also with engines that have not seen all of them."""
    found = []
    seeds = plan.seeds if plan.retrain else 1
    for seed, held_out in enumerate(fresh_sets(CHOSE_MULTIPLICATION, seeds)):
        found.append(asking(f"multiply, seed {seed}", weights(plan, "multiply", seed)))
        if plan.retrain:
            recipe = dataclasses.asdict(recipe_named("most", MULTIPLY.recipes)) | {"held_out": held_out}
            source = training(plan, "multiply", recipe, seed)
            found.append(asking(f"multiply with pairs held out, set {held_out}, seed {seed}", source))
    return found


def show_multiplication(measurements: Sequence[Measurement]) -> list[Block]:
    """All pairs with the weights that ship, which have seen them; and unseen pairs."""
    found = compare(
        measurements,
        lambda each: ("unseen pairs, nine of ten seen" if each.answer["unseen_pairs"] else "every pair, all seen",),
        paper=lambda each: published.MULTIPLICATION,
        ours=lambda each: (
            each.answer["unseen_percent"] if each.answer["unseen_pairs"] else 100 - 100 * wrong(each) / asked(each)
        ),
    )
    caption = (
        "Pairs with a product of at most 4095. The paper does not say which pairs it held out; the weights that ship "
        "were taught every pair, and are checked on every pair."
    )
    return [Comparison(caption, ("pairs",), "right answers", found)]


def questions_jobs(plan: Plan) -> list[Job]:
    """A minute or two: no part of a quick run."""
    return [] if plan.quick else [asking(name, weights(plan, name, 0)) for name in QUESTIONS]


def show_questions(measurements: Sequence[Measurement]) -> list[Block]:
    """How many answers are wrong."""
    rows = [
        [name, QUESTIONS[name], f"{asked(each):,}", str(wrong(each))]
        for each in measurements
        for name in [each.trained["subroutine"]]
    ]
    return [Table("What the algorithms rest on, asked in full.", ["engine", "asked", "questions", "wrong"], rows, 2)]


def asked(measurement: Measurement) -> int:
    """How many questions there are."""
    return sum(measurement.answer.get(field, 0) for field in ("singles", "pairs", "seen_pairs", "unseen_pairs"))


def wrong(measurement: Measurement) -> int:
    """How many answers are wrong, and pointers and masks with them."""
    return sum(count for field, count in measurement.answer.items() if field.startswith("wrong"))


ADDITION = Item(
    "addition", "Table 2", "Addition by how many numbers training saw", addition_jobs, show_addition, "addition"
)
MULTIPLICATION = Item(
    "multiplication",
    "number representations",
    "Multiplication of 12 bits",
    multiplication_jobs,
    show_multiplication,
    "multiplication",
)
EVERY_QUESTION = Item(
    "questions", "beyond the paper", "Every question that there is", questions_jobs, show_questions, "questions"
)
