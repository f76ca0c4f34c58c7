"""The command `nee certify`."""

import dataclasses
from pathlib import Path
from typing import Annotated, Any

import typer

from nee.cli.arguments import AsJson, check_folder
from nee.cli.evaluate.figures import weights_of
from nee.cli.output import print_json, print_table, progress
from nee.errors import EngineError, InputError


def certify(
    engines: Annotated[
        list[str] | None, typer.Argument(help="Engines that ship, or one file.py or module:NAME; without any, all.")
    ] = None,
    weights: Annotated[Path | None, typer.Option(help="Certify this file instead of the shipped weights.")] = None,
    as_json: AsJson = False,
) -> None:
    """Ask engines everything that they can be asked, and keep the certificate beside the weights.

    Who names no engine asks whether all is as it was: one that shipped with wrong answers is no error then.
    """
    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee import pretrained
    from nee.certificates.certificate import certificate_of
    from nee.compilation import keep_compiled_programs
    from nee.evaluation.certifying import certify_file, known_to_be_wrong
    from nee.subroutines import SUBROUTINES
    from nee.subroutines.find import find_subroutine
    from nee.training.checkpoints import read_provenance

    if weights and len(engines or []) != 1:
        raise InputError("--weights certifies one file: name the one subroutine that it was trained for.")
    names = engines or pretrained.names()
    wanted = []
    for name in names:
        shipped = name in pretrained.names() and weights is None
        subroutine = SUBROUTINES[read_provenance(pretrained.weights(name)).subroutine] if shipped else None
        subroutine = subroutine or find_subroutine(name)
        wanted.append((name, subroutine, pretrained.weights(name) if shipped else weights_of(subroutine, weights)))
    for *_, path in wanted:
        check_folder(path.parent)
    keep_compiled_programs()
    known = [] if engines else [name for name, _, path in wanted if known_to_be_wrong(path)]
    rows: list[dict[str, Any]] = []
    for name, subroutine, path in progress(wanted, "asking everything"):
        certificate = certify_file(path, subroutine)
        rows.append({"engine": name, "file": str(certificate_of(path))} | dataclasses.asdict(certificate))
    print_json(rows, indent=1) if as_json else print_certificates(rows)
    wrong = [row["engine"] for row in rows if row["wrong"] and row["engine"] not in known]
    if wrong:
        raise EngineError(f"{', '.join(wrong)} cannot be certified: not every answer is right.")


def print_certificates(rows: list[dict[str, Any]]) -> None:
    """A row for each engine."""
    columns = ("engine", "questions", "wrong", "smallest margins")
    print_table(
        columns,
        [
            (
                row["engine"],
                f"{row['questions']:,}",
                f"{row['wrong']:,} ({row['first_wrong']})" if row["wrong"] else "0",
                ", ".join(f"{name} {margin:.3g}" for name, margin in row["margins"].items()),
            )
            for row in rows
        ],
    )
