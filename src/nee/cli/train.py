"""The command `nee train`."""

import dataclasses
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nee.errors import InputError

if TYPE_CHECKING:
    from nee.runs import Report


def train(
    name: Annotated[str, typer.Argument(help="The subroutine to learn, such as minimum; or seq2seq, the baseline.")],
    variant: Annotated[
        list[str] | None, typer.Option(help="Of seq2seq, also several times; without it, all of the paper's table.")
    ] = None,
    recipe: Annotated[
        str | None, typer.Option(help="How to train it; without it, as the shipped weights were or as --numbers needs.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Fixes everything that is drawn.", min=0, max=2**31 - 1)] = 0,
    steps: Annotated[int | None, typer.Option(help="Instead of the recipe's number of steps.", min=1)] = None,
    numbers: Annotated[int | None, typer.Option(help="Of add: how many numbers training may see.", min=2)] = None,
    held_out: Annotated[
        int | None, typer.Option(help="Of add and multiply: the seed of what is held out.", min=0)
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The run's folder; runs/NAME-RECIPE-SEED without it.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the run's last checkpoint.")] = False,
) -> None:
    """Train an engine. The weights end in engine.safetensors in the run's folder, the metrics in metrics.csv."""
    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee.compilation import keep_compiled_programs
    from nee.runs import train as train_run
    from nee.subroutines import SUBROUTINES
    from nee.subroutines.operation import recipe_for

    given = {"steps": steps, "numbers": numbers, "held_out": held_out}
    changes = {field: value for field, value in given.items() if value is not None}
    if name == "seq2seq":
        from nee.cli.train_seq2seq import train_seq2seq

        train_seq2seq(variant, recipe, changes, seed, out, resume)
        return
    if variant:
        raise InputError(f"Only seq2seq has variants: --variant says nothing about {name}.")
    subroutine = choose(SUBROUTINES, name, "subroutine")
    if recipe is None and numbers and subroutine.domain:
        chosen = recipe_for(subroutine, numbers)
    else:
        recipes = {each.name: each for each in subroutine.recipes}
        chosen = choose(recipes, recipe or subroutine.recipes[0].name, f"recipe for {name}")
    chosen = change(chosen, changes)
    if subroutine.domain is not None:
        subroutine.domain(chosen)  # Refuses more numbers than there are.
    folder = out or Path("runs") / f"{name}-{chosen.name}-{seed}"
    keep_compiled_programs()
    show(train_run(subroutine, chosen, seed=seed, folder=folder, resume=resume), chosen.steps)
    print(f"The trained engine is in {folder / 'engine.safetensors'}.")


def change(recipe, changes: dict[str, int]):
    """The recipe with other figures, if it has them."""
    for field in changes.keys() - {field.name for field in dataclasses.fields(recipe)}:
        raise InputError(
            f"This subroutine is not trained on pairs of numbers: --{field.replace('_', '-')} says nothing."
        )
    return dataclasses.replace(recipe, **changes)


def choose(table, name: str, kind: str):
    """The entry of that name, or a sentence with the names there are."""
    if name not in table:
        raise InputError(f"There is no {kind} called {name!r}; there are: {', '.join(table)}.")
    return table[name]


def show(reports: "Iterable[Report]", steps: int) -> None:
    """A live display of three lines; the last exactness stays in sight until there is a newer one."""
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    speed = TextColumn("{task.fields[speed]:.0f} steps/s, left:")
    progress = Progress(TextColumn("step"), MofNCompleteColumn(), BarColumn(20), speed, TimeRemainingColumn())
    task = progress.add_task("", total=steps, speed=0)
    exact = "not measured yet"
    with Live(Group(progress, "compiling"), console=Console(stderr=True)) as live:
        for report in reports:
            if report.exact:
                exact = ", ".join(f"{percent:.2f} % of {name}" for name, percent in report.exact.items())
            progress.update(task, completed=report.step, speed=report.steps_per_second)
            live.update(Group(progress, losses(report), f"exact: {exact}"))


def losses(report: "Report") -> str:
    """What is minimised, on one line."""
    return "loss: " + ", ".join(f"{name} {loss:.4f}" for name, loss in report.losses.items())
