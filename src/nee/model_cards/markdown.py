"""A model card in the form that Hugging Face reads: Markdown below a header of metadata in YAML.

What the header may hold: https://huggingface.co/docs/hub/model-cards.
"""

import json
from typing import Any

import nee
from nee.model_cards.card import ModelCard
from nee.model_cards.figures import Figure
from nee.paper.report.markdown import table
from nee.training.provenance import Provenance

PAPER = "https://arxiv.org/abs/2006.08084"
"""Hugging Face links a model with each paper that its card names by this address."""


def render(card: ModelCard) -> str:
    """The whole card."""
    # JSON is YAML as well: each line of the header is a name and its value.
    header = "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in metadata(card).items())
    return f"---\n{header}---\n\n" + "\n\n".join(sections(card)) + "\n"


def metadata(card: ModelCard) -> dict[str, Any]:
    """What Hugging Face searches and shows."""
    results = [result(figure, card) for figure in card.figures]
    return {
        "license": "apache-2.0",
        "library_name": "nee",
        "tags": ["jax", "neural-execution-engine", "neural-algorithmic-reasoning", card.provenance.subroutine],
    } | ({"model-index": [{"name": f"nee-{card.name}", "results": results}]} if results else {})


def result(figure: Figure, card: ModelCard) -> dict[str, Any]:
    """A figure as an entry of `model-index`."""
    return {
        "task": {"type": card.provenance.subroutine, "name": card.learned},
        "dataset": {"type": f"nee-{figure.item}", "name": f"{figure.what}{sizes(figure)}"},
        "metrics": [{"type": "exact_match", "value": figure.exact.percent, "name": "whole instances exact, %"}],
    }


def sections(card: ModelCard) -> list[str]:
    """The text."""
    made = card.provenance
    return [
        f"# nee: {card.name}",
        f"A neural execution engine: a small transformer that has learned one subroutine, to find {card.learned}. "
        "It reads numbers as bits, points at the number that it used, and updates its own mask. Programs are made of "
        f"such engines ([the paper]({PAPER})).",
        "```python\nimport nee\n\n"
        f'engine = nee.load("model.safetensors")  # these weights; nee.load("{card.name}") has them too\n'
        "step = engine(values, mask)  # Step(value, pointer, mask, attention)\n```",
        f"Learned: {card.learned_parts}.\n\nGiven: {card.given}.",
        "## What it was taught",
        f"One lesson: {card.lesson}",
        f"It saw {made.step:,} steps of {made.recipe['lessons_per_step']} lessons each, with the recipe "
        f"`{made.recipe['name']}` and the seed {made.seed}: `{command(made)}` trains it again.",
        table(("recipe", ""), pairs_of(made.recipe)),
        "## Its shape",
        f"{card.parameters:,} parameters in {card.bytes:,} bytes.",
        table(("network", ""), pairs_of(made.config)),
        "## Its certificate",
        *certificate(card),
        "## Its limits",
        "\n".join(f"- {limit}" for limit in card.limits),
        "## How it was evaluated",
        *evaluation(card),
        "## What made it",
        table(("", ""), [*pairs_of(made.versions), ("SHA-256 of the arrays", made.tensors)]),
        f"This card was written by nee {nee.__version__}: `nee list {card.name}`.",
    ]


def command(made: Provenance) -> str:
    """What trains it again."""
    pairs = {name: made.recipe.get(name) for name in ("numbers", "held_out")}
    options = {"recipe": made.recipe["name"], "seed": made.seed} | pairs
    written = [f"--{name.replace('_', '-')} {value}" for name, value in options.items() if value is not None]
    return f"nee train {made.subroutine} {' '.join(written)}"


def certificate(card: ModelCard) -> list[str]:
    """What it said when it was asked everything."""
    if card.certificate is None:
        return ["None: nobody has asked these weights everything."]
    wrong = f"{card.certificate.wrong:,}" if card.certificate.wrong else "no"
    return [
        f"It was asked all of its {card.certificate.questions:,} questions and gave {wrong} wrong answers: "
        f"`nee certify {card.name}` asks again.",
        table(("narrowest", "margin"), [(name, f"{margin:.4g}") for name, margin in card.certificate.margins.items()]),
    ]


def evaluation(card: ModelCard) -> list[str]:
    """The figures, each with the command that measures it."""
    rows = [
        (
            f"{figure.what}{sizes(figure)}",
            f"{figure.instances:,}",
            f"{figure.exact.percent:.6g}{doubt(figure)}",
            f"`nee reproduce {figure.item}`",
        )
        for figure in card.figures
    ]
    if not rows:
        return ["By its certificate alone: results/ holds no other figure of these weights."]
    says = "Whole instances that are exact, with their 95 % interval, at the size whose interval reaches lowest."
    return [says, table(("what", "instances", "exact, %", "measured by"), rows)]


def doubt(figure: Figure) -> str:
    """The interval; nothing where all instances that there are were asked."""
    exact = figure.exact
    return f" ({exact.low:.1f} to {exact.high:.1f})" if exact.low < exact.high else ", of all there are"


def sizes(figure: Figure) -> str:
    """The sizes that were measured, behind what they are sizes of."""
    return f": {', '.join(map(str, figure.sizes))}" if figure.sizes else ""


def pairs_of(fields: dict[str, Any]) -> list[tuple[str, str]]:
    """Two columns."""
    return [(f"`{name}`", f"{value:g}" if isinstance(value, float) else str(value)) for name, value in fields.items()]
