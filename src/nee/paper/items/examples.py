"""The qualitative examples of the appendix: four lists, and what is made of them."""

from typing import Any

from nee.baselines.experiments import ENGINE
from nee.numbers import infinity
from nee.paper import published
from nee.paper.items.curves import network
from nee.paper.items.item import Item, Jobs, Plan, Results
from nee.paper.jobs import Job
from nee.paper.report.blocks import Block, Table
from nee.paper.work.baselines import sort_examples

MODELS = ("vanilla", ENGINE)


def jobs(plan: Plan) -> Jobs:
    """The same lists for both models."""
    found: Jobs = {}
    for model in MODELS:
        source = network(plan, model, 0)
        assert source is not None, f"{model} does not ship"
        found[model,] = Job(f"examples for {model}", sort_examples, {}, {"weights": source})
    return found


def show(plan: Plan, results: Results) -> list[Block]:
    """The list, the paper's output, and ours."""
    rows = []
    for examples in zip(*(results[model,]["examples"] for model in MODELS), strict=True):
        values, kind = examples[0]["values"], examples[0]["distribution"]
        rows.append([kind, "list", " ".join(map(str, values))])
        rows.append(["", "the paper's vanilla", published.EXAMPLES[tuple(values)]])
        rows += [["", f"our {example['model']}", marked(example)] for example in examples]
    caption = "Mistakes stand in brackets, as the paper marks them and as they are for ours. e is the end."
    return [Table(caption, ["lists", "", "numbers"], rows)]


def marked(example: dict[str, Any]) -> str:
    """The outputs, with the mistakes in brackets."""
    written = ["e" if output == infinity(8) else str(output) for output in example["outputs"]]
    pairs = zip(written, example["wrong"], strict=True)
    return " ".join(f"[{text}]" if wrong else text for text, wrong in pairs)


EXAMPLES = Item("examples", "appendix", "Four lists, and what is made of them", jobs, show)
