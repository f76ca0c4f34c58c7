"""The command `nee mst`."""

from nee.cli.arguments import check_picture
from nee.cli.by import ByOption, say_by
from nee.cli.graph_options import AsJson, File, Plot, Trace, Weight
from nee.cli.html import Html, check_html, write_page
from nee.cli.output import print_json, print_table, working


def mst(
    file: File,
    weight: Weight = "weight",
    trace: Trace = False,
    as_json: AsJson = False,
    plot: Plot = None,
    by: ByOption = None,
    html: Html = None,
) -> None:
    """Find a minimum spanning tree with a trained network: Prim's algorithm out of `minimum`."""
    check_picture(plot)
    check_html(html)

    with working(f"the networks work on {file.name}"):
        # JAX takes a second to import: `nee --help` does not wait for it.
        from nee.cli.growth import draw_growth
        from nee.containers import counted
        from nee.graphs.files import read_graph
        from nee.player.traces import forest_trace
        from nee.solve.trees import minimum_spanning_tree

        graph = read_graph(file, weight=weight)
        forest = minimum_spanning_tree(graph, weight=weight, by=by or ("network" if trace or html else None))
    if plot:
        from nee.graphs.picture import draw_graph

        draw_graph(graph, [edge[:2] for edge in forest.edges], "minimum spanning tree", plot, weight=weight)
    steps = forest_trace(forest) if html or (trace and as_json) else {}
    if html:
        write_page(html, steps, say=not as_json)
    if as_json:
        edges = [{"from": u, "to": v, "weight": w} for u, v, w in forest.edges]
        print_json({"weight": forest.weight, "by": forest.by, "edges": edges} | ({"trace": steps} if trace else {}))
        return
    for tree in forest.trees if trace else []:
        if tree.trace:
            draw_growth(tree.nodes, tree.trace, forest.graph.end, ("new edges", "lightest"), forest.graph.number)
    print_table(("from", "to", "weight"), forest.edges)
    count = len(forest.trees)
    print(f"{counted(len(forest.edges), 'edge')}, weight {forest.weight}" + (f", {count} trees" if count > 1 else ""))
    say_by(forest.by)
    if plot:
        print(f"Drawn: {plot}.")
