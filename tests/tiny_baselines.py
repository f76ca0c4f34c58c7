"""Two trainings side by side that take seconds: `python tests/tiny_baselines.py FOLDER [--resume] [--kill-at STEP]`."""

import dataclasses
import os
import signal
import sys
from pathlib import Path

from nee.baselines import VARIANTS, SortingTask
from nee.baselines.sorting_task import RECIPES
from nee.side_by_side import Run, train_side_by_side

RECIPE = dataclasses.replace(RECIPES[0], steps=700, lessons_per_step=2)
TASK = SortingTask(dataclasses.replace(VARIANTS["vanilla"], layers=1, feed_forward=16))


def runs(folder: Path) -> list[Run]:
    return [Run(TASK, RECIPE, seed, folder / f"seed-{seed}") for seed in (3, 4)]


def main() -> None:
    kill_at = int(sys.argv[sys.argv.index("--kill-at") + 1]) if "--kill-at" in sys.argv else None
    for run, report in train_side_by_side(runs(Path(sys.argv[1])), resume="--resume" in sys.argv):
        print(run.folder.name, report.step)
        if report.step == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
