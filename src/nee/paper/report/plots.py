"""Draws what was measured, and computes nothing."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

import numpy as np
from matplotlib.colors import PowerNorm
from matplotlib.figure import Figure

from nee.baselines.experiments import ENGINE

FLOOR = 0.02
"""Percent: a logarithmic axis has no zero."""


def draw_curves(curves: Mapping[str, Mapping[int, Sequence[float]]], file: BytesIO) -> None:
    """Numbers in the right place by length of the list: the mean over seeds, shaded from the worst to the best.

    Both axes are logarithmic: a transformer that has one number of a hundred right is not one that has none.
    """
    figure = Figure(figsize=(9, 4.8), layout="constrained")
    axes = figure.add_subplot(xlabel="numbers in the list", ylabel="numbers in the right place, %", xscale="log")
    for index, (name, shares) in enumerate(curves.items()):
        seeds = [np.maximum(each, FLOOR) for each in shares.values()]
        line: dict[str, Any] = {"color": f"C{index % 10}", "linestyle": "-" if index < 10 else "--"}
        line = {"color": "black", "linewidth": 2.5} if name == ENGINE else line
        axes.plot(list(shares), [np.mean(each) for each in seeds], marker=".", label=name, **line)
        axes.fill_between(
            list(shares), [min(e) for e in seeds], [max(e) for e in seeds], color=line["color"], alpha=0.12, linewidth=0
        )
    sizes = sorted({size for shares in curves.values() for size in shares})
    axes.set_xticks(sizes, [str(size) for size in sizes])
    axes.minorticks_off()
    axes.set_yscale("log")
    axes.set_ylim(FLOOR * 0.9, 130)
    marks = [0.03, 0.1, 0.3, 1, 3, 10, 30, 100]
    axes.set_yticks(marks, [f"{mark:g}" for mark in marks])
    axes.minorticks_off()
    axes.grid(axis="y", color="0.9")
    axes.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside right upper", fontsize="small", frameon=False)
    figure.savefig(file, dpi=150)


def draw_attention(views: Sequence[Mapping[str, Any]], file: BytesIO) -> None:
    """Above, each network's attention over one list; below, its entropy by step and by length of the list."""
    figure = Figure(figsize=(5 * len(views), 9), layout="constrained")
    above, below = figure.subplots(2, len(views), squeeze=False)
    for axes, view in zip(above, views, strict=True):
        # The square root shows faint attention too.
        image = axes.imshow(view["attention"], cmap="magma", norm=PowerNorm(0.5, vmin=0, vmax=1))
        axes.set(title=view["model"], xlabel="slots, from the smallest number to the largest", ylabel="decoding step")
    figure.colorbar(image, ax=list(above), label="attention", shrink=0.8)
    for view in views:
        below[0].plot(np.arange(1, len(view["entropy_by_step"]) + 1), view["entropy_by_step"], label=view["model"])
        by_size = {int(size): entropy for size, entropy in view["entropy_by_size"].items()}
        below[1].plot(list(by_size), list(by_size.values()), marker=".", label=view["model"])
    for axes, by in zip(below, ("decoding step", "numbers in the list"), strict=False):
        axes.set(xlabel=by, ylabel="entropy of the attention, nats")
        axes.legend()
    figure.savefig(file, dpi=110)


def draw_embeddings(views: Mapping[str, Mapping[str, Any]], file: BytesIO) -> None:
    """All views side by side: coloured by value, held-out numbers in red, infinity as a star."""
    figure = Figure(figsize=(10, 5 * ((len(views) + 1) // 2)), layout="constrained")
    for index, (title, view) in enumerate(views.items()):
        axes = figure.add_subplot((len(views) + 1) // 2, 2, index + 1, projection="3d")
        points, held_out = np.array(view["points"]), np.array(view["held_out"])
        (seen,) = np.nonzero(~held_out)
        axes.scatter(*points[seen].T, c=seen, cmap="viridis", s=14)
        axes.scatter(*points[held_out].T, c="red", s=14)
        axes.scatter(*view["infinity"], c="black", marker="*", s=90)
        axes.set_title(f"{title}\n{100 * sum(view['variance']):.0f} % of the variance", y=0.96)
    figure.savefig(file, dpi=110)


def draw_histograms(programs: Mapping[str, Mapping[str, Sequence[int]]], file: BytesIO) -> None:
    """For each program the numbers of its traces, the training's and the tests' side by side, infinity apart."""
    columns = max(len(histograms) for histograms in programs.values())
    figure = Figure(figsize=(3.2 * columns, 3 * len(programs)), layout="constrained")
    for row, (program, histograms) in enumerate(programs.items()):
        for column, (title, counts) in enumerate(histograms.items()):
            axes = figure.add_subplot(len(programs), columns, row * columns + column + 1)
            *finite, infinite = np.array(counts) / sum(counts)
            axes.bar(np.arange(len(finite)), finite, width=1, color="tab:orange")
            axes.set_title(f"{program}: {title}\n{100 * infinite:.0f} % infinite", fontsize=9)
            axes.tick_params(labelsize=7)
    figure.supxlabel("number")
    figure.supylabel("share")
    figure.savefig(file, dpi=150)
