"""The qualitative examples of the appendix: four lists, and what is made of them."""

from collections.abc import Sequence
from typing import Any

from nee.baselines.experiments import ENGINE
from nee.jobs.job import Job
from nee.numbers import infinity
from nee.paper import published, work
from nee.paper.items.baselines import network
from nee.paper.items.item import Item, Plan
from nee.paper.report.blocks import Block, Table
from nee.paper.results import Measurement


def jobs(plan: Plan) -> list[Job]:
    """The same lists for both models."""
    return [
        Job(f"examples for {model}", work.sort_examples, {}, {"weights": source})
        for model in ("vanilla", ENGINE)
        if (source := network(plan, model, 0)) is not None
    ]


def show(measurements: Sequence[Measurement]) -> list[Block]:
    """The list, the paper's output, and ours."""
    rows = []
    for examples in zip(*(each.answer["examples"] for each in measurements), strict=True):
        values = examples[0]["values"]
        rows.append([examples[0]["distribution"], "list", " ".join(map(str, values))])
        rows.append(["", "the paper's vanilla", published.EXAMPLES[tuple(values)]])
        rows += [["", f"our {example['model']}", marked(example)] for example in examples]
    caption = "Mistakes stand in brackets, as the paper marks them and as they are for ours. e is the end."
    return [Table(caption, ["lists", "", "numbers"], rows)]


def marked(example: dict[str, Any]) -> str:
    """The outputs, with the mistakes in brackets."""
    written = ["e" if output == infinity(8) else str(output) for output in example["outputs"]]
    pairs = zip(written, example["wrong"], strict=True)
    return " ".join(f"[{text}]" if wrong else text for text, wrong in pairs)


EXAMPLES = Item("examples", "appendix", "Four lists, and what is made of them", jobs, show, "examples")
