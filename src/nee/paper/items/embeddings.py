"""Figures 5 and 12: where the engines put the numbers, projected onto three principal components."""

from collections.abc import Sequence

from nee.jobs.job import Job
from nee.paper import published, work
from nee.paper.items.item import Item, Plan, compare, weights
from nee.paper.report.blocks import Block, Comparison, Picture, Turnable
from nee.paper.report.plots import draw_embeddings
from nee.paper.results import Measurement

PANELS = {
    "minimum": "(a) sorting",
    "add": "(b) addition",
    "add-89": "(c) addition, 65 % of the numbers held out",
    "multiply": "(d) multiplication",
}
"""The engines of the paper's four panels."""


def jobs(plan: Plan) -> list[Job]:
    """All four panels."""
    return [
        Job(f"embeddings of {name}, seed {seed}", work.look_at_embeddings, {}, {"weights": source}, seconds=3)
        for name in PANELS
        for seed in range(plan.seeds if plan.retrain else 1)
        for source in [weights(plan, name, seed)]
    ]


def panel(measurement: Measurement) -> str:
    """Which of the four it is."""
    made = measurement.trained
    return PANELS["add-89" if made.get("numbers") == 89 else made["subroutine"]]


def show(measurements: Sequence[Measurement]) -> list[Block]:
    """How much is to be seen, a picture, and the points to be turned by hand."""
    rows = compare(
        measurements,
        lambda each: (panel(each),),
        paper=lambda each: published.VARIANCE_OF_THREE_COMPONENTS,
        ours=lambda each: 100 * sum(each.answer["variance"]),
    )
    views = {panel(each): each.answer for each in reversed(measurements)}
    views = {title: views[title] for title in PANELS.values() if title in views}
    legend = "From small (dark) to large (bright); red numbers were never seen in training; the star is infinity."
    return [
        Comparison("The paper says about 75 %.", ("embedding",), "variance that is to be seen", rows),
        Picture("embeddings", legend, draw_embeddings, views),
        Turnable("Drag to turn.", [{"title": title} | view for title, view in views.items()]),
    ]


EMBEDDINGS = Item("embeddings", "Figures 5 and 12", "Where the engines put the numbers", jobs, show, "embeddings")
