"""Figure 11: the numbers that graph programs ask about, in training on small graphs (S2) and in tests."""

from collections.abc import Sequence

from nee.jobs.job import Job
from nee.paper import work
from nee.paper.items.item import Item, Plan
from nee.paper.report.blocks import Block, Picture, Table
from nee.paper.report.plots import draw_histograms
from nee.paper.results import Measurement

RANGES = ((0, 16), (17, 128), (129, 255))


def jobs(plan: Plan) -> list[Job]:
    """Both programs; the paper shows spanning trees."""
    sets = {"training": 200 if plan.quick else 20_000, "test": plan.instances, "sizes": plan.sizes, "seed": 1}
    return [
        Job(f"numbers in the traces of {name}", work.count_numbers, sets | {"algorithm": name}, seconds=30)
        for name in ("dijkstra", "prim")
    ]


def show(measurements: Sequence[Measurement]) -> list[Block]:
    """The shares of all numbers as a picture, and of ranges of them as a table."""
    histograms = {each.arguments["algorithm"]: each.answer for each in measurements}
    rows = []
    for program, of_program in histograms.items():
        for title, counts in of_program.items():
            shares = [*(sum(counts[low : high + 1]) for low, high in RANGES), counts[-1]]
            rows.append([program, title, *(f"{100 * share / sum(counts):.1f}" for share in shares)])
    header = ["program", "graphs", *(f"{low} to {high}, %" for low, high in RANGES), "infinity, %"]
    caption = (
        "An engine that learned from traces on small graphs meets the numbers of larger ones in other proportions than "
        "it was taught. The paper gives a picture of spanning trees, and no numbers."
    )
    return [
        Picture("histogram", "How often each number is asked about.", draw_histograms, histograms),
        Table(caption, header, rows, 2),
    ]


HISTOGRAM = Item("histogram", "Figure 11", "The numbers that graph programs ask about", jobs, show, "histogram")
