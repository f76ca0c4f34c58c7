"""Wide numbers, long lists and large graphs: what engines made of engines do, which no network was trained on."""

from collections.abc import Sequence
from typing import Any

from nee import pretrained
from nee.instances.wide import FAMILIES
from nee.jobs.job import Job
from nee.paper import work
from nee.paper.items.item import Item, Plan
from nee.paper.report.blocks import Block, Table
from nee.paper.results import Measurement

LISTS: tuple[dict[str, Any], ...] = (
    {"kind": "8 bits", "size": 10_000, "lists": 10, "by": "network"},
    {"kind": "32 bits", "size": 25, "lists": 100, "by": "network"},
    {"kind": "63 bits", "size": 10_000, "lists": 10, "by": "table"},
    {"kind": "floats", "size": 10_000, "lists": 10, "by": "table"},
    {"kind": "62 bits", "size": 100_000, "lists": 2, "by": "table"},
)
PAIRS: tuple[dict[str, Any], ...] = (
    {"operation": "add", "bits": 64, "pairs": 10_000, "at_once": 1000},
    {"operation": "multiply", "bits": 64, "pairs": 10_000, "at_once": 1000},
    {"operation": "add", "bits": 10_000, "pairs": 100, "at_once": 1},
    {"operation": "multiply", "bits": 2_000, "pairs": 20, "at_once": 1},
)
GRAPHS: tuple[dict[str, Any], ...] = (
    *({"size": size, "graphs": 100, "bits": 50, "by": "table"} for size in (16, 80, 160)),
    *({"size": size, "graphs": 20, "bits": 50, "by": "table"} for size in (800, 1600)),
    {"size": 25, "graphs": 20, "bits": 16, "by": "network"},
)


def smaller(settings: dict[str, Any], plan: Plan) -> dict[str, Any]:
    """For a quick run, a few small instances."""
    least = {"lists": 2, "pairs": 4, "graphs": 2, "size": 16, "at_once": 2}
    return {name: min(value, least.get(name, value)) if plan.quick else value for name, value in settings.items()}


def list_jobs(plan: Plan) -> list[Job]:
    """Long lists and wide numbers, by the network and by the table."""
    engine = {"weights": pretrained.weights("minimum")}
    return [
        Job(
            f"sort {settings['lists']} lists of {settings['size']} numbers, {settings['kind']}, by {settings['by']}",
            work.sort_wide_lists,
            smaller(settings, plan) | {"seed": 1},
            engine,
            seconds=600 if settings["by"] == "network" else 30,
        )
        for settings in LISTS
    ]


def pair_jobs(plan: Plan) -> list[Job]:
    """Sums and products of wide numbers."""
    return [
        Job(
            f"{settings['operation']} {settings['pairs']} pairs of {settings['bits']} bits",
            work.calculate_wide_pairs,
            smaller(settings, plan) | {"seed": 1},
            {"weights": pretrained.weights(settings["operation"])},
            seconds=30,
        )
        for settings in PAIRS
    ]


def graph_jobs(plan: Plan) -> list[Job]:
    """Both programs on the three families."""
    return [
        Job(
            f"{algorithm} on {settings['graphs']} graphs of {settings['size']} nodes, {family}, by {settings['by']}",
            work.run_on_wide_graphs,
            smaller(settings, plan) | {"algorithm": algorithm, "family": family, "seed": 1},
            {"weights": pretrained.weights("minimum")},
            seconds=10 + settings["graphs"] * settings["size"] / 400,
        )
        for settings in (GRAPHS[:1] if plan.quick else GRAPHS)
        for algorithm in ("dijkstra", "prim")
        for family in FAMILIES
    ]


def written(measurement: Measurement, *names: str) -> list[str]:
    """Arguments, to be read."""
    values = [measurement.arguments[name] for name in names]
    return [f"{value:,}" if isinstance(value, int) else value.replace("_", " ") for value in values]


def exactness(answer: dict[str, Any]) -> list[str]:
    """The last columns of every table."""
    return [f"{answer['exact']} of {answer['instances']}", f"{answer['seconds']:.3g}"]


def show_lists(measurements: Sequence[Measurement]) -> list[Block]:
    """Whole lists that are right."""
    caption = "Lists as Python sorts them. Every tenth number is close to the one before it."
    rows = [[*written(each, "kind", "size", "by"), *exactness(each.answer)] for each in measurements]
    return [Table(caption, ["numbers", "in a list", "by", "lists exact", "seconds a list"], rows, 1)]


def show_pairs(measurements: Sequence[Measurement]) -> list[Block]:
    """Sums and products that are right."""
    caption = "Sums and products as Python has them, by the table; a third of the pairs carry all the way."
    rows = [[*written(each, "operation", "bits", "at_once"), *exactness(each.answer)] for each in measurements]
    return [Table(caption, ["operation", "bits", "at once", "pairs exact", "seconds a call"], rows, 1)]


def show_graphs(measurements: Sequence[Measurement]) -> list[Block]:
    """Whole graphs that are right."""
    caption = "Graphs as networkx solves them, of the families of the SALSA-CLRS benchmark."
    rows = [
        [*written(each, "algorithm", "family", "size", "bits", "by"), *exactness(each.answer)]
        for each in sorted(measurements, key=lambda each: (each.arguments["algorithm"], each.arguments["size"]))
    ]
    return [Table(caption, ["program", "family", "nodes", "bits", "by", "graphs exact", "seconds a graph"], rows, 2)]


WIDE = tuple(
    Item(name, "beyond the paper", title, jobs, show, name, only_shipped=True)
    for name, title, jobs, show in (
        ("wide-lists", "Wide numbers and long lists", list_jobs, show_lists),
        ("wide-pairs", "Sums and products of wide numbers", pair_jobs, show_pairs),
        ("wide-graphs", "Large graphs with wide weights", graph_jobs, show_graphs),
    )
)
