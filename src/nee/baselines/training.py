"""The training of a baseline as a job."""

from pathlib import Path
from typing import Any

from nee.baselines.sorting_task import SortingTask
from nee.baselines.variants import VARIANTS
from nee.jobs.training import train_to_the_end
from nee.subroutines.minimum import ListRecipe


def train_baseline(folder: Path, *, variant: str, recipe: dict[str, Any], seed: int) -> dict[str, Any]:
    """Train a variant that has a name."""
    return train_to_the_end(SortingTask(VARIANTS[variant]), ListRecipe(**recipe), seed, folder)
