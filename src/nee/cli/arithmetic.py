"""The commands `nee add` and `nee multiply`."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from nee.cli.arguments import MOST_DIGITS, parse_number
from nee.cli.by import ByOption, say_by
from nee.cli.html import Html, check_html, write_page
from nee.cli.output import print_json, working

Operand = Annotated[str, typer.Argument(help="A whole number.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON; with --trace, every step too.")]
Trace = Annotated[bool, typer.Option("--trace", help="Tell every step: with --json as data, else as lines.")]


def add(
    a: Operand, b: Operand, trace: Trace = False, as_json: AsJson = False, by: ByOption = None, html: Html = None
) -> None:
    """Add two whole numbers of up to 4000 digits with a trained network."""
    show("add", a, b, trace, as_json, by, html)


def multiply(
    a: Operand, b: Operand, trace: Trace = False, as_json: AsJson = False, by: ByOption = None, html: Html = None
) -> None:
    """Multiply two whole numbers of up to 4000 digits with a trained network; with `--by network` of some 900."""
    show("multiply", a, b, trace, as_json, by, html)


def show(
    name: Literal["add", "multiply"],
    a: str,
    b: str,
    trace: bool,
    as_json: bool,
    by: Literal["network", "table"] | None,
    html: Path | None,
) -> None:
    """Run an operation on what was written, and print the answer."""
    check_html(html)
    first, second = parse_number(a), parse_number(b)

    # Who wants to watch gets forward passes of the network, as with lists and graphs.
    by = by or ("network" if trace or html else None)
    with working("the network calculates"):
        # JAX takes a second to import: `nee --help` does not wait for it.
        from nee.solve.arithmetic import calculate

        result, ran = calculate(name, first, second, by)
        steps = {}
        if trace or html:
            from nee.player.traces import arithmetic_trace

            steps = arithmetic_trace(name, int(first), int(second), ran)
    with many_digits():
        if as_json:
            answer = {"operands": [first, second], "result": result, "by": ran}
            print_json(answer | ({"trace": steps} if trace else {}))
        else:
            if trace:
                draw_steps(steps)
            print(result)
            say_by(ran)
        if html:
            write_page(html, steps, say=not as_json)


@contextmanager
def many_digits() -> Iterator[None]:
    """A product has as many digits as both operands, which is more than Python prints unasked."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(2 * MOST_DIGITS)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def draw_steps(trace: dict[str, Any]) -> None:
    """A line for each question: the operands and what came out, with the carry of wide numbers."""
    sign = {"add": "+", "multiply": "×"}[trace["program"]]
    for number, step in enumerate(trace["runs"][0]["steps"]):
        if "products" in step:
            limb, *others = step["values"]
            line = ", ".join(
                f"{limb} × {other} = {product}" for other, product in zip(others, step["products"], strict=True)
            )
            print(f"limb {number}: {line}; row {step['columns']}")
        elif "carry" in step:
            a, b = step["values"]
            print(f"limb {number}: {a} + {b} + carry {step['carry']} = {step['value']}")
        else:
            a, b = trace["values"]
            print(f"{a} {sign} {b} = {step['value']}, bits {''.join(map(str, reversed(step['bits'])))}")
