"""Train and measure the baselines, with the engine beside them."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nee import runs
from nee.baselines import VARIANTS, SortingTask
from nee.baselines.experiments import ENGINE, Network, examples, measure
from nee.baselines.fidelity import fidelity
from nee.baselines.variants import name_of
from nee.baselines.weights import read_model
from nee.checkpoints import read_engine, read_provenance
from nee.lists import Distribution
from nee.subroutines.minimum import ListRecipe


def train_baseline(folder: Path, *, variant: str, recipe: dict[str, Any], seed: int) -> dict[str, Any]:
    """Train a variant; go on from the last checkpoint if there is one."""
    resume = (folder / runs.CHECKPOINT).exists()
    exact: dict[str, float] = {}
    task = SortingTask(VARIANTS[variant])
    for report in runs.train(task, ListRecipe(**recipe), seed=seed, folder=folder, resume=resume):
        print(report, flush=True)
        exact = report.exact
    return {"validated": exact}


def sort_longer(
    folder: Path, *, weights: Path, sizes: Sequence[int], lists: int, distribution: Distribution, seed: int
) -> dict[str, Any]:
    """The accuracy of a network on longer and longer lists."""
    _, network = named_network(weights)
    accuracies = [measure(network, size, lists=lists, distribution=distribution, seed=seed) for size in sizes]
    return {
        "training_seed": read_provenance(weights).seed,
        "accuracies": [dataclasses.asdict(accuracy) for accuracy in accuracies],
    }


def look(folder: Path, *, weights: Path, sizes: Sequence[int], lists: int, seed: int) -> dict[str, Any]:
    """Where a network looks while it sorts."""
    view = fidelity(*named_network(weights), sizes=sizes, lists=lists, seed=seed)
    return dataclasses.asdict(view) | {"attention": view.attention.round(4).tolist()}


def sort_examples(folder: Path, *, weights: Path) -> dict[str, Any]:
    """What a network makes of the paper's four lists."""
    return {"examples": [dataclasses.asdict(example) for example in examples(*named_network(weights))]}


def named_network(weights: Path) -> tuple[str, Network]:
    """A baseline by the name of its variant, or the engine."""
    if read_provenance(weights).subroutine != "seq2seq":
        return ENGINE, read_engine(weights)
    model = read_model(weights)
    return name_of(model.config), model
