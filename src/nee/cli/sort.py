"""The command `nee sort`."""

import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from nee.cli.arguments import parse_number
from nee.cli.by import ByOption, say_by
from nee.cli.html import Html, check_html, write_page
from nee.cli.output import print_json, working
from nee.errors import InputError

MOST_TOLD = 500
"""A trace grows with the square of the numbers: of 500 it has megabytes."""


def sort(
    numbers: Annotated[
        list[str] | None,
        typer.Argument(help="Numbers; without any, they are read from standard input."),
    ] = None,
    file: Annotated[Path | None, typer.Option(help="Read the numbers from this file.")] = None,
    algorithm: Annotated[
        Literal["selection", "merge", "bitonic"] | None,
        typer.Option(help="Which way to sort; without it, selection sort by the network, bitonic sort by the table."),
    ] = None,
    by: ByOption = None,
    trace: Annotated[bool, typer.Option("--trace", help="Draw every step.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON; with --trace, every step too.")] = False,
    html: Html = None,
) -> None:
    """Sort numbers with a trained network."""
    check_html(html)
    values = [parse_number(word) for word in words(numbers, file)]

    watched: str = algorithm or "selection"
    if watched == "bitonic" and (trace or html):
        raise InputError("The steps of bitonic sort are not shown: choose selection or merge.")
    if len(values) > MOST_TOLD and (html or (trace and as_json)):
        raise InputError(f"Every step of {len(values)} numbers is too much to be kept: it may be {MOST_TOLD}.")
    with working(f"the network sorts {len(values)} numbers"):
        # JAX takes a second to import: `nee --help` does not wait for it.
        from nee.solve.sorting import sort_and_say, sort_and_trace

        execution = sort_and_trace(values, algorithm=watched, by=by) if (trace or html) and values else None
        if execution:
            result, ran, way = execution.result.tolist(), by or "network", watched
        else:
            result, ran, way = sort_and_say(values, algorithm, by)
    steps = {}
    if html or (trace and as_json):
        from nee.player.traces import sort_trace

        steps = sort_trace(values, execution, watched, ran)
    if as_json:
        answer = {"values": values, "sorted": result, "by": ran, "algorithm": way}
        print_json(answer | ({"trace": steps} if trace else {}))
    else:
        if trace and execution:
            draw(values, execution)
        print(*result)
        say_by(ran)
    if html:
        write_page(html, steps, say=not as_json)


def draw(values: list[int | float], execution: Any) -> None:
    """Every step, on the terminal."""
    from nee.cli.drawing import draw_merges, draw_trace

    if hasattr(execution, "levels"):
        draw_merges(values, execution.levels)
    else:
        draw_trace(values, execution.trace)


def words(numbers: list[str] | None, file: Path | None) -> list[str]:
    """What was given, in the one place that it was given in."""
    if numbers and file:
        raise InputError("The numbers come from the command line or from a file, not from both.")
    if not numbers and not file and (sys.stdin is None or sys.stdin.isatty()):  # It is None if it was closed.
        raise InputError("There is nothing to sort: give numbers, a --file, or standard input.")
    return (" ".join(numbers) if numbers else read_text(file)).replace(",", " ").split()


def read_text(file: Path | None) -> str:
    """What stands in the file, or in standard input, without the mark that Windows programs put in front."""
    try:
        content = file.read_bytes() if file else sys.stdin.buffer.read()
        return content.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file or 'Standard input'} cannot be read: {reason(error)}.") from None


def reason(error: OSError | UnicodeDecodeError) -> str:
    """Why something cannot be read."""
    return error.strerror or str(error) if isinstance(error, OSError) else "it is not text"
