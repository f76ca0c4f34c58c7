"""Which weights are measured, and how the figures are printed."""

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nee.cli.output import print_json
from nee.errors import InputError

if TYPE_CHECKING:
    from nee.subroutines import Subroutine


def weights_of(subroutine: "Subroutine", given: Path | None) -> Path:
    """The file to evaluate: the given one if it was trained for this, or the one that ships."""
    from nee import pretrained
    from nee.subroutines import SUBROUTINES
    from nee.training.checkpoints import read_provenance

    if given is None:
        if subroutine.name not in pretrained.names():
            raise InputError(f"No weights of {subroutine.name} ship: name a file with --weights.")
        return pretrained.weights(subroutine.name)
    trained_for = read_provenance(given).subroutine
    # What learned from the same oracle answers the same questions: minimum-prim is a minimum too.
    known = SUBROUTINES.get(trained_for)
    if trained_for != subroutine.name and (known is None or known.oracle is not subroutine.oracle):
        raise InputError(f"{given} was trained for {trained_for}, not for {subroutine.name}.")
    return given


def print_figures(figures: Sequence[Any], weights: Path, more: Mapping[str, str] | None = None) -> None:
    """As JSON, with what made them."""
    from nee.training.checkpoints import weights_hash
    from nee.training.provenance import describe_measurement

    rows = [dataclasses.asdict(figure) for figure in figures]
    print_json(describe_measurement(weights_hash(weights)) | dict(more or {}) | {"figures": rows}, indent=1)
