"""Figure 11: the numbers that Prim's algorithm asks about, in training on small graphs (S2) and in tests."""

from nee import plots
from nee.paper.items.item import Item, Jobs, Plan, Results
from nee.paper.jobs import Job
from nee.paper.report.blocks import Block, Picture, Table
from nee.paper.work import graphs


def jobs(plan: Plan) -> Jobs:
    """All numbers are counted at once."""
    arguments = {
        "sizes": list(plan.sizes),
        "graphs": plan.instances,
        "training": 200 if plan.quick else 20_000,
        "seed": 1,
    }
    return {("counts",): Job("numbers in the traces of Prim's algorithm", graphs.count_numbers, arguments, seconds=40)}


def show(plan: Plan, results: Results) -> list[Block]:
    """The shares of all numbers, and how much of them is small."""
    shares = results["counts",]
    ranges = ((0, 17), (17, 129), (129, 256), (256, 257))
    rows = [[name, *(f"{100 * sum(values[low:high]):.1f}" for low, high in ranges)] for name, values in shares.items()]
    caption = (
        "The larger a graph, the lighter the edges that a minimum spanning tree is offered: engines that learned from "
        "small graphs meet numbers in other proportions than they were taught. The paper gives a picture, no numbers."
    )
    header = ["graphs", "0 to 16, %", "17 to 128, %", "129 to 255, %", "infinity, %"]
    picture = plots.as_png(plots.draw_histograms(shares))
    return [Picture("histogram", "How often each number occurs.", picture), Table(caption, header, rows)]


HISTOGRAM = Item("histogram", "Figure 11", "The numbers that a spanning tree asks about", jobs, show)
