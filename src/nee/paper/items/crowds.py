"""One number against many equal ones, which take attention away from it."""

from collections.abc import Sequence

from nee.jobs.job import Job
from nee.paper import work
from nee.paper.items.item import Item, Plan, weights
from nee.paper.report.blocks import Block, Table
from nee.paper.results import Measurement

CROWDS = (99, 199, 499, 999, 9999)


def jobs(plan: Plan) -> list[Job]:
    """Every pair there is, for each crowd."""
    return [
        Job(
            f"one number against {crowd}",
            work.find_in_crowd,
            {"crowd": crowd},
            {"weights": weights(plan, "minimum", 0)},
        )
        for crowd in (CROWDS[:1] if plan.quick else CROWDS)
    ]


def show(measurements: Sequence[Measurement]) -> list[Block]:
    """How many answers are wrong."""
    caption = (
        "The smaller of two numbers, for every pair: it stands once, the larger as often as the table says. Every slot "
        "is read by itself; equal ones are counted, which gives the same."
    )
    rows = [
        [f"1 against {each.answer['crowd']:,}"]
        + [f"{each.answer[field]:,}" for field in ("pairs", "wrong_values", "wrong_pointers")]
        for each in sorted(measurements, key=lambda each: each.arguments["crowd"])
    ]
    return [Table(caption, ["crowd", "pairs", "wrong values", "wrong pointers"], rows, 1)]


CROWDED = Item("crowds", "beyond the paper", "One number in a crowd", jobs, show, "crowds")
