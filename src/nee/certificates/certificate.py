"""What a certificate says, and how it is kept in a file."""

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nee.errors import InputError


@dataclass(frozen=True)
class Certificate:
    """How an engine did when it was asked everything."""

    questions: int
    wrong: int
    first_wrong: str | None
    """One wrong answer in words, if there is any."""
    margins: dict[str, float]
    """By how much the narrowest answer was right, by name: logits of bits and of the mask, and gaps of attention."""

    @property
    def holds(self) -> bool:
        """Whether every answer was right."""
        return self.wrong == 0


def write_certificate(path: Path, certificate: Certificate, weights: str, made: dict[str, Any]) -> None:
    """Keep a certificate beside the weights that it speaks of. `weights` is their SHA-256."""
    content = dataclasses.asdict(certificate) | {"weights": weights} | made
    path.write_text(json.dumps(content, indent=1) + "\n")


def read_certificate(path: Path) -> tuple[Certificate, str]:
    """A certificate, and the SHA-256 of the weights that it was made for."""
    try:
        content = json.loads(path.read_text())
        fields = {field.name: content[field.name] for field in dataclasses.fields(Certificate)}
        return Certificate(**fields), content["weights"]
    except FileNotFoundError:
        raise InputError(f"There is no certificate {path}: nee certify makes it.") from None
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError(f"{path} is no certificate: make it again with nee certify.") from None


def certificate_of(weights: Path) -> Path:
    """Where the certificate of a weights file is."""
    return weights.with_suffix(".certificate.json")


def check_certified(weights: Path, made_of: str) -> None:
    """Refuse weights unless a certificate says of them, by their SHA-256, that every answer was right."""
    certificate, certified = read_certificate(certificate_of(weights))
    if certified != made_of:
        raise InputError(f"The certificate of {weights.name} is of other weights: make it again with nee certify.")
    check_holds(certificate)


def check_holds(certificate: Certificate) -> None:
    """Refuse an engine that answered wrongly: its answers are not looked up."""
    if not certificate.holds:
        raise InputError(
            f"An engine whose certificate does not hold has no table: {certificate.wrong} of {certificate.questions} "
            f"answers were wrong, such as {certificate.first_wrong}."
        )
