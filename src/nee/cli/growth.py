"""Show how a tree grew, step by step: in the terminal, and as data."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from nee.cli.output import terminal
from nee.programs.tree_growth import Growth

NARROW = 3
"""Characters between two columns of a table."""


def draw_growth(
    names: Sequence[Hashable],
    trace: Growth,
    end: int,
    what: tuple[str, str],
    number: Callable[[int], object] = int,
) -> None:
    """Each step of Dijkstra or Prim: the selected node, what it offers, what the nodes cost now, the mask.

    `what` says what offers and costs are called, and `number` writes the trace's integers as the graph's weights are
    written. Where the nodes do not fit beside each other, a step is one line with what changed.
    """
    console = terminal()
    width = sum(max(len(str(name)), NARROW) + NARROW for name in names) + 30
    draw = draw_table if width <= console.width else draw_changes
    draw(names, steps_as_data(names, trace, end, number), what, console)


def draw_table(names: Sequence[Hashable], steps: list[dict[str, Any]], what: tuple[str, str], console: Console) -> None:
    """Three rows for each step, and a column for each node."""
    table = Table("step", "select", "", *(str(name) for name in names), caption="·  hidden by the mask")
    for number, step in enumerate(steps, 1):
        chosen = f"{step['selected']} at {written(step['cost'])}"
        costs = [
            Text(written(cost), "bold green" if name == step["selected"] else "")
            for name, cost in zip(names, step["costs"], strict=True)
        ]
        table.add_row(str(number), Text(chosen, "bold green"), what[0], *map(written, step["offers"]))
        table.add_row("", "", what[1], *costs)
        table.add_row("", "", "mask", *("·" if hidden else "" for hidden in step["mask"]), end_section=True)
    console.print(table)


def draw_changes(
    names: Sequence[Hashable], steps: list[dict[str, Any]], what: tuple[str, str], console: Console
) -> None:
    """One line for each step."""
    costs: list[object | None] = [0 if name == steps[0]["selected"] else None for name in names]
    for number, step in enumerate(steps, 1):
        changes = [
            f"{name} {written(before)} → {written(after)}"
            for name, before, after in zip(names, costs, step["costs"], strict=True)
            if before != after
        ]
        costs = step["costs"]
        line = Text.assemble(
            (f"{number:4}  ", "dim"),
            (f"select {step['selected']} at {written(step['cost'])}", "bold green"),
            f"; {what[1]}: {', '.join(changes) or 'as before'}; {step['mask'].count(False)} left",
        )
        console.print(line, soft_wrap=True)


def steps_as_data(
    names: Sequence[Hashable], trace: Growth, end: int, number: Callable[[int], object]
) -> list[dict[str, Any]]:
    """Each step, with a number for each node in the order of `names`, and None for `end`, infinity."""

    def numbers(row: Any) -> list[object | None]:
        return [None if integer == end else number(integer) for integer in row.tolist()]

    selection = trace.selection
    return [
        {
            "selected": names[int(selection.step.pointer[step])],
            "cost": numbers(selection.step.value[step : step + 1])[0],
            "offers": numbers(trace.offers[step]),
            "costs": numbers(trace.costs[step]),
            "mask": selection.step.mask[step].tolist(),
        }
        for step in selection.running.nonzero()[0]
    ]


def written(number: object | None) -> str:
    """A number or infinity."""
    return "∞" if number is None else str(number)
