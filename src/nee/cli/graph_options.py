"""What the commands on a graph share."""

from collections.abc import Hashable, Iterable
from pathlib import Path
from typing import Annotated

import typer

from nee.cli.arguments import shorten
from nee.errors import InputError

File = Annotated[
    Path, typer.Argument(help="Weighted edge list (.txt), .csv, .graphml, .gml, node-link .json, .mtx or DIMACS .gr.")
]
Weight = Annotated[str, typer.Option(help="The attribute or CSV column that holds the weights.")]
Trace = Annotated[bool, typer.Option("--trace", help="Show every step.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON; with --trace, every step too.")]
Plot = Annotated[Path | None, typer.Option(help="Draw the graph with the answer on it, as .png, .svg or .pdf.")]


def named(graph: Iterable[Hashable], text: str) -> Hashable:
    """The node that a person wrote the name of. Some files have numbers for names."""
    nodes = [node for node in graph if str(node) == text]
    if not nodes:
        raise InputError(f"There is no node {shorten(text)!r} in the graph.")
    return nodes[0]
