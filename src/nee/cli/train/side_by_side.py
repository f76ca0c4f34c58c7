"""Several runs at once, one on each core or on Ray, each with a line of its own."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from nee.cli.arguments import check_folder
from nee.cli.output import meanwhile, print_line

if TYPE_CHECKING:
    from nee.jobs.job import Job
    from nee.jobs.running import Progress
    from nee.jobs.training import Training


def train_side_by_side(jobs: "Mapping[Training, Job]", *, resume: bool, ray: str | None) -> None:
    """Train all, show how each is doing, and say where the weights are."""
    from nee.jobs.running import Failure, run
    from nee.jobs.training import check_all
    from nee.jobs.workers import LocalWorkers, RayWorkers

    check_all(list(jobs), resume=resume)
    for training in jobs:
        check_folder(training.folder)
    workers = RayWorkers(ray) if ray else LocalWorkers()
    try:
        with Display(list(jobs)) as display:
            outcomes = run(jobs.values(), Path.cwd(), workers, display.show)
    finally:
        workers.close()
    failed = False
    for training, job in jobs.items():
        outcome = outcomes[job.key]
        if isinstance(outcome, Failure):
            failed = True
            print_line(f"nee: {training.name} was not trained: {outcome.reason} Its log is in {training.folder}.")
        else:
            print(f"The trained network is in {training.folder / 'engine.safetensors'}.")
    if failed:
        raise typer.Exit(1)


class Display:
    """A line for each run that stays in place on a terminal; in a file, a line for each report."""

    def __init__(self, trainings: "list[Training]") -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        from nee.jobs.training import Followed

        self.followed = [Followed(training) for training in trainings]
        console = meanwhile()
        self.moves = console.is_terminal
        says = TextColumn("{task.fields[says]}")
        columns = (TextColumn("{task.description}"), BarColumn(10), MofNCompleteColumn(), says, TimeRemainingColumn())
        self.progress = Progress(*columns, console=console, disable=not self.moves)
        self.lines = [
            self.progress.add_task(training.name, total=training.recipe.steps, says="") for training in trainings
        ]

    def __enter__(self) -> "Display":
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def show(self, _: "Progress") -> None:
        """What is new in the metrics of the runs."""
        for line, followed in zip(self.lines, self.followed, strict=True):
            for row in followed.news():
                losses = ", ".join(
                    f"{name.removesuffix('_loss')} {float(row[name]):.4f}" for name in row if name.endswith("_loss")
                )
                says = f"loss: {losses}" + (f"; exact: {row['exact']}" if row["exact"] else "")
                self.progress.update(line, completed=int(row["step"]), says=says)
                if not self.moves:
                    training = followed.training
                    print_line(f"{training.name}: step {row['step']} of {training.recipe.steps}; {says}")
