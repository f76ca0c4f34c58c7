"""The command `nee path`."""

import math
from collections.abc import Hashable, Iterable
from typing import Annotated

import typer

from nee.cli.arguments import check_picture
from nee.cli.by import ByOption, say_by
from nee.cli.graph_options import AsJson, File, Plot, Trace, Weight, named
from nee.cli.html import Html, check_html, write_page
from nee.cli.output import print_json, print_table, working


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
    by: ByOption = None,
    html: Html = None,
) -> None:
    """Find shortest paths with trained networks: Dijkstra's algorithm out of `minimum` and `add`."""
    check_picture(plot)
    check_html(html)

    with working(f"the networks work on {file.name}"):
        # JAX takes a second to import: `nee --help` does not wait for it.
        from nee.cli.growth import draw_growth
        from nee.graphs.files import read_graph
        from nee.player.traces import paths_trace
        from nee.solve.paths import shortest_paths

        graph = read_graph(file, weight=weight, directed=directed)
        start, end = named(graph, source), named(graph, target) if target is not None else None
        paths = shortest_paths(graph, start, weight=weight, by=by or ("network" if trace or html else None))
    wanted = list(graph) if target is None else [end]
    rows = [(node, paths.distances[node], paths.path_to(node)) for node in wanted]
    if plot:
        from nee.graphs.picture import draw_graph

        on_paths = dict.fromkeys(node for _, _, path in rows for node in path)
        taken = [(paths.predecessors[node], node) for node in on_paths if node in paths.predecessors]
        title = f"shortest paths from {start}" if target is None else f"the shortest path from {start} to {end}"
        ends = [start] if target is None else [start, end]
        distances = {node: paths.distances[node] for node in on_paths}
        draw_graph(graph, taken, title, plot, weight=weight, ends=ends, distances=distances)
    steps = paths_trace(paths) if html or (trace and as_json) else {}
    if html:
        write_page(html, steps, say=not as_json)
    if as_json:
        answer = {
            "source": start,
            "by": paths.by,
            "paths": [{"node": n, "distance": None if d == math.inf else d, "path": p} for n, d, p in rows],
        }
        print_json(answer | ({"trace": steps} if trace else {}))
        return
    if trace and paths.trace:
        draw_growth(list(graph), paths.trace, paths.graph.end, ("new paths", "distances"), paths.graph.number)
    print_table(("node", "distance", "path"), ((n, "no path" if d == math.inf else d, arrow(p)) for n, d, p in rows))
    say_by(paths.by)
    if plot:
        print(f"Drawn: {plot}.")


def arrow(nodes: Iterable[Hashable]) -> str:
    """A path, to be read."""
    return " → ".join(map(str, nodes))
