"""A training that takes seconds: `python tests/tiny.py FOLDER [--resume] [--kill-at STEP]`."""

import dataclasses
import os
import signal
import sys
from pathlib import Path

from nee.compilation import keep_compiled_programs
from nee.engine import EngineConfig
from nee.runs import train
from nee.subroutines.minimum import MINIMUM

SUBROUTINE = dataclasses.replace(MINIMUM, config=EngineConfig(layers=1, width=8, feed_forward=16, score_width=16))
RECIPE = dataclasses.replace(MINIMUM.recipes[0], steps=1200, lessons_per_step=2)


def main() -> None:
    keep_compiled_programs()
    kill_at = int(sys.argv[sys.argv.index("--kill-at") + 1]) if "--kill-at" in sys.argv else None
    for report in train(SUBROUTINE, RECIPE, seed=3, folder=Path(sys.argv[1]), resume="--resume" in sys.argv):
        if report.step == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
