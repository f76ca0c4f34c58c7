"""Draws results, and computes nothing."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from nee.embeddings import EmbeddingView

HELD_OUT = "red"
TEMPLATE = Path(__file__).parent / "embeddings.html"


def draw_embeddings(views: Sequence[EmbeddingView], path: Path) -> None:
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
    data = [
        {
            "title": caption(view),
            "points": view.points.tolist(),
            "infinity": view.infinity.tolist(),
            "heldOut": view.held_out.tolist(),
        }
        for view in views
    ]
    path.write_text(TEMPLATE.read_text().replace("/* views */ []", json.dumps(data)))


def caption(view: EmbeddingView) -> str:
    """The engine's name, and how much of the variance is to be seen."""
    return f"{view.title}: {100 * view.variance.sum():.0f} % of the variance"
