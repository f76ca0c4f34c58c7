"""Draws results, and computes nothing."""

import json
from collections.abc import Iterable, Mapping, Sequence, Set
from io import BytesIO
from pathlib import Path
from typing import Any, get_args

import networkx as nx
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from nee.baselines.experiments import ENGINE, Measured
from nee.baselines.fidelity import Fidelity
from nee.baselines.variants import PUBLISHED
from nee.embeddings import EmbeddingView
from nee.lists import Distribution
from nee.trace_histogram import Histogram

HELD_OUT = "red"
TAKEN = "tab:orange"
FEW_NODES = 60
"""Up to here the nodes and edges of a graph are laid out by their connections, and labelled."""
GROUPS = {
    "one-hot output": list(PUBLISHED),
    "binary output": [f"{name}+binary_output" for name in PUBLISHED],
    "mask supervision": ["all_mod", "all_mod+supervised", "vanilla", "vanilla+supervised"],
}
"""The rows of the figure on generalization: baselines that are compared with each other, and with the engine."""
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


def draw_generalization(rows: Sequence[Measured], path: Path) -> None:
    """Numbers in the right place by length: a column for each kind of list, a row for each comparison.

    A line is the mean over training seeds, the shade around it reaches from the worst to the best.
    """
    groups = group({row.model for row in rows})
    kinds = get_args(Distribution)
    figure = Figure(figsize=(5 * len(kinds), 4 * len(groups)), layout="constrained")
    grid = figure.subplots(len(groups), len(kinds), squeeze=False, sharey=True)
    for line, (title, names) in zip(grid, groups.items(), strict=True):
        for axes, kind in zip(line, kinds, strict=True):
            plot_models(axes, [row for row in rows if row.distribution == kind], [*names, ENGINE])
            axes.set(title=f"{title}, {kind} lists", xlabel="numbers in the list", ylim=(0, 103))
        line[0].set_ylabel("numbers in the right place, %")
        line[-1].legend(fontsize="x-small")
    figure.savefig(path, dpi=110)


def draw_curves(rows: Sequence[Measured], path: Path | BytesIO) -> None:
    """The same for one comparison on one kind of lists."""
    figure = Figure(figsize=(6, 5), layout="constrained")
    axes = figure.add_subplot(xlabel="numbers in the list", ylabel="numbers in the right place, %", ylim=(0, 103))
    plot_models(axes, rows, list(dict.fromkeys(row.model for row in rows)))
    figure.legend(loc="outside lower center", ncols=3, fontsize="small", frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=150)


def plot_models(axes: Axes, rows: Sequence[Measured], names: Sequence[str]) -> None:
    """A line for each model."""
    for name in names:
        of_name = [row for row in rows if row.model == name]
        sizes = sorted({row.accuracy.size for row in of_name})
        shares = [[row.accuracy.numbers.percent for row in of_name if row.accuracy.size == size] for size in sizes]
        style: dict[str, Any] = {"color": "black", "linewidth": 2} if name == ENGINE else {}
        (drawn,) = axes.plot(sizes, [np.mean(each) for each in shares], marker=".", label=name, **style)
        low, high = [min(each) for each in shares], [max(each) for each in shares]
        axes.fill_between(sizes, low, high, color=drawn.get_color(), alpha=0.15)


def group(models: Set[str]) -> dict[str, list[str]]:
    """The comparisons that these models allow, if they show something new."""
    groups: dict[str, list[str]] = {}
    for title, names in GROUPS.items():
        measured = [name for name in names if name in models]
        if not set(measured) <= {name for shown in groups.values() for name in shown}:
            groups[title] = measured
    return groups


def draw_attention(views: Sequence[Fidelity], path: Path | BytesIO) -> None:
    """Above, each network's attention over one list; below, its entropy by step and by length of the list."""
    figure = Figure(figsize=(5 * len(views), 9), layout="constrained")
    above, below = figure.subplots(2, len(views), squeeze=False)
    for axes, view in zip(above, views, strict=True):
        # The square root shows faint attention too.
        axes.imshow(np.sqrt(view.attention), cmap="magma", vmin=0, vmax=1)
        axes.set(title=view.model, xlabel="slots, from the smallest number to the largest", ylabel="decoding step")
    for view in views:
        below[0].plot(np.arange(1, len(view.entropy_by_step) + 1), view.entropy_by_step, label=view.model)
        below[1].plot(*zip(*view.entropy_by_size.items(), strict=True), marker=".", label=view.model)
    for axes, by in zip(below, ("decoding step", "numbers in the list"), strict=False):
        axes.set(xlabel=by, ylabel="entropy of the attention, nats")
        axes.legend()
    figure.savefig(path, dpi=110)
