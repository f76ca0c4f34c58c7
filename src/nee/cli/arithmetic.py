"""The commands `nee add` and `nee multiply`."""

import json
from typing import Annotated

import typer

from nee.cli.sort import parse

Operand = Annotated[str, typer.Argument(help="A whole number.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def add(a: Operand, b: Operand, as_json: AsJson = False) -> None:
    """Add two numbers with a trained network: sums up to 255."""
    from nee.arithmetic import add as run

    show(run, a, b, as_json)


def multiply(a: Operand, b: Operand, as_json: AsJson = False) -> None:
    """Multiply two numbers with a trained network: products up to 4095."""
    from nee.arithmetic import multiply as run

    show(run, a, b, as_json)


def show(run, a: str, b: str, as_json: bool) -> None:
    """Run an operation on what was written, and print the answer."""
    operands = [parse(a), parse(b)]
    result = run(*operands)
    print(json.dumps({"operands": operands, "result": result}) if as_json else result)
