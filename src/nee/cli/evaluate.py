"""The command `nee evaluate`."""

import dataclasses
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from nee.cli.evaluate_graphs import PROGRAMS, Kind, evaluate_program
from nee.cli.showing import percent, progress
from nee.errors import InputError

if TYPE_CHECKING:
    from nee.evaluation import Accuracy


def evaluate(
    name: Annotated[
        str, typer.Argument(help="A subroutine, such as minimum; a graph program, dijkstra or prim; or seq2seq.")
    ],
    sizes: Annotated[str, typer.Option(help="How many numbers or nodes.")] = "25,50,75,100",
    distribution: Annotated[Literal["mixed", "random", "close"], typer.Option(help="Which lists.")] = "mixed",
    lists: Annotated[int, typer.Option(help="How many lists of each size.", min=1)] = 100,
    kind: Annotated[Kind, typer.Option(help="Which graphs.")] = "mixed",
    graphs: Annotated[int, typer.Option(help="How many graphs of each size.", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="Fixes the lists or graphs.", min=0, max=2**31 - 2)] = 0,
    pairs: Annotated[bool, typer.Option("--pairs", help="Every number and every pair instead of lists.")] = False,
    variant: Annotated[str | None, typer.Option(help="Of seq2seq: vanilla or all_mod, which ship.")] = None,
    examples: Annotated[
        bool, typer.Option("--examples", help="Of seq2seq: the paper's lists, mistakes marked.")
    ] = False,
    weights: Annotated[Path | None, typer.Option(help="Evaluate this file instead of the shipped weights.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, with what made the figures.")] = False,
) -> None:
    """Measure how often an engine is right: on lists that it has never seen, or on all that it can be asked.

    Of a graph program, --weights is its minimum engine.
    """
    wanted = parse_sizes(sizes)
    if pairs and name in (*PROGRAMS, "seq2seq"):
        raise InputError(f"{name} is not asked about pairs: --pairs says nothing.")
    if (variant or examples) and name != "seq2seq":
        raise InputError(f"--variant and --examples are for seq2seq: they say nothing about {name}.")
    if name in PROGRAMS:
        evaluate_program(name, wanted, kind, graphs, seed, weights, as_json)
    elif name == "seq2seq":
        from nee.cli.evaluate_seq2seq import evaluate_seq2seq

        evaluate_seq2seq(variant, weights, wanted, distribution, lists, seed, examples, as_json)
    else:
        evaluate_engine(name, weights, wanted, distribution, lists, seed, pairs, as_json)


def evaluate_engine(
    name: str,
    weights: Path | None,
    sizes: list[int],
    distribution: Literal["mixed", "random", "close"],
    lists: int,
    seed: int,
    pairs: bool,
    as_json: bool,
) -> None:
    """Measure an engine on fresh lists, on pairs or, of an operation, on all that it can be asked."""
    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee import evaluation, pretrained, provenance
    from nee.checkpoints import read_engine, read_provenance
    from nee.sorting import ENGINES
    from nee.subroutines import SUBROUTINES

    path = weights or pretrained.weights(name)
    made = read_provenance(path)
    if made.subroutine != name:
        raise InputError(f"{path} was trained for {made.subroutine}, not for {name}.")
    engine, subroutine = read_engine(path), SUBROUTINES[name]
    whole_domain = pairs or subroutine.domain is not None
    rows: list[Any]
    if subroutine.domain is not None:
        recipe = type(subroutine.recipes[0])(**made.recipe)
        rows = [evaluation.evaluate_operation(engine, subroutine, recipe)]
    elif pairs:
        rows = [evaluation.evaluate_pairs(engine, subroutine)]
    else:
        algorithm = next((algorithm for algorithm, engine_name in ENGINES.items() if engine_name == name), "selection")
        rows = [
            evaluation.evaluate(engine, size, lists=lists, distribution=distribution, seed=seed, algorithm=algorithm)
            for size in progress(sizes, f"sorting {lists} lists of each size")
        ]
    if as_json:
        print(
            json.dumps(provenance.of_figures(path) | {"figures": [dataclasses.asdict(row) for row in rows]}, indent=1)
        )
    elif whole_domain:
        print_counts(rows[0])
    else:
        print_table(rows, distribution)


def parse_sizes(text: str) -> list[int]:
    """Sizes that are separated by commas."""
    words = text.split(",")
    if not all(word.strip().isdecimal() and int(word) > 0 for word in words):
        raise InputError(f"{text!r} is no list of sizes: write them like 25,50,100.")
    return [int(word) for word in words]


def print_table(rows: "list[Accuracy]", distribution: str) -> None:
    """A row for each size."""
    from rich.console import Console
    from rich.table import Table

    table = Table("size", "lists", "whole lists exact", "numbers right", title=f"{distribution} lists, 95 % intervals")
    for row in rows:
        table.add_row(str(row.size), str(row.lists), percent(row.whole_lists), percent(row.numbers))
    Console().print(table)


def print_counts(counts) -> None:
    """What was asked, and what went wrong."""
    for field, count in dataclasses.asdict(counts).items():
        print(f"{field.replace('_', ' ')}: {count}")
