"""The command `nee sort`."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from nee.errors import InputError


def sort(
    numbers: Annotated[
        list[str] | None,
        typer.Argument(help="Whole numbers from 0 to 255; without any, they are read from standard input."),
    ] = None,
    file: Annotated[Path | None, typer.Option(help="Read the numbers from this file.")] = None,
    algorithm: Annotated[Literal["selection", "merge"], typer.Option(help="Which way to sort.")] = "selection",
    trace: Annotated[bool, typer.Option("--trace", help="Draw every step.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON; with --trace, every step too.")] = False,
) -> None:
    """Sort numbers with a trained network."""
    values = [parse(word) for word in words(numbers, file)]

    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee.cli.drawing import draw_merges, draw_trace
    from nee.sorting import sort as sort_by_engine
    from nee.sorting import sort_and_trace

    execution = sort_and_trace(values, algorithm=algorithm) if trace and values else None
    result = execution.result.tolist() if execution else sort_by_engine(values, algorithm=algorithm)
    if as_json:
        answer = {"values": values, "sorted": result}
        print(json.dumps(answer | {"trace": as_data(execution) if execution else []} if trace else answer))
        return
    if execution and algorithm == "merge":
        draw_merges(values, execution.levels)
    elif execution:
        draw_trace(values, execution.trace)
    print(*result)


def words(numbers: list[str] | None, file: Path | None) -> list[str]:
    """What was given, in the one place that it was given in."""
    if numbers and file:
        raise InputError("The numbers come from the command line or from a file, not from both.")
    if not numbers and not file and sys.stdin.isatty():
        raise InputError("There is nothing to sort: give numbers, a --file, or standard input.")
    try:
        text = " ".join(numbers) if numbers else file.read_text() if file else sys.stdin.read()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file or 'Standard input'} cannot be read: {error}.") from None
    return text.replace(",", " ").split()


def parse(word: str) -> int | float:
    """The number that a word writes; whether the engine can read it is not decided here."""
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    raise InputError(f"{word!r} is not a number.")


def as_data(execution) -> Sequence[object]:
    """The steps of an execution, for JSON; of merge sort, the steps of each merge of each level."""
    import jax

    if not hasattr(execution, "levels"):
        return steps_as_data(execution.trace)
    return [
        [steps_as_data(jax.tree.map(lambda x, i=i: x[i], level)) for i in range(len(level.mask))]
        for level in execution.levels
    ]


def steps_as_data(trace) -> list[dict[str, object]]:
    """The steps of one trace."""
    masks, steps = trace
    return [
        {"mask": mask, "value": value, "pointer": pointer, "next_mask": next_mask, "attention": attention}
        for mask, value, pointer, next_mask, attention in zip(
            masks.tolist(), *(field.tolist() for field in steps), strict=True
        )
    ]
