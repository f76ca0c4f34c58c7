"""A training that takes seconds: `python tests/tiny.py FOLDER [--resume] [--kill-at-write NUMBER]`.

It can be killed in the middle of any of the files that it writes.
"""

import dataclasses
import os
import signal
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

from nee.compilation import keep_compiled_programs
from nee.engine import EngineConfig
from nee.subroutines.minimum import MINIMUM
from nee.training import run

SUBROUTINE = dataclasses.replace(
    MINIMUM,
    config=EngineConfig(layers=1, width=8, feed_forward=16, score_width=16),
    validate=lambda engine, recipe: {"lists": 50.0},
)
RECIPE = dataclasses.replace(MINIMUM.recipes[0], steps=120, lessons_per_step=2)
EVERY = {"REPORT_EVERY": 10, "CHECKPOINT_EVERY": 50}
"""Steps, in place of those of a real run."""
WRITES = 1 + 12 + 3 + 1
"""The first checkpoint, twelve rows, three more checkpoints and the weights."""


def interrupt_write(number: int, interrupt: Callable[[], None]) -> Callable[[int], None]:
    """A function in place of `os.fsync`, which leaves half of one file that is written, and interrupts."""
    numbers = count(1)

    def sync(descriptor: int) -> None:
        if next(numbers) == number:
            os.ftruncate(descriptor, os.fstat(descriptor).st_size - 20)
            interrupt()

    return sync


def main() -> None:
    keep_compiled_programs()
    if "--kill-at-write" in sys.argv:
        number = int(sys.argv[sys.argv.index("--kill-at-write") + 1])
        os.fsync = interrupt_write(number, lambda: os.kill(os.getpid(), signal.SIGKILL))
    for name, steps in EVERY.items():
        setattr(run, name, steps)
    for report in run.train(SUBROUTINE, RECIPE, seed=3, folder=Path(sys.argv[1]), resume="--resume" in sys.argv):
        print(report.step, flush=True)


if __name__ == "__main__":
    main()
