"""The command `nee train shared`: one network for four subroutines."""

from pathlib import Path

from nee.cli.arguments import change, choose
from nee.cli.ray_option import Ray
from nee.cli.train.options import Out, Recipe, Resume, Seed, Seeds, Steps
from nee.cli.train.side_by_side import train_side_by_side
from nee.errors import InputError


def shared(
    recipe: Recipe = None,
    seed: Seed = 0,
    seeds: Seeds = 1,
    steps: Steps = None,
    out: Out = None,
    resume: Resume = False,
    ray: Ray = None,
) -> None:
    """Train one network that knows minimum, merge, add and multiply, and is told which one to run."""
    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee.jobs.training import Training, train_shared
    from nee.subroutines.shared import RECIPES, SHARED

    recipes = {each.name: each for each in RECIPES}
    chosen = change(choose(recipes, recipe or RECIPES[0].name, "recipe for shared"), {"steps": steps})
    if out and seeds > 1:
        raise InputError("--out is the folder of one run: leave it away to train several.")
    jobs = {}
    for each in range(seed, seed + seeds):
        folder = out or Path("runs") / f"shared-{chosen.name}-{each}"
        training = Training(f"shared, seed {each}", SHARED, chosen, each, folder)
        jobs[training] = training.as_job(train_shared)
    train_side_by_side(jobs, resume=resume, ray=ray)
