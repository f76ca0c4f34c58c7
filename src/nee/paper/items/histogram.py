"""Figure 11: the numbers that graph programs ask about, in training on small graphs (S2) and in tests."""

from typing import get_args

import numpy as np

from nee import plots
from nee.paper.items.item import Item, Jobs, Plan, Results
from nee.paper.jobs import Job
from nee.paper.report.blocks import Block, Table, picture
from nee.paper.work import graphs
from nee.trace_histogram import Histogram, Program

RANGES = ((0, 16), (17, 128), (129, 255))


def jobs(plan: Plan) -> Jobs:
    """Both programs; the paper shows spanning trees."""
    arguments = {
        "training": 200 if plan.quick else 20_000,
        "test": plan.instances,
        "sizes": plan.sizes,
        "seed": 1,
    }
    return {
        (program,): Job(
            f"numbers in the traces of {program}", graphs.count_numbers, arguments | {"program": program}, seconds=30
        )
        for program in get_args(Program)
    }


def show(plan: Plan, results: Results) -> list[Block]:
    """The shares of all numbers as a picture, and of ranges of them as a table."""
    histograms = {
        program: [Histogram(title, np.array(counts)) for title, counts in found.items()]
        for (program,), found in results.items()
    }
    rows = []
    for program, of_program in histograms.items():
        for title, counts in of_program:
            shares = [*(counts[low : high + 1].sum() for low, high in RANGES), counts[-1]] / counts.sum()
            rows.append([program, title, *(f"{100 * share:.1f}" for share in shares)])
    header = ["program", "graphs", *(f"{low} to {high}, %" for low, high in RANGES), "infinity, %"]
    caption = (
        "An engine that learned from traces on small graphs meets the numbers of larger ones in other proportions than "
        "it was taught. The paper gives a picture of spanning trees, and no numbers."
    )
    return [
        picture("histogram", "How often each number is asked about.", plots.draw_histograms, histograms),
        Table(caption, header, rows),
    ]


HISTOGRAM = Item("histogram", "Figure 11", "The numbers that graph programs ask about", jobs, show)
