"""The step-by-step view: what the engines see, point at and hide, at every step."""

from collections.abc import Sequence
from typing import Any

from nee.jobs.job import Job
from nee.numbers import infinity
from nee.paper import work
from nee.paper.items.item import Item, Plan, weights
from nee.paper.report.blocks import Block, Table
from nee.paper.results import Measurement

LIST = [5, 3, 250, 1, 77, 3, 128, 64]
NAMES = "ABCDEF"
EDGES = {"AB": 7, "AC": 9, "AF": 14, "BC": 10, "BD": 15, "CD": 11, "CF": 2, "DE": 6, "EF": 9}
END = infinity(8)


def jobs(plan: Plan) -> list[Job]:
    """One execution of each."""
    minimum, add = weights(plan, "minimum", 0), weights(plan, "add", 0)
    matrix = [[EDGES.get("".join(sorted(a + b)), END) for b in NAMES] for a in NAMES]
    return [
        Job("steps of shortest paths", work.trace_paths, {"matrix": matrix}, {"minimum": minimum, "add": add}),
        Job("steps of selection sort", work.trace_sorting, {"values": LIST}, {"weights": minimum}),
    ]


def show(measurements: Sequence[Measurement]) -> list[Block]:
    """A line for each step."""
    paths, sorting = (each.answer for each in sorted(measurements, key=lambda each: each.job))
    costs = [[0] + [END] * (len(NAMES) - 1), *paths["costs"]]
    path_rows = [
        [str(step + 1), seen(paths, step, named(costs[step])), " ".join(named(offers))]
        for step, offers in enumerate(paths["offers"])
    ]
    sorting_rows = [
        [str(step + 1), seen(sorting, step, [str(value) for value in LIST]), str(value)]
        for step, value in enumerate(sorting["value"])
    ]
    edges = ", ".join(f"{edge} {weight}" for edge, weight in EDGES.items())
    key = "In brackets: the pointer. A dot: hidden by the mask."
    return [
        Table(f"Dijkstra's algorithm from A, edges {edges}. {key}", ["step", "distances", "new paths"], path_rows),
        Table(f"Selection sort of eight numbers. {key}", ["step", "list", "value"], sorting_rows),
    ]


def seen(trace: dict[str, Any], step: int, texts: Sequence[str]) -> str:
    """What an engine sees and points at."""
    pointer = trace["pointer"][step]
    return " ".join(
        "·" if hidden else f"[{text}]" if slot == pointer else text
        for slot, (text, hidden) in enumerate(zip(texts, trace["mask"][step], strict=True))
    )


def named(distances: Sequence[int]) -> list[str]:
    """The nodes and their distances."""
    return [f"{name}{'∞' if distance == END else distance}" for name, distance in zip(NAMES, distances, strict=True)]


STEPS = Item("steps", "appendix", "The step-by-step view", jobs, show, "steps")
