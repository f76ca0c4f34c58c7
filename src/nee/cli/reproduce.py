"""The command `nee reproduce`."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from nee.errors import InputError

if TYPE_CHECKING:
    from nee.paper.running import Progress


class RayMayStandAlone(TyperCommand):
    """Lets `--ray` go without an address: what follows is one only if it looks like one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Write the address out."""
        written: list[str] = []
        for argument, following in zip(args, [*args[1:], ""], strict=True):
            written.append(argument)
            if argument == "--ray" and not (following in ("auto", "local") or ":" in following):
                written.append("local")
        return super().parse_args(ctx, written)


def reproduce(
    items: Annotated[list[str] | None, typer.Argument(help="Which tables and figures; without any, all.")] = None,
    show_list: Annotated[bool, typer.Option("--list", help="Name every table and figure, and end.")] = False,
    retrain: Annotated[bool, typer.Option("--retrain", help="Train what is needed first. It takes hours.")] = False,
    seeds: Annotated[int, typer.Option(help="Repeat with so many seeds; the report shows the worst and best.")] = 1,
    quick: Annotated[bool, typer.Option("--quick", help="Small test sets, to see that everything runs.")] = False,
    ray: Annotated[
        str | None,
        typer.Option(metavar="[ADDRESS]", help="Run on a Ray cluster; without an address, one on this machine."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The folder for report and finished jobs; in the user's cache without it.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure every table and figure of the paper again, and write a report with both beside each other."""
    if seeds < 1:
        raise InputError(f"{seeds} seeds are none: --seeds is 1 or more.")

    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee.compilation import cache_folder
    from nee.paper.items import ITEMS, Plan
    from nee.paper.report.data import as_data
    from nee.paper.report.html import write_html
    from nee.paper.report.markdown import write_markdown
    from nee.paper.reproduction import reproduce as run
    from nee.paper.workers import LocalWorkers, RayWorkers

    for name in items or []:
        if name not in ITEMS:
            raise InputError(f"There is no item {name!r}; there are: {', '.join(ITEMS)}.")
    if show_list:
        print_list(ITEMS.values(), as_json)
        return
    root = (out or cache_folder() / "reproduce").absolute()
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{root} cannot be the folder of the report: {error.strerror}.") from None
    workers = RayWorkers(ray) if ray else LocalWorkers()
    plan = Plan(retrain, seeds, quick)
    try:
        with Display(workers.slots) as display:
            report = run([ITEMS[name] for name in dict.fromkeys(items or ITEMS)], plan, root, workers, display.show)
    finally:
        workers.close()
    pages = [write_html(report, root), write_markdown(report, root)]
    if as_json:
        print(json.dumps(as_data(report), indent=1))
    else:
        print_report(report, pages)
    if any(section.failed for section in report.sections):
        raise typer.Exit(1)


def print_list(items, as_json: bool) -> None:
    """The items by name."""
    from rich.console import Console
    from rich.table import Table

    if as_json:
        print(json.dumps([{"name": item.name, "source": item.source, "title": item.title} for item in items], indent=1))
        return
    table = Table("item", "in the paper", "what it is")
    for item in items:
        table.add_row(item.name, item.source, item.title)
    Console().print(table)


class Display:
    """The whole run in a few lines that stay in place."""

    def __init__(self, slots: int):
        from rich.console import Console
        from rich.live import Live
        from rich.progress import BarColumn, Progress, TextColumn

        self.slots = slots
        self.bar = Progress(TextColumn("jobs"), BarColumn(20), TextColumn("{task.description}"))
        self.task = self.bar.add_task("looking for those that are done", total=None)
        self.live = Live(self.bar, console=Console(stderr=True), transient=True)

    def __enter__(self) -> "Display":
        self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.live.stop()

    def show(self, progress: "Progress") -> None:
        """How many jobs are done, running and waiting, and the time left."""
        from time import monotonic

        from rich.console import Group

        done, running, waiting = (len(part) for part in (progress.outcomes, progress.running, progress.waiting))
        minutes, seconds = divmod(round(progress.seconds_left(self.slots)), 60)
        says = f"{done} done, {running} running, {waiting} waiting; about {minutes}:{seconds:02} left"
        self.bar.update(self.task, completed=done, total=done + running + waiting, description=says)
        lines = [f"{monotonic() - began:5.0f} s  {job.title}" for job, began in progress.running.values()]
        self.live.update(Group(self.bar, *lines))


def print_report(report, pages: list[Path]) -> None:
    """The paper's value, ours and the difference, and where the pages are."""
    from rich import table
    from rich.console import Console

    from nee.paper.report.blocks import Comparison, Table

    console = Console(highlight=False, markup=False)
    for section in report.sections:
        console.print(f"\n{section.title} ({section.source})", style="bold")
        for title, reason, log in section.failed:
            console.print(f"failed: {title}: {reason}", style="red")
            console.print(log)
        for block in section.blocks:
            shown = block.as_table() if isinstance(block, Comparison) else block
            if isinstance(shown, Table):
                drawn = table.Table(*shown.header)
                for row in shown.rows:
                    drawn.add_row(*row)
                console.print(drawn)
                for note in shown.notes:
                    console.print(note, style="dim")
    console.print(f"\nThe report: {pages[0]}\nas Markdown: {pages[1]}", soft_wrap=True)
