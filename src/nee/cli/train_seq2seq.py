"""The command `nee train seq2seq`: one variant of the baseline, or several side by side."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from nee.cli.train import change, choose
from nee.errors import InputError

if TYPE_CHECKING:
    from nee.runs import Report
    from nee.side_by_side import Run


def train_seq2seq(
    variants: list[str] | None,
    recipe: str | None,
    changes: dict[str, int],
    seed: int,
    out: Path | None,
    resume: bool,
) -> None:
    """Train the named variants, or the ten that the paper publishes."""
    from nee.baselines import PUBLISHED, VARIANTS, SortingTask
    from nee.baselines.sorting_task import RECIPES
    from nee.side_by_side import Run, train_side_by_side

    names = list(dict.fromkeys(variants or PUBLISHED))
    configs = [choose(VARIANTS, name, "variant of seq2seq") for name in names]
    recipes = {each.name: each for each in RECIPES}
    chosen = change(choose(recipes, recipe or RECIPES[0].name, "recipe for seq2seq"), changes)
    if out and len(names) > 1:
        raise InputError("--out is the folder of one run: leave it away to train several variants.")
    folders = [out or Path("runs") / f"seq2seq-{name}-{chosen.name}-{seed}" for name in names]
    runs = {
        name: Run(SortingTask(config), chosen, seed, folder)
        for name, config, folder in zip(names, configs, folders, strict=True)
    }
    show(runs, train_side_by_side(list(runs.values()), resume=resume))
    for folder in folders:
        print(f"The trained network is in {folder / 'engine.safetensors'}.")


def show(runs: "dict[str, Run]", reports: "Iterable[tuple[Run, Report]]") -> None:
    """A live line for each variant: how far it is, its loss, and what it last got right."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(10),
        TextColumn("{task.completed}"),
        TextColumn("{task.fields[loss]}"),
        TextColumn("{task.fields[exact]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        lines = {
            run.folder: progress.add_task(
                name, total=run.recipe.steps, completed=steps_done(run.folder), start=False, loss="", exact=""
            )
            for name, run in runs.items()
        }
        for run, report in reports:
            line = lines[run.folder]
            progress.start_task(line)
            loss = " ".join(f"{loss:.3f}" for loss in report.losses.values())
            progress.update(line, completed=report.step, loss=loss)
            if report.exact:
                progress.update(line, exact=", ".join(f"{x:.1f} % {name}" for name, x in report.exact.items()))


def steps_done(folder: Path) -> int:
    """How far a run was when it last wrote a checkpoint."""
    from nee.checkpoints import read_provenance
    from nee.runs import CHECKPOINT

    checkpoint = folder / CHECKPOINT
    return read_provenance(checkpoint).step if checkpoint.exists() else 0
