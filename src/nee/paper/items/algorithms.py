"""Whole algorithms on test sets of each size: Table 1, Table 5, and lists that are longer than the paper's."""

from collections.abc import Callable, Sequence

from nee.evaluation.graphs import Mixture
from nee.jobs.job import Job
from nee.paper import published, work
from nee.paper.items.item import Item, Plan, compare, weights
from nee.paper.report.blocks import Block, Comparison, Row
from nee.paper.results import Measurement
from nee.solve.sorting import ENGINES

NAMES = {
    "selection": "selection sort",
    "merge": "merge sort",
    "dijkstra": "shortest path",
    "prim": "minimum spanning tree",
}
METRICS = {"selection": "numbers", "merge": "numbers", "dijkstra": "nodes", "prim": "whole_graphs"}
"""What the paper counts: numbers in the right position, nodes at the right distance, whole trees."""
LEARNED_FROM = {
    "S1": {"dijkstra": "minimum", "prim": "minimum"},
    "S2": {"dijkstra": "minimum-dijkstra", "prim": "minimum-prim"},
}
"""The minimum engines of Table 5: of lists, and of traces on small graphs."""
LONGER = {"selection": {200: 100, 500: 100, 1000: 100}, "merge": {1000: 100}}
"""How many lists of each size beyond the paper's."""


def sorting_job(plan: Plan, algorithm: str, size: int, lists: int, seed: int) -> Job:
    """Sort a test set that no training draws."""
    arguments = {"algorithm": algorithm, "size": size, "lists": lists, "distribution": "mixed", "seed": seed + 1}
    title = f"{algorithm} sort of {lists} mixed lists of {size}, seed {seed}"
    engine = {"weights": weights(plan, ENGINES[algorithm], seed)}
    return Job(title, work.sort_lists, arguments, engine, seconds=15 + lists * (size / 1000) ** 3 * 40)


def graph_job(plan: Plan, algorithm: str, kind: Mixture, minimum: str, size: int, seed: int) -> Job:
    """Run a program on fresh graphs. Prim's needs no addition."""
    arguments = {"algorithm": algorithm, "size": size, "graphs": plan.instances, "kind": kind, "seed": seed + 1}
    title = f"{algorithm} on {plan.instances} {kind.replace('_', ' ')} graphs of {size} nodes, {minimum}, seed {seed}"
    engines = {"minimum": weights(plan, minimum, seed)}
    if algorithm == "dijkstra":
        engines["add"] = weights(plan, "add", seed)
    return Job(title, work.run_graph_program, arguments, engines, seconds=20 + size / 3)


def rows(
    measurements: Sequence[Measurement],
    label: Callable[[Measurement], str],
    paper: Callable[[Measurement], float | None],
) -> list[Row]:
    """The paper's metric, and whole instances beside it."""
    return compare(
        measurements,
        lambda each: (label(each), str(each.arguments["size"])),
        paper=paper,
        ours=lambda each: each.answer[METRICS[each.arguments["algorithm"]]]["percent"],
        exact=whole,
    )


def whole(measurement: Measurement) -> float:
    """The share of whole lists or graphs that are right."""
    answer = measurement.answer
    return float((answer.get("whole_lists") or answer["whole_graphs"])["percent"])


def name_of(measurement: Measurement) -> str:
    """The algorithm in words."""
    return NAMES[measurement.arguments["algorithm"]]


def table1_jobs(plan: Plan) -> list[Job]:
    """A test set for each algorithm, size and seed."""
    cells = [(size, seed) for size in plan.sizes for seed in range(plan.seeds)]
    sorting = [
        sorting_job(plan, name, size, plan.instances, seed) for name in ("selection", "merge") for size, seed in cells
    ]
    graphs = [
        graph_job(plan, name, "erdos_renyi", "minimum", size, seed)
        for name in ("dijkstra", "prim")
        for size, seed in cells
    ]
    return sorting + graphs


def show_table1(measurements: Sequence[Measurement]) -> list[Block]:
    """All 16 cells."""
    caption = (
        "Mixed lists, or Erdős-Rényi graphs. Every slot of a list is read by itself. Dijkstra's weights are so small "
        "that no path leaves the number range: below 256 / nodes, so 1 and 2 at 100 nodes."
    )
    metric = "numbers in the right position, nodes at the right distance, whole trees"
    found = rows(measurements, name_of, lambda each: published.ALGORITHMS)
    return [Comparison(caption, ("algorithm", "size"), metric, found, exact="whole instances")]


def graph_types_jobs(plan: Plan) -> list[Job]:
    """Both programs with engines that learned from lists (S1), and from traces on small graphs (S2)."""
    return [
        graph_job(plan, algorithm, "mixed", minimum, size, seed)
        for engines in LEARNED_FROM.values()
        for algorithm, minimum in engines.items()
        for size in plan.sizes
        for seed in range(plan.seeds)
    ]


def learned_from(measurement: Measurement) -> str:
    """The paper's name for what the minimum engine learned from: lists, or graphs."""
    return "S1" if measurement.weights["minimum"]["subroutine"] == "minimum" else "S2"


def lessons_of(measurement: Measurement) -> str:
    """The same, and of those that learned from graphs the recipe."""
    made = measurement.weights["minimum"]
    return "S1" if made["subroutine"] == "minimum" else f"S2, {made['recipe']}"


def show_graph_types(measurements: Sequence[Measurement]) -> list[Block]:
    """Four kinds of graphs."""
    caption = (
        "Equal shares of Erdős-Rényi, Newman-Watts-Strogatz, regular and Barabási-Albert graphs. S1: the engines that "
        "sort and add. S2: a minimum engine that learned from traces on Erdős-Rényi graphs of 8 nodes; with the recipe "
        "`counted` always the same 20 000, with `fresh` a new graph for each lesson."
    )
    found = rows(
        measurements,
        lambda each: f"{name_of(each)} ({lessons_of(each)})",
        lambda each: published.GRAPH_TYPES[each.arguments["algorithm"], learned_from(each)].get(each.arguments["size"]),
    )
    metric = "nodes at the right distance, whole trees"
    return [Comparison(caption, ("program", "nodes"), metric, found, exact="whole graphs")]


def long_lists_jobs(plan: Plan) -> list[Job]:
    """Minutes of sorting: no part of a quick run."""
    return [
        sorting_job(plan, algorithm, size, lists, seed)
        for algorithm, sizes in LONGER.items()
        for size, lists in sizes.items()
        for seed in range(0 if plan.quick else plan.seeds)
    ]


def show_long_lists(measurements: Sequence[Measurement]) -> list[Block]:
    """The paper ends at 100."""
    found = rows(measurements, lambda each: f"{name_of(each)}, {each.arguments['lists']} lists", lambda each: None)
    caption = "Mixed lists; every slot is read by itself."
    return [Comparison(caption, ("algorithm", "size"), "numbers in the right position", found, exact="whole lists")]


TABLE_1 = Item(
    "table1", "Table 1", "Four algorithms, trained on 8 numbers, at up to 100", table1_jobs, show_table1, "table1"
)
GRAPH_TYPES = Item("graph-types", "Table 5", "Four types of graphs", graph_types_jobs, show_graph_types, "graph-types")
LONG_LISTS = Item(
    "long-lists", "beyond the paper", "Lists of up to 1000 numbers", long_lists_jobs, show_long_lists, "long-lists"
)
