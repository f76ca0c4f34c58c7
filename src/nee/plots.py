"""Draws results, and computes nothing."""

import json
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
from matplotlib.figure import Figure

from nee.embeddings import EmbeddingView
from nee.trace_histogram import Histogram

HELD_OUT = "red"
TAKEN = "tab:orange"
FEW_NODES = 60
"""Up to here the nodes and edges of a graph are laid out by their connections, and labelled."""
PAGE = Path(__file__).parent / "embeddings.html"
TURNABLE = Path(__file__).parent / "embeddings.js"
"""What makes the embeddings turn, here and in the report of `nee reproduce`."""


def draw_embeddings(views: Sequence[EmbeddingView], path: Path | BytesIO) -> None:
    """All views side by side as a PNG: coloured by value, held-out numbers in red, infinity as a star."""
    figure = Figure(figsize=(5 * len(views), 5), layout="constrained")
    for index, view in enumerate(views):
        axes = figure.add_subplot(1, len(views), index + 1, projection="3d")
        (seen,) = np.nonzero(~view.held_out)
        axes.scatter(*view.points[seen].T, c=seen, cmap="viridis", s=14)
        axes.scatter(*view.points[view.held_out].T, c=HELD_OUT, s=14)
        axes.scatter(*view.infinity, c="black", marker="*", s=90)
        axes.set_title(caption(view), y=0.96)  # The default lies outside of the picture.
    figure.savefig(path, dpi=150)


def write_embeddings_page(views: Sequence[EmbeddingView], path: Path) -> None:
    """The same as one HTML file that can be turned with the mouse and needs nothing else."""
    page = PAGE.read_text().replace("/* script */", TURNABLE.read_text())
    path.write_text(page.replace("/* views */ []", json.dumps([turnable(view) for view in views])))


def turnable(view: EmbeddingView) -> dict[str, Any]:
    """A view as the page reads it."""
    return {
        "title": caption(view),
        "points": view.points.tolist(),
        "infinity": view.infinity.tolist(),
        "heldOut": view.held_out.tolist(),
    }


def caption(view: EmbeddingView) -> str:
    """The engine's name, and how much of the variance is to be seen."""
    return f"{view.title}: {100 * view.variance.sum():.0f} % of the variance"


def draw_graph(
    graph: nx.Graph, taken: Iterable[tuple[Any, Any]], title: str, path: Path | BytesIO, *, weight: str
) -> None:
    """A graph, with the edges that were taken on top."""
    figure = Figure(figsize=(8, 8), layout="constrained")
    axes = figure.add_subplot(title=title)
    axes.set_axis_off()
    few = graph.number_of_nodes() <= FEW_NODES
    places = nx.spring_layout(nx.Graph(graph), weight=None, seed=0) if few else nx.circular_layout(graph)
    size = 500 if few else 10
    nx.draw_networkx_edges(graph, places, ax=axes, edge_color="lightgrey", node_size=size)
    nx.draw_networkx_edges(graph, places, list(taken), ax=axes, edge_color=TAKEN, width=3, node_size=size)
    nx.draw_networkx_nodes(graph, places, ax=axes, node_color="white", edgecolors="black", node_size=size)
    if few:
        nx.draw_networkx_labels(graph, places, ax=axes, font_size=9)
        weights = {(u, v): data for u, v, data in graph.edges(data=weight)}
        nx.draw_networkx_edge_labels(nx.Graph(graph), places, weights, ax=axes, font_size=8, rotate=False)
    figure.savefig(path, dpi=150)


def draw_histograms(programs: Mapping[str, Sequence[Histogram]], path: Path | BytesIO) -> None:
    """For each program the numbers of its traces, the training's and the tests' side by side, infinity apart."""
    columns = max(len(histograms) for histograms in programs.values())
    figure = Figure(figsize=(3.2 * columns, 3 * len(programs)), layout="constrained")
    for row, (program, histograms) in enumerate(programs.items()):
        for column, histogram in enumerate(histograms):
            axes = figure.add_subplot(len(programs), columns, row * columns + column + 1)
            *finite, infinite = histogram.counts / histogram.counts.sum()
            axes.bar(np.arange(len(finite)), finite, width=1, color=TAKEN)
            axes.set_title(f"{program}: {histogram.title}\n{100 * infinite:.0f} % infinite", fontsize=9)
            axes.tick_params(labelsize=7)
    figure.supxlabel("number")
    figure.supylabel("share")
    figure.savefig(path, dpi=150)
