"""A caller's graph as a picture, with the edges of an answer on top."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import matplotlib as mpl
import networkx as nx
from matplotlib.figure import Figure

TAKEN = "tab:orange"
FEW_NODES = 60
"""Up to here the nodes and edges of a graph are laid out by their connections, and labelled."""


@mpl.rc_context({"text.parse_math": False})  # A dollar sign in a name is no formula.
def draw_graph(
    graph: nx.Graph,
    taken: Iterable[tuple[Any, Any]],
    title: str,
    path: Path,
    *,
    weight: str,
    ends: Iterable[Any] = (),
    distances: Mapping[Any, object] | None = None,
) -> None:
    """A graph with the edges that were taken on top, the ends of a path filled, and distances below the names."""
    figure = Figure(figsize=(8, 8), layout="constrained")
    axes = figure.add_subplot(title=title)
    axes.set_axis_off()
    few = graph.number_of_nodes() <= FEW_NODES
    places = nx.spring_layout(nx.Graph(graph), weight=None, seed=0) if few else nx.circular_layout(graph)
    size = 700 if few else 10
    nx.draw_networkx_edges(graph, places, ax=axes, edge_color="lightgrey", node_size=size)
    nx.draw_networkx_edges(graph, places, list(taken), ax=axes, edge_color=TAKEN, width=3, node_size=size)
    nx.draw_networkx_nodes(graph, places, ax=axes, node_color="white", edgecolors="black", node_size=size)
    marked = list(ends)
    nx.draw_networkx_nodes(
        graph, places, marked, ax=axes, node_color=TAKEN, edgecolors="black", node_size=size if few else 80
    )
    shown = list(graph) if few else marked
    names = {node: f"{node}\n{distances[node]}" if distances and node in distances else str(node) for node in shown}
    nx.draw_networkx_labels(graph, places, names, ax=axes, font_size=9)
    if few:
        weights = {(u, v): data for u, v, data in graph.edges(data=weight)}
        nx.draw_networkx_edge_labels(nx.Graph(graph), places, weights, ax=axes, font_size=8, rotate=False)
    figure.savefig(path, dpi=150)
