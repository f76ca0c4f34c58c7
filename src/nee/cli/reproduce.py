"""The command `nee reproduce`."""

from collections.abc import Iterable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from nee.cli.arguments import check_folder
from nee.cli.output import meanwhile, print_json, print_line, print_table, terminal
from nee.cli.ray_option import Ray
from nee.errors import InputError

if TYPE_CHECKING:
    from nee.jobs.running import Progress
    from nee.paper.items import Item
    from nee.paper.report.blocks import Report

MOST_SEEDS = 20
"""Addition is trained with the square of them for each row of its table: 3600 trainings are days."""


def reproduce(
    items: Annotated[list[str] | None, typer.Argument(help="Which tables and figures; without any, all.")] = None,
    show_list: Annotated[bool, typer.Option("--list", help="Name every table and figure, and end.")] = False,
    retrain: Annotated[
        bool, typer.Option("--retrain", help="Train what is needed first. It takes an hour or more.")
    ] = False,
    seeds: Annotated[
        int, typer.Option(help=f"How many seeds, up to {MOST_SEEDS}; the report has the worst and best.")
    ] = 1,
    quick: Annotated[bool, typer.Option("--quick", help="Small test sets, to see that everything runs.")] = False,
    stored: Annotated[bool, typer.Option("--stored", help="Measure nothing: report on what results/ holds.")] = False,
    store: Annotated[bool, typer.Option("--store", help="Write what was measured to results/.")] = False,
    ray: Ray = None,
    out: Annotated[
        Path | None, typer.Option(help="The folder for report and finished jobs; in the user's cache without it.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure every table and figure of the paper again, and write a report with both beside each other."""
    if not 1 <= seeds <= MOST_SEEDS:
        raise InputError(f"It is repeated with 1 to {MOST_SEEDS} seeds: --seeds {seeds} is not among them.")
    if stored and (quick or retrain):
        raise InputError("--stored measures nothing: it goes with neither --quick nor --retrain.")
    if store and (quick or stored):
        raise InputError(
            "Only what a whole run has measured is stored: --store goes with neither --quick nor --stored."
        )

    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee.compilation import cache_folder
    from nee.jobs.workers import LocalWorkers, RayWorkers
    from nee.paper import reproduction
    from nee.paper.items import ITEMS, Plan
    from nee.paper.report.data import as_data
    from nee.paper.results import RETRAINED

    wanted = reproduction.find_items(items or ITEMS)
    if show_list:
        print_list(ITEMS.values(), as_json)
        return
    root = check_folder((out or cache_folder() / "reproduce").absolute())
    workers = RayWorkers(ray) if ray else LocalWorkers()
    try:
        with Display(workers.slots) as display:
            plan = Plan(retrain, seeds, quick, stored)
            report, measured = reproduction.reproduce(wanted, plan, root, workers, display.show)
    finally:
        workers.close()
    pages = reproduction.write_report(report, root)
    if store:
        pages += reproduction.store(measured, RETRAINED if retrain and not items else "")
    if as_json:
        print_json(as_data(report), indent=1)
    else:
        print_report(report, pages)
    if any(section.failed for section in report.sections):
        raise typer.Exit(1)


def print_list(items: "Iterable[Item]", as_json: bool) -> None:
    """The items by name."""
    if as_json:
        print_json([{"name": item.name, "source": item.source, "title": item.title} for item in items], indent=1)
    else:
        rows = [(item.name, item.source, item.title) for item in items]
        print_table(("item", "in the paper", "what it is"), rows)


class Display:
    """The whole run in a few lines that stay in place; in a file, a line for each job that has ended."""

    def __init__(self, slots: int):
        from rich.live import Live
        from rich.progress import BarColumn, Progress, TextColumn

        self.slots = slots
        self.running: dict[str, tuple[str, float]] = {}
        self.bar = Progress(TextColumn("jobs"), BarColumn(20), TextColumn("{task.description}"))
        self.task = self.bar.add_task("looking for those that are done", total=None)
        self.live = Live(self.bar, console=meanwhile(), transient=True)

    def __enter__(self) -> "Display":
        if self.live.console.is_terminal:
            self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.live.stop()

    def show(self, progress: "Progress") -> None:
        """How many jobs are done, running and waiting, and the time left."""
        from rich.console import Group

        done, running, waiting = (len(part) for part in (progress.outcomes, progress.running, progress.waiting))
        if not self.live.console.is_terminal:
            self.say_ended(progress, done + running + waiting)
            return
        minutes, seconds = divmod(round(progress.seconds_left(self.slots)), 60)
        says = f"{done} done, {running} running, {waiting} waiting; about {minutes}:{seconds:02} left"
        self.bar.update(self.task, completed=done, total=done + running + waiting, description=says)
        lines = [f"{monotonic() - began:5.0f} s  {job.title}" for job, began in progress.running.values()]
        self.live.update(Group(self.bar, *lines))

    def say_ended(self, progress: "Progress", total: int) -> None:
        """A line for each job that was running and has ended."""
        for key in [key for key in self.running if key in progress.outcomes]:
            title, began = self.running.pop(key)
            failed = "" if hasattr(progress.outcomes[key], "data") else ", failed"
            count = f"{len(progress.outcomes)} of {total} jobs"
            print_line(f"{count}: {title}, {monotonic() - began:.0f} s{failed}")
        self.running |= {key: (job.title, began) for key, (job, began) in progress.running.items()}


def print_report(report: "Report", pages: list[Path]) -> None:
    """The paper's value, ours and the difference, and where the pages are."""
    from nee.paper.report.blocks import Comparison, Table

    console = terminal()
    if report.warning:
        console.print(report.warning, style="bold yellow")
    for section in report.sections:
        console.print(f"\n{section.title} ({section.source})", style="bold")
        for title, reason, log in section.failed:
            console.print(f"failed: {title}: {reason}", style="red")
            console.print(log)
        for block in section.blocks:
            shown = block.as_table() if isinstance(block, Comparison) else block
            if isinstance(shown, Table):
                print_table(shown.header, shown.rows, numbers_from=shown.labels)
                for note in shown.notes:
                    console.print(note, style="dim")
            elif isinstance(shown, str):
                console.print(shown)
    for page in pages:
        console.print(f"Written: {page}", soft_wrap=True)
