"""The step-by-step view: what an engine sees, where it looks and what it hides, at every step."""

from typing import Any

from nee.paper import work
from nee.paper.items.item import Item, Jobs, Plan, Results, weights
from nee.paper.jobs import Job
from nee.paper.report.blocks import Block, Cell, Frame, Player

LIST = [5, 3, 250, 1, 77, 3, 128, 64]


def jobs(plan: Plan) -> Jobs:
    """One execution."""
    source = weights(plan, "minimum", 0)
    return {("sort",): Job("steps of selection sort", work.trace_sorting, {"values": LIST}, {"weights": source})}


def show(plan: Plan, results: Results) -> list[Block]:
    """To be walked through."""
    caption = "Selection sort of eight numbers. Shaded: the attention. Framed: the pointer. Pale: hidden by the mask."
    return [Player(caption, sorting_frames(results["sort",]))]


def sorting_frames(trace: dict[str, Any]) -> list[Frame]:
    """A frame for each step."""
    frames, taken = [], []
    for step, mask in enumerate(trace["mask"]):
        pointer, value = trace["pointer"][step], trace["value"][step]
        taken.append(Cell(str(value)))
        slots = [
            Cell(
                str(number),
                0.0 if mask[slot] else trace["attention"][step][slot],
                "hidden" if mask[slot] else "pointer" if slot == pointer else "",
            )
            for slot, number in enumerate(trace["values"])
        ]
        frames.append(
            Frame(f"the engine names {value} and points at slot {pointer + 1}", [("list", slots), ("sorted", taken[:])])
        )
    return frames


STEPS = Item("steps", "appendix", "The step-by-step view", jobs, show)
