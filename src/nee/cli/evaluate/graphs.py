"""The commands `nee evaluate dijkstra` and `nee evaluate prim`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from nee.cli.arguments import FiguresAsJson, Seed, Sizes, parse_sizes
from nee.cli.evaluate.figures import print_figures, weights_of
from nee.cli.output import percent, print_table, progress

if TYPE_CHECKING:
    from nee.evaluation.graphs import GraphAccuracy

Kind = Annotated[
    Literal["mixed", "erdos_renyi", "newman_watts_strogatz", "regular", "barabasi_albert"],
    typer.Option(help="Which graphs."),
]
Graphs = Annotated[int, typer.Option(help="How many graphs of each size.", min=1)]
Minimum = Annotated[Path | None, typer.Option(help="Weights of a minimum engine instead of those that ship.")]


def dijkstra(
    sizes: Sizes = "25,50,75,100",
    kind: Kind = "mixed",
    graphs: Graphs = 100,
    seed: Seed = 0,
    weights: Minimum = None,
    as_json: FiguresAsJson = False,
) -> None:
    """Find shortest paths in random graphs, and compare them with networkx's."""
    wanted = parse_sizes(sizes, graphs)

    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee import pretrained
    from nee.evaluation.graphs import evaluate_dijkstra
    from nee.subroutines.minimum import MINIMUM
    from nee.training.checkpoints import read_engine, weights_hash

    path = weights_of(MINIMUM, weights)
    minimum, add = read_engine(path), pretrained.load("add")
    rows = [
        evaluate_dijkstra(minimum, add, size, graphs=graphs, kind=kind, seed=seed)
        for size in progress(wanted, f"shortest paths in {graphs} graphs of each size")
    ]
    if as_json:
        print_figures(rows, path, {"add_weights": weights_hash(pretrained.weights("add"))})
    else:
        print_rows(rows, f"dijkstra on {kind} graphs")


def prim(
    sizes: Sizes = "25,50,75,100",
    kind: Kind = "mixed",
    graphs: Graphs = 100,
    seed: Seed = 0,
    weights: Minimum = None,
    as_json: FiguresAsJson = False,
) -> None:
    """Find minimum spanning trees of random graphs, and compare them with networkx's."""
    wanted = parse_sizes(sizes, graphs)

    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee.evaluation.graphs import evaluate_prim
    from nee.subroutines.minimum import MINIMUM
    from nee.training.checkpoints import read_engine

    path = weights_of(MINIMUM, weights)
    minimum = read_engine(path)
    rows = [
        evaluate_prim(minimum, size, graphs=graphs, kind=kind, seed=seed)
        for size in progress(wanted, f"spanning trees of {graphs} graphs of each size")
    ]
    if as_json:
        print_figures(rows, path)
    else:
        print_rows(rows, f"prim on {kind} graphs")


def print_rows(rows: "list[GraphAccuracy]", title: str) -> None:
    """A row for each size."""
    print_table(
        ("nodes", "graphs", "whole graphs exact", "nodes right"),
        [(row.size, row.graphs, percent(row.whole_graphs), percent(row.nodes)) for row in rows],
        title=f"{title}, {rows[0].reading} read by itself, 95 % intervals",
    )
