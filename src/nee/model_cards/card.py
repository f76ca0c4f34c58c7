"""A model card: what an engine was taught, on what, how well it does, and where it ends.

Nothing here is typed by hand. It is read from the weights, their certificate, the subroutine and results/.
"""

import inspect
from dataclasses import dataclass
from pathlib import Path

import jax

from nee import pretrained
from nee.certificates.certificate import Certificate, certificate_of, read_certificate
from nee.errors import InputError
from nee.model_cards.figures import Figure, figures_of
from nee.numbers import infinity
from nee.paper.report.blocks import LEARNED_AND_GIVEN
from nee.subroutines import SUBROUTINES, Subroutine
from nee.training.checkpoints import read_provenance, read_recipe, weights_hash
from nee.training.provenance import Provenance


@dataclass(frozen=True)
class ModelCard:
    """All that is known of an engine that ships."""

    name: str
    learned: str
    """What it finds, in a few words."""
    learned_parts: str
    given: str
    """What is not learned, but wired."""
    lesson: str
    """What one lesson of its training was."""
    parameters: int
    bytes: int
    provenance: Provenance
    certificate: Certificate | None
    """What it said when it was asked everything; None if nobody has asked these weights."""
    limits: list[str]
    figures: list[Figure]


def card_of(name: str) -> ModelCard:
    """The card of an engine that ships."""
    weights = pretrained.weights(name)
    made = read_provenance(weights)
    subroutine = SUBROUTINES[made.subroutine]
    tensors = weights_hash(weights)
    certificate = certificate_if_any(weights, tensors)
    kind = made.subroutine.split("-")[0]
    learned_parts, given = next(row[1:] for row in LEARNED_AND_GIVEN if kind in row[0].split(", "))
    return ModelCard(
        name=name,
        learned=subroutine.summary,
        learned_parts=learned_parts,
        given=given,
        lesson=inspect.getdoc(subroutine.lesson) or "",
        parameters=sum(leaf.size for leaf in jax.tree.leaves(pretrained.load(name))),
        bytes=weights.stat().st_size,
        provenance=made,
        certificate=certificate,
        limits=limits(subroutine, weights, certificate),
        figures=figures_of(tensors),
    )


def certificate_if_any(weights: Path, tensors: str) -> Certificate | None:
    """The certificate of these very weights."""
    try:
        certificate, asked = read_certificate(certificate_of(weights))
    except InputError:
        return None
    return certificate if asked == tensors else None


def limits(subroutine: Subroutine, weights: Path, certificate: Certificate | None) -> list[str]:
    """Where the engine ends."""
    config = read_provenance(weights).config
    bits, end = config["bits"], infinity(config["bits"])
    found = [
        f"It reads the whole numbers from 0 to {end - 1} ({bits} bits), and {end}, which stands for infinity. Wider "
        "numbers are for engines that are made of it: `nee.composed`."
    ]
    if config.get("most_shown"):
        found.append(f"Of a list it reads at most {config['most_shown']} slots, those that the mask shows.")
    if subroutine.domain is None:
        found.append("Its certificate covers every list of one and of two numbers. Longer lists are measured.")
    else:
        pairs, _, seen = subroutine.domain(read_recipe(weights, type(subroutine.recipes[0])))
        found.append(f"It answers the {len(pairs):,} pairs of numbers whose result it can write, and no others.")
        unseen = len(pairs) - seen.sum()
        showed = f"all but {unseen:,}" if unseen else "every one: no figure says how it does on unseen ones"
        found.append(f"Of these pairs training showed {showed}.")
    if certificate is None:
        found.append("These weights have no certificate: `nee certify` makes one.")
    elif not certificate.holds:
        found.append(
            f"It is not exact: {certificate.wrong:,} of {certificate.questions:,} answers are wrong, "
            f"such as {certificate.first_wrong}. Use it for nothing but the program that taught it."
        )
    return found
