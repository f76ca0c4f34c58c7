"""Train an engine."""

from pathlib import Path
from typing import Any

from nee import runs
from nee.subroutines import SUBROUTINES

ENGINE = "engine.safetensors"
"""What a training leaves in its folder."""


def train(folder: Path, *, subroutine: str, recipe: dict[str, Any], seed: int) -> dict[str, Any]:
    """Train with a recipe; go on from the last checkpoint if there is one."""
    taught = SUBROUTINES[subroutine]
    resume = (folder / runs.CHECKPOINT).exists()
    exact: dict[str, float] = {}
    for report in runs.train(taught, type(taught.recipes[0])(**recipe), seed=seed, folder=folder, resume=resume):
        print(report, flush=True)
        exact = report.exact
    return {"validated": exact}
