"""Table 5: graphs of four types, with engines that learned from lists (S1) and from traces on small graphs (S2)."""

from nee.paper import published
from nee.paper.items.graph_jobs import PATHS, TREES, graph_jobs, graph_rows
from nee.paper.items.item import Item, Jobs, Plan, Results
from nee.paper.report.blocks import Block, Comparison

FROM_LISTS = {PATHS: "minimum", TREES: "minimum"}
FROM_GRAPHS = {PATHS: "minimum-dijkstra", TREES: "minimum-prim"}


def jobs(plan: Plan) -> Jobs:
    """Both programs with both kinds of engines."""
    return graph_jobs(plan, "mixed", " (S1)", FROM_LISTS) | graph_jobs(plan, "mixed", " (S2)", FROM_GRAPHS)


def show(plan: Plan, results: Results) -> list[Block]:
    """Nodes at the right distance, and whole trees."""
    rows = [
        row for program, values in published.GRAPH_TYPES.items() for row in graph_rows(plan, results, program, values)
    ]
    caption = (
        f"{plan.instances} graphs of each size, equal shares of Erdős-Rényi, Newman-Watts-Strogatz, regular and "
        "Barabási-Albert graphs. S1: the engines that sort and add. S2: a minimum engine that learned from traces on "
        "20 000 Erdős-Rényi graphs of 8 nodes."
    )
    metric = "nodes at the right distance, whole trees"
    return [Comparison(caption, ("program", "nodes"), metric, rows, exact="whole graphs")]


GRAPH_TYPES = Item("graph-types", "Table 5", "Four types of graphs", jobs, show)
