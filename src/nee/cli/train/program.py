"""The command `nee train NAME`, of any subroutine."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nee.cli.arguments import change, choose
from nee.cli.output import meanwhile, print_line
from nee.cli.ray_option import Ray
from nee.cli.train.options import Out, Recipe, Resume, Seed, Seeds, Steps
from nee.cli.train.side_by_side import train_side_by_side
from nee.errors import InputError

if TYPE_CHECKING:
    from nee.subroutines import Recipe as TrainingRecipe
    from nee.training.metrics import Report


def program(
    ctx: typer.Context,
    recipe: Recipe = None,
    seed: Seed = 0,
    seeds: Seeds = 1,
    steps: Steps = None,
    numbers: Annotated[
        int | None, typer.Option(help="How many numbers training may see; for recipes that hold numbers out.", min=2)
    ] = None,
    held_out: Annotated[
        int | None, typer.Option(help="The seed of what is held out; for recipes that hold something out.", min=0)
    ] = None,
    out: Out = None,
    resume: Resume = False,
    ray: Ray = None,
) -> None:
    """Train an engine. The weights end in engine.safetensors in the run's folder, the metrics in metrics.csv."""
    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee.compilation import keep_compiled_programs
    from nee.subroutines.operation import recipe_for
    from nee.training.run import train

    subroutine = ctx.obj
    recipes = {each.name: each for each in subroutine.recipes}
    if recipe:
        chosen = choose(recipes, recipe, f"recipe for {subroutine.name}")
    else:
        chosen = recipe_for(subroutine, numbers) if numbers else subroutine.recipes[0]
    chosen = change(chosen, {"steps": steps, "numbers": numbers, "held_out": held_out})
    if subroutine.domain is not None:
        subroutine.domain(chosen)  # Refuses more numbers than there are.
    if seeds > 1 or ray:
        train_seeds(ctx, chosen, range(seed, seed + seeds), out, resume, ray)
        return
    folder = out or Path("runs") / f"{subroutine.name}-{chosen.name}-{seed}"
    keep_compiled_programs()
    show(train(subroutine, chosen, seed=seed, folder=folder, resume=resume), chosen.steps)
    print(f"The trained engine is in {folder / 'engine.safetensors'}.")


def train_seeds(
    ctx: typer.Context, recipe: "TrainingRecipe", seeds: range, out: Path | None, resume: bool, ray: str | None
) -> None:
    """The same training with several seeds, side by side."""
    from nee.jobs.training import Training, train_engine

    if out and len(seeds) > 1:
        raise InputError("--out is the folder of one run: leave it out to train several.")
    written = ctx.info_name or ""
    file, separator, name = written.partition(".py")
    subroutine = f"{Path(file).absolute()}{separator}{name}" if separator else written  # Others work in their folders.
    jobs = {}
    for seed in seeds:
        folder = out or Path("runs") / f"{ctx.obj.name}-{recipe.name}-{seed}"
        training = Training(f"{ctx.obj.name}, seed {seed}", ctx.obj, recipe, seed, folder)
        jobs[training] = training.as_job(train_engine, subroutine=subroutine)
    train_side_by_side(jobs, resume=resume, ray=ray)


def show(reports: "Iterable[Report]", steps: int) -> None:
    """Three lines that stay in place on a terminal; in a file, a line for each report."""
    console = meanwhile()
    if not console.is_terminal:
        for report in reports:
            measured = f"; exact: {exact(report)}" if report.exact else ""
            print_line(
                f"step {report.step} of {steps}; {losses(report)}; {report.steps_per_second:.0f} steps/s{measured}"
            )
        return

    from rich.console import Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    speed = TextColumn("{task.fields[speed]:.0f} steps/s, left:")
    progress = Progress(TextColumn("step"), MofNCompleteColumn(), BarColumn(20), speed, TimeRemainingColumn())
    task = progress.add_task("", total=steps, speed=0)
    last = "not measured yet"  # It stays in sight until there is a newer one.
    with Live(Group(progress, "compiling"), console=console) as live:
        for report in reports:
            last = exact(report) or last
            progress.update(task, completed=report.step, speed=report.steps_per_second)
            live.update(Group(progress, losses(report), f"exact: {last}"))


def exact(report: "Report") -> str:
    """What was measured at this step, if anything was."""
    return ", ".join(f"{percent:.2f} % of {name}" for name, percent in report.exact.items())


def losses(report: "Report") -> str:
    """What is minimised, on one line."""
    return "loss: " + ", ".join(f"{name} {loss:.4f}" for name, loss in report.losses.items())
