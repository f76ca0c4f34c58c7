"""The certificate of an engine, by what it was taught."""

from pathlib import Path

import numpy as np

from nee import pretrained
from nee.certificates import Certificate, certify_comparison, certify_operation
from nee.certificates.certificate import certificate_of, read_certificate, write_certificate
from nee.composed.table import tabulate, write_table
from nee.engine import NeuralEngine
from nee.errors import InputError
from nee.numbers import infinity
from nee.subroutines import Subroutine
from nee.training.checkpoints import read_engine, weights_hash
from nee.training.provenance import describe_measurement

WHOLE = 8
"""Up to this many bits a table has all numbers; above, those whose products fit."""


def certify(engine: NeuralEngine, subroutine: Subroutine) -> Certificate:
    """Ask an engine everything: all that is listed as its domain, or else all lists of up to two numbers."""
    if subroutine.domain is None:
        return certify_comparison(engine, subroutine.oracle)
    pairs, results, *_ = subroutine.domain(subroutine.recipes[0])
    return certify_operation(engine, pairs.astype(np.int32), results)


def certify_file(weights: Path, subroutine: Subroutine, most_wrong: int | None = None) -> Certificate:
    """Certify weights, and see to it that the certificate lies beside them; for engines with a table, the table too.

    A certificate with more than `most_wrong` wrong answers is not written: the next one would be compared with it.
    """
    engine, made_of = read_engine(weights), weights_hash(weights)
    certificate = certify(engine, subroutine)
    accepted = most_wrong is None or certificate.wrong <= most_wrong
    if accepted and not is_kept(certificate_of(weights), certificate, made_of):
        write_certificate(certificate_of(weights), certificate, made_of, describe_measurement(made_of))
    table = pretrained.table(weights.stem)
    if weights.parent == pretrained.FOLDER and table.exists() and certificate.holds:
        numbers = infinity(engine.bits) + 1 if engine.bits <= WHOLE else 1 << engine.bits // 2
        write_table(table, tabulate(engine, numbers, certificate), made_of)
    return certificate


def is_kept(path: Path, certificate: Certificate, made_of: str) -> bool:
    """Whether the file says the same already: a new date alone is no news."""
    try:
        return read_certificate(path) == (certificate, made_of)
    except InputError:
        return False


def wrong_before(weights: Path) -> int:
    """How many wrong answers the certificate beside these very weights tells of; none if there is none."""
    try:
        certificate, made_of = read_certificate(certificate_of(weights))
    except InputError:
        return 0
    return certificate.wrong if made_of == weights_hash(weights) else 0


def certified(weights: Path) -> str:
    """What a certificate says of weights, in a few words."""
    try:
        certificate, made_of = read_certificate(certificate_of(weights))
    except InputError:
        return "no certificate"
    if made_of != weights_hash(weights):
        return "of other weights"
    return f"{certificate.questions:,} questions, {certificate.wrong or 'none'} wrong"
