"""Measure engines that are composed into graph programs."""

import dataclasses
from pathlib import Path
from typing import Any

import jax
import numpy as np

from nee.checkpoints import read_engine
from nee.graph_algorithms import run_dijkstra
from nee.graph_evaluation import Mixture, evaluate_dijkstra, evaluate_prim
from nee.trace_histogram import Program, trace_histograms


def find_paths(
    folder: Path, *, minimum: Path, add: Path, size: int, graphs: int, kind: Mixture, seed: int
) -> dict[str, Any]:
    """How often Dijkstra's algorithm is right on fresh graphs."""
    accuracy = evaluate_dijkstra(read_engine(minimum), read_engine(add), size, graphs=graphs, kind=kind, seed=seed)
    return dataclasses.asdict(accuracy)


def find_trees(folder: Path, *, minimum: Path, size: int, graphs: int, kind: Mixture, seed: int) -> dict[str, Any]:
    """How often Prim's algorithm is right on fresh graphs."""
    return dataclasses.asdict(evaluate_prim(read_engine(minimum), size, graphs=graphs, kind=kind, seed=seed))


def trace_paths(folder: Path, *, minimum: Path, add: Path, weights: list[list[int]], source: int) -> dict[str, Any]:
    """Every step of Dijkstra's algorithm on one graph."""
    matrix = np.array(weights, np.int32)
    shown = np.zeros(len(weights), bool)
    paths = run_dijkstra(read_engine(minimum), read_engine(add), matrix[None], np.array([source]), shown)
    trace = jax.tree.map(lambda x: x[0].tolist(), jax.device_get(paths.trace))
    selected = trace.selection.step
    return {
        "mask": trace.selection.mask,
        "selected": selected.pointer,
        "distance": selected.value,
        "attention": selected.attention,
        "offers": trace.offers,
        "costs": trace.costs,
    }


def count_numbers(
    folder: Path, *, program: Program, training: int, test: int, sizes: list[int], seed: int
) -> dict[str, Any]:
    """How often each number is asked about, in training and on test graphs of each size."""
    histograms = trace_histograms(program, training=training, test=test, sizes=sizes, seed=seed)
    return {title: counts.tolist() for title, counts in histograms}
