"""The command `nee train seq2seq`: one variant of the baseline, or several side by side."""

from pathlib import Path
from typing import Annotated

import typer

from nee.cli.arguments import change, choose
from nee.cli.ray_option import Ray
from nee.cli.train.options import Out, Recipe, Resume, Seed, Seeds, Steps
from nee.cli.train.side_by_side import train_side_by_side
from nee.errors import InputError


def seq2seq(
    variant: Annotated[
        list[str] | None, typer.Option(help="Also several times; without it, all of the paper's table.")
    ] = None,
    recipe: Recipe = None,
    seed: Seed = 0,
    seeds: Seeds = 1,
    steps: Steps = None,
    out: Out = None,
    resume: Resume = False,
    ray: Ray = None,
) -> None:
    """Train the baseline: the named variants side by side, or the ten that the paper publishes."""
    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee.baselines import PUBLISHED, VARIANTS, SortingTask
    from nee.baselines.sorting_task import RECIPES
    from nee.baselines.training import train_baseline
    from nee.jobs.training import Training

    names = list(dict.fromkeys(variant or PUBLISHED))
    configs = [choose(VARIANTS, name, "variant of seq2seq") for name in names]
    recipes = {each.name: each for each in RECIPES}
    chosen = change(choose(recipes, recipe or RECIPES[0].name, "recipe for seq2seq"), {"steps": steps})
    if out and len(names) * seeds > 1:
        raise InputError("--out is the folder of one run: leave it out to train several.")
    jobs = {}
    for name, config in zip(names, configs, strict=True):
        for each in range(seed, seed + seeds):
            folder = out or Path("runs") / f"seq2seq-{name}-{chosen.name}-{each}"
            training = Training(f"{name}, seed {each}", SortingTask(config), chosen, each, folder)
            jobs[training] = training.as_job(train_baseline, variant=name)
    train_side_by_side(jobs, resume=resume, ray=ray)
