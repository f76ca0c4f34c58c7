"""The command `nee evaluate seq2seq`."""

import dataclasses
import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from nee.cli.evaluate import print_table
from nee.cli.showing import progress
from nee.errors import InputError

if TYPE_CHECKING:
    from nee.baselines.experiments import Example


def evaluate_seq2seq(
    variant: str | None,
    weights: Path | None,
    sizes: list[int],
    distribution: Literal["mixed", "random", "close"],
    lists: int,
    seed: int,
    examples: bool,
    as_json: bool,
) -> None:
    """Measure a baseline on fresh lists, or show what it and the engine make of the paper's examples."""
    from nee import provenance
    from nee.baselines import experiments
    from nee.baselines.variants import name_of
    from nee.baselines.weights import read_model
    from nee.baselines.weights import weights as shipped_weights
    from nee.compilation import keep_compiled_programs
    from nee.pretrained import load

    if variant and weights:
        raise InputError("The weights are those of a --variant that ships or a file of --weights, not both.")
    path = weights or shipped_weights(variant or "vanilla")
    model = read_model(path)
    keep_compiled_programs()
    if examples:
        named: dict[str, experiments.Network] = {name_of(model.config): model, experiments.ENGINE: load("minimum")}
        shown = [example for name, network in named.items() for example in experiments.examples(name, network)]
        figures = [dataclasses.asdict(example) for example in shown]
    else:
        rows = [
            experiments.measure(model, size, lists=lists, distribution=distribution, seed=seed)
            for size in progress(sizes, f"sorting {lists} lists of each size")
        ]
        figures = [dataclasses.asdict(row) for row in rows]
    if as_json:
        print(json.dumps(provenance.of_figures(path) | {"figures": figures}, indent=1))
    elif examples:
        print_examples(shown)
    else:
        print_table(rows, distribution)


def print_examples(examples: "list[Example]") -> None:
    """Each list, and under it what was made of it; what is wrong stands in brackets."""
    from rich.console import Console
    from rich.text import Text

    from nee.baselines.experiments import END

    console = Console(highlight=False)
    for values in dict.fromkeys(tuple(example.values) for example in examples):
        same = [example for example in examples if tuple(example.values) == values]
        console.print(Text(f"{same[0].distribution:24}" + "".join(f"{value:6}" for value in values), "bold"))
        for example in same:
            line = Text(f"{example.model:24}")
            for output, wrong in zip(example.outputs, example.wrong, strict=True):
                written = "e" if output == END else str(output)
                line.append(f"[{written}]".rjust(6) if wrong else written.rjust(6), "bold red" if wrong else "")
            console.print(line)
        console.print()
