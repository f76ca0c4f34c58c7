"""The command `nee evaluate seq2seq`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from nee.cli.arguments import FiguresAsJson, Seed, Sizes, Weights, parse_sizes, refuse_beside
from nee.cli.evaluate.figures import print_figures
from nee.cli.output import percent, print_table, progress, terminal
from nee.errors import InputError

if TYPE_CHECKING:
    from nee.baselines.experiments import Example
    from nee.baselines.seq2seq import Seq2Seq


def seq2seq(
    ctx: typer.Context,
    sizes: Sizes = "25,50,75,100",
    distribution: Annotated[Literal["mixed", "random", "close"], typer.Option(help="Which lists.")] = "mixed",
    lists: Annotated[int, typer.Option(help="How many lists of each size.", min=1)] = 100,
    seed: Seed = 0,
    variant: Annotated[str | None, typer.Option(help="A baseline that ships: vanilla or all_mod.")] = None,
    examples: Annotated[bool, typer.Option("--examples", help="The paper's lists instead, mistakes marked.")] = False,
    weights: Weights = None,
    as_json: FiguresAsJson = False,
) -> None:
    """Sort fresh lists with a baseline, or show what it and the engine make of the paper's examples."""
    wanted = parse_sizes(sizes)
    if examples:
        refuse_beside("--examples", ctx, "sizes", "distribution", "lists", "seed")

    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee.baselines import experiments
    from nee.baselines.weights import read_model
    from nee.baselines.weights import weights as shipped_weights
    from nee.compilation import keep_compiled_programs

    if variant and weights:
        raise InputError("The weights are those of a --variant that ships or a file of --weights, not both.")
    path = weights or shipped_weights(variant or "vanilla")
    model = read_model(path)
    keep_compiled_programs()
    if examples:
        show_examples(model, path, as_json)
        return
    rows = [
        experiments.measure(model, size, lists=lists, distribution=distribution, seed=seed)
        for size in progress(wanted, f"sorting {lists} lists of each size")
    ]
    if as_json:
        print_figures(rows, path)
        return
    print_table(
        ("size", "lists", "whole lists exact", "numbers right"),
        [(row.size, row.lists, percent(row.whole_lists), percent(row.numbers)) for row in rows],
        title=f"{distribution} lists, 95 % intervals",
    )


def show_examples(model: "Seq2Seq", path: Path, as_json: bool) -> None:
    """What the baseline and the engine make of the paper's lists."""
    from nee.baselines import experiments
    from nee.baselines.variants import name_of
    from nee.pretrained import load

    named: dict[str, experiments.Network] = {name_of(model.config): model, experiments.ENGINE: load("minimum")}
    shown = [example for name, network in named.items() for example in experiments.examples(name, network)]
    if as_json:
        print_figures(shown, path)
    else:
        print_examples(shown)


def print_examples(examples: "list[Example]") -> None:
    """Each list, and under it what was made of it; what is wrong stands in brackets."""
    from rich.text import Text

    from nee.baselines.experiments import END

    console = terminal()
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
