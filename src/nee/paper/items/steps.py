"""The step-by-step view: what the engines see, where they look and what they hide, at every step."""

from collections.abc import Sequence
from typing import Any

from nee.numbers import infinity
from nee.paper.items.item import Item, Jobs, Plan, Results, weights
from nee.paper.jobs import Job
from nee.paper.report.blocks import Block, Cell, Frame, Player
from nee.paper.work import engines, graphs

LIST = [5, 3, 250, 1, 77, 3, 128, 64]
NAMES = "ABCDEF"
EDGES = {"AB": 7, "AC": 9, "AF": 14, "BC": 10, "BD": 15, "CD": 11, "CF": 2, "DE": 6, "EF": 9}
END = infinity(8)


def jobs(plan: Plan) -> Jobs:
    """One execution of each."""
    minimum, add = weights(plan, "minimum", 0), weights(plan, "add", 0)
    matrix = [[EDGES.get("".join(sorted(a + b)), END) for b in NAMES] for a in NAMES]
    paths = {"weights": matrix, "source": 0}
    return {
        ("paths",): Job("steps of shortest paths", graphs.trace_paths, paths, {"minimum": minimum, "add": add}),
        ("sort",): Job("steps of selection sort", engines.trace_sorting, {"values": LIST}, {"weights": minimum}),
    }


def show(plan: Plan, results: Results) -> list[Block]:
    """To be walked through."""
    key = "Shaded: the attention. Framed: the pointer. Struck out: hidden by the mask."
    edges = ", ".join(f"{edge} {weight}" for edge, weight in EDGES.items())
    return [
        Player(f"Shortest paths from A by Dijkstra's algorithm, edges {edges}. {key}", path_frames(results["paths",])),
        Player(f"Selection sort of eight numbers. {key}", sorting_frames(results["sort",])),
    ]


def path_frames(trace: dict[str, Any]) -> list[Frame]:
    """A frame for each node that is selected."""
    frames = []
    costs = [0] + [END] * (len(NAMES) - 1)
    for mask, selected, distance, attention, offers, after in zip(*trace.values(), strict=True):
        name = NAMES[selected]
        frames.append(
            Frame(
                f"{name} is the nearest node that is left, at distance {distance}",
                [
                    ("distances before", slots(NAMES, costs, mask, attention, selected)),
                    (f"new paths through {name}", plain(offers)),
                    ("distances after", plain(after)),
                ],
            )
        )
        costs = after
    return frames


def sorting_frames(trace: dict[str, Any]) -> list[Frame]:
    """A frame for each step."""
    frames, taken = [], []
    for step, mask in enumerate(trace["mask"]):
        pointer, value = trace["pointer"][step], trace["value"][step]
        taken.append(Cell(str(value)))
        list_slots = slots([""] * len(mask), trace["values"], mask, trace["attention"][step], pointer)
        says = f"the engine names {value} and points at slot {pointer + 1}"
        frames.append(Frame(says, [("list", list_slots), ("sorted", taken[:])]))
    return frames


def slots(
    names: Sequence[str], values: Sequence[int], mask: Sequence[bool], attention: Sequence[float], pointer: int
) -> list[Cell]:
    """What an engine sees and where it looks."""
    return [
        Cell(f"{name} {written(value)}".strip(), 0.0, "hidden")
        if hidden
        else Cell(f"{name} {written(value)}".strip(), look, "pointer" if slot == pointer else "")
        for slot, (name, value, hidden, look) in enumerate(zip(names, values, mask, attention, strict=True))
    ]


def plain(distances: Sequence[int]) -> list[Cell]:
    """The nodes and their distances."""
    return [Cell(f"{name} {written(distance)}") for name, distance in zip(NAMES, distances, strict=True)]


def written(value: int) -> str:
    """A number, or the sign of infinity."""
    return "\u221e" if value == END else str(value)


STEPS = Item("steps", "appendix", "The step-by-step view", jobs, show)
