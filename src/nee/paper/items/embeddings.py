"""Figures 5 and 12: where the engines put the numbers, projected onto three principal components."""

from typing import Any

import numpy as np

from nee import plots
from nee.embeddings import EmbeddingView
from nee.paper import published
from nee.paper.items.item import Item, Jobs, Plan, Results, weights
from nee.paper.jobs import Job
from nee.paper.report.blocks import Block, Comparison, Row, Turnable, picture
from nee.paper.work import engines


def make_item(name: str, panel: str, shipped: str, what: str) -> Item:
    """One of the four panels."""

    def jobs(plan: Plan) -> Jobs:
        return {
            (seed,): Job(
                f"embeddings of {shipped}, seed {seed}",
                engines.look_at_embeddings,
                {},
                {"weights": weights(plan, shipped, seed)},
                seconds=3,
            )
            for seed in range(plan.seeds)
        }

    def show(plan: Plan, results: Results) -> list[Block]:
        first = as_view(results[0,] | {"title": what})
        shares = [100 * sum(view["variance"]) for view in results.values()]
        row = Row((what,), published.VARIANCE_OF_THREE_COMPONENTS, shares)
        return [
            Comparison("The paper says about 75 %.", ("embedding",), "variance that is to be seen", [row]),
            picture(name, f"{what}. {LEGEND}", plots.draw_embeddings, [first]),
            Turnable(f"{what}: drag to turn.", [plots.turnable(first)]),
        ]

    return Item(name, f"Figure 12 ({panel})", what, jobs, show)


def as_view(data: dict[str, Any]) -> EmbeddingView:
    """What the job has stored."""
    arrays = {name: np.array(value) for name, value in data.items() if name != "title"}
    return EmbeddingView(title=data["title"], **arrays)


LEGEND = "From small (dark) to large (bright); red numbers were never seen in training; the star is infinity."

EMBEDDINGS: tuple[Item, ...] = (
    make_item("embedding-sorting", "a", "minimum", "Embedding of sorting"),
    make_item("embedding-addition", "b", "add", "Embedding of addition"),
    make_item("embedding-few", "c", "add-89", "Embedding of addition, 65 % of the numbers held out"),
    make_item("embedding-multiplication", "d", "multiply", "Embedding of multiplication"),
)
