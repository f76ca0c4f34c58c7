"""Options that all trainings have."""

from pathlib import Path
from typing import Annotated

import typer

Recipe = Annotated[str | None, typer.Option(help="How to train; without it, as the shipped weights were.")]
Seed = Annotated[int, typer.Option(help="Fixes everything that is drawn.", min=0, max=2**31 - 1)]
Steps = Annotated[int | None, typer.Option(help="Instead of the recipe's number of steps.", min=1, max=2**31 - 1)]
Out = Annotated[Path | None, typer.Option(help="The run's folder; runs/NAME-RECIPE-SEED without it.")]
Seeds = Annotated[int, typer.Option(help="Train this many runs side by side, from --seed on.", min=1, max=1000)]
Resume = Annotated[bool, typer.Option("--resume", help="Go on from the run's last checkpoint.")]
