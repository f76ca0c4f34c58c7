"""How often an engine is right in the program that it was taught for."""

from dataclasses import dataclass

import jax

from nee.compilation import keep_compiled_programs
from nee.evaluation.intervals import Interval, Reading, wilson
from nee.steps import Engine
from nee.subroutines import Subroutine


@dataclass(frozen=True)
class ProgramAccuracy:
    """The result of one test set."""

    size: int
    instances: int
    whole_instances: Interval
    """The program's whole answer is the one that it gives with the oracle."""
    numbers: Interval
    """Single numbers of the answers. The interval takes an instance as one observation."""
    reading: Reading = "every slot"


def evaluate_subroutine(
    subroutine: Subroutine, engine: Engine, size: int, *, instances: int, kind: str | None, seed: int
) -> ProgramAccuracy:
    """Run the subroutine's program on fresh instances, with the engine and with the oracle."""
    keep_compiled_programs()
    key = jax.random.fold_in(jax.random.key(seed), size)
    right = subroutine.judge(engine, key, instances, size, kind)
    return ProgramAccuracy(
        size=size,
        instances=instances,
        whole_instances=wilson(float(right.all(axis=-1).mean()), instances),
        numbers=wilson(float(right.mean()), instances),
    )
