"""A researcher changes one choice of the architecture, and sees over two seeds what it is worth.

    python own_recipe.py     # four trainings of some minutes each; once they are done, only the table

Each of them is a subroutine like any other: `nee train own_recipe.py:DOT_PRODUCT --seeds 5 --ray` trains more of them
on many machines, and `nee evaluate own_recipe.py:DOT_PRODUCT --weights ...` says more about one.
"""

import dataclasses
from pathlib import Path

import jax

import nee
from nee.compilation import keep_compiled_programs
from nee.subroutines.minimum import MINIMUM
from nee.training.run import CHECKPOINT, WEIGHTS, train

SEEDS = (0, 1)
SIZES = (8, 25, 50)
"""Training lists have at most 8 numbers."""
LISTS = 100

RECIPE = dataclasses.replace(MINIMUM.recipes[0], name="short", steps=6000)
"""The recipe whose weights ship, cut short. The learning rate, the lists to learn from, ... stand beside `steps`."""
USUAL = dataclasses.replace(
    MINIMUM, name="minimum-mlp", config=dataclasses.replace(MINIMUM.config, layers=2), recipes=(RECIPE,)
)
DOT_PRODUCT = dataclasses.replace(
    USUAL, name="minimum-dot-product", config=dataclasses.replace(USUAL.config, attention="dot_product")
)
"""The one choice that is changed. `nee.EngineConfig` has all that there are."""


def train_or_resume(subroutine: nee.Subroutine, seed: int) -> nee.NeuralEngine:
    """The engine that was trained with this seed; what is not done yet is done now."""
    (recipe,) = subroutine.recipes
    folder = Path("runs") / f"{subroutine.name}-{recipe.name}-{seed}"
    if not (folder / WEIGHTS).exists():
        begun = (folder / CHECKPOINT).exists()
        for report in train(subroutine, recipe, seed=seed, folder=folder, resume=begun):
            print(f"\r{subroutine.name}, seed {seed}: step {report.step} of {recipe.steps}", end="", flush=True)
        print()
    return nee.load(folder / WEIGHTS)


def whole_lists(subroutine: nee.Subroutine, engine: nee.NeuralEngine, size: int) -> float:
    """The percentage of lists that are sorted without a mistake. All engines sort the same ones."""
    right = subroutine.judge(engine, jax.random.key(1), LISTS, size)
    return 100 * float(right.all(axis=-1).mean())


def main() -> None:
    """Train, and print a row for each architecture and seed."""
    keep_compiled_programs()
    runs = {(each.name, seed): (each, train_or_resume(each, seed)) for each in (USUAL, DOT_PRODUCT) for seed in SEEDS}
    print(f"{'whole lists sorted, %':24}", *(f"{size:>6}" for size in SIZES))
    for (name, seed), (subroutine, engine) in runs.items():
        print(f"{name + f', seed {seed}':24}", *(f"{whole_lists(subroutine, engine, size):6.1f}" for size in SIZES))


if __name__ == "__main__":
    main()
