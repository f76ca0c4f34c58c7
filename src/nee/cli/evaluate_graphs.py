"""The part of `nee evaluate` that is about graph programs."""

import dataclasses
import json
from pathlib import Path
from typing import Literal

Kind = Literal["mixed", "erdos_renyi", "newman_watts_strogatz", "regular", "barabasi_albert"]
PROGRAMS = ("dijkstra", "prim")


def evaluate_program(
    program: str, sizes: list[int], kind: Kind, graphs: int, seed: int, weights: Path | None, as_json: bool
) -> None:
    """Run a program on random graphs, and print how often it is right."""
    from nee import pretrained, provenance
    from nee.checkpoints import fingerprint, read_engine
    from nee.cli.showing import progress
    from nee.graph_evaluation import evaluate_dijkstra, evaluate_prim

    path = weights or pretrained.weights("minimum")
    minimum, add = read_engine(path), pretrained.load("add")
    rows = []
    for size in progress(sizes, f"running {program} on {graphs} graphs of each size"):
        if program == "dijkstra":
            rows.append(evaluate_dijkstra(minimum, add, size, graphs=graphs, kind=kind, seed=seed))
        else:
            rows.append(evaluate_prim(minimum, size, graphs=graphs, kind=kind, seed=seed))
    if as_json:
        made = provenance.of_figures(path)
        if program == "dijkstra":
            made |= {"add_weights": fingerprint(pretrained.weights("add"))}
        print(json.dumps(made | {"figures": [dataclasses.asdict(row) for row in rows]}, indent=1))
    else:
        print_table(rows, f"{program} on {kind} graphs, 95 % intervals")


def print_table(rows, title: str) -> None:
    """A row for each size."""
    from rich.console import Console
    from rich.table import Table

    from nee.cli.showing import percent

    table = Table("nodes", "graphs", "whole graphs exact", "nodes right", title=title)
    for row in rows:
        table.add_row(str(row.size), str(row.graphs), percent(row.whole_graphs), percent(row.nodes))
    Console().print(table)
