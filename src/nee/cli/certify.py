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

    Who names no engine asks whether all is as it was: as many wrong answers as the certificate tells of are no error
    then, and a certificate that tells of more is not kept.
    """
    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee import pretrained
    from nee.certificates.certificate import certificate_of
    from nee.compilation import keep_compiled_programs
    from nee.evaluation.certifying import certify_file, wrong_before
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
    rows: list[dict[str, Any]] = []
    failed = []
    for name, subroutine, path in progress(wanted, "asking everything"):
        known = 0 if engines else wrong_before(path)
        certificate = certify_file(path, subroutine, most_wrong=None if engines else known)
        if certificate.wrong > known:
            failed.append(name)
        rows.append({"engine": name, "file": str(certificate_of(path))} | dataclasses.asdict(certificate))
    print_json(rows, indent=1) if as_json else print_certificates(rows)
    if failed:
        raise EngineError(f"{', '.join(failed)} cannot be certified: not every answer is right.")


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
