"""The commands `nee path` and `nee mst`."""

import json
import math
from collections.abc import Hashable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, Any

import typer

from nee.errors import InputError

File = Annotated[
    Path, typer.Argument(help="Weighted edge list (.txt), .csv, .graphml, .gml, node-link .json, .mtx or DIMACS .gr.")
]
Weight = Annotated[str, typer.Option(help="The attribute or CSV column that holds the weights.")]
Trace = Annotated[bool, typer.Option("--trace", help="Show every step.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON; with --trace, every step too.")]
Plot = Annotated[Path | None, typer.Option(help="Draw the graph with the answer on it, as .png, .svg or .pdf.")]


def path(
    file: File,
    source: Annotated[str, typer.Option("--from", help="The node that the paths start from.")],
    target: Annotated[str | None, typer.Option("--to", help="Only the path to this node.")] = None,
    directed: Annotated[
        bool | None, typer.Option("--directed/--undirected", help="How to take the edges, if not as the file says.")
    ] = None,
    weight: Weight = "weight",
    trace: Trace = False,
    as_json: AsJson = False,
    plot: Plot = None,
) -> None:
    """Find shortest paths with trained networks: Dijkstra's algorithm out of `minimum` and `add`."""
    check_plot(plot)

    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee.cli.growth import draw_growth, steps_as_data
    from nee.graph_algorithms import INFINITY, shortest_paths
    from nee.graph_files import read_graph

    graph = read_graph(file, weight=weight, directed=directed)
    start, end = named(graph, source), named(graph, target) if target is not None else None
    with working(graph):
        paths = shortest_paths(graph, start, weight=weight)
    wanted = list(graph) if target is None else [end]
    rows = [(node, paths.distances[node], paths.path_to(node)) for node in wanted]
    if plot:
        from nee.plots import draw_graph

        ends = paths.predecessors if target is None else paths.path_to(end)[1:]
        taken = [(paths.predecessors[node], node) for node in ends]
        draw_graph(graph, taken, f"shortest paths from {start}", plot, weight=weight)
    if as_json:
        answer = {
            "source": start,
            "paths": [{"node": n, "distance": None if d == math.inf else d, "path": p} for n, d, p in rows],
        }
        steps = steps_as_data(list(graph), paths.trace, INFINITY)
        print_json(answer | ({"nodes": list(graph), "trace": steps} if trace else {}))
        return
    if trace:
        draw_growth(list(graph), paths.trace, INFINITY, ("new paths", "distances"))
    print_table(("node", "distance", "path"), ((n, "no path" if d == math.inf else d, arrow(p)) for n, d, p in rows))
    say_drawn(plot)


def mst(
    file: File,
    weight: Weight = "weight",
    trace: Trace = False,
    as_json: AsJson = False,
    plot: Plot = None,
) -> None:
    """Find a minimum spanning tree with a trained network: Prim's algorithm out of `minimum`."""
    check_plot(plot)

    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee.cli.growth import draw_growth, steps_as_data
    from nee.graph_algorithms import INFINITY, minimum_spanning_tree
    from nee.graph_files import read_graph

    graph = read_graph(file, weight=weight)
    with working(graph):
        forest = minimum_spanning_tree(graph, weight=weight)
    if plot:
        from nee.plots import draw_graph

        draw_graph(graph, [edge[:2] for edge in forest.edges], "minimum spanning tree", plot, weight=weight)
    if as_json:
        edges = [{"from": u, "to": v, "weight": w} for u, v, w in forest.edges]
        trees = [{"nodes": t.nodes, "trace": steps_as_data(t.nodes, t.trace, INFINITY)} for t in forest.trees]
        print_json({"weight": forest.weight, "edges": edges} | ({"trees": trees} if trace else {}))
        return
    for tree in forest.trees if trace else []:
        draw_growth(tree.nodes, tree.trace, INFINITY, ("new edges", "lightest"))
    print_table(("from", "to", "weight"), forest.edges)
    count = len(forest.trees)
    print(f"{len(forest.edges)} edges, weight {forest.weight}" + (f", {count} trees" if count > 1 else ""))
    say_drawn(plot)


def working(graph) -> AbstractContextManager[object]:
    """Something moves on the terminal meanwhile."""
    from rich.console import Console

    return Console(stderr=True).status(f"the networks work on {len(graph)} nodes")


def named(graph, text: str) -> Hashable:
    """The node that a person wrote the name of. Some files have numbers for names."""
    nodes = [node for node in graph if str(node) == text]
    if not nodes:
        raise InputError(f"There is no node {text!r} in the graph.")
    return nodes[0]


def check_plot(plot: Path | None) -> None:
    """Refuse a picture that could not be written, before anything is computed."""
    if plot and plot.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise InputError(f"{plot} cannot be drawn: its name must end in .png, .svg or .pdf.")
    if plot and not plot.parent.is_dir():
        raise InputError(f"{plot} cannot be drawn: there is no folder {plot.parent}.")


def say_drawn(plot: Path | None) -> None:
    """Where the picture is."""
    if plot:
        print(f"Drawn: {plot}.")


def arrow(nodes: Iterable[Hashable]) -> str:
    """A path, to be read."""
    return " → ".join(map(str, nodes))


def print_json(answer: dict[str, Any]) -> None:
    """For programs. A node's name that JSON does not know becomes text."""
    print(json.dumps(answer, default=str))


def print_table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """For people."""
    from rich.console import Console
    from rich.table import Table

    table = Table(*columns)
    for row in rows:
        table.add_row(*map(str, row))
    Console().print(table)
