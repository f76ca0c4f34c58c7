"""Measure engines that are composed into graph programs."""

import dataclasses
from pathlib import Path
from typing import Any

import jax
import numpy as np

from nee.checkpoints import read_engine
from nee.graph_algorithms import run_dijkstra
from nee.graph_evaluation import Mixture, evaluate_dijkstra, evaluate_prim, make_graphs
from nee.numbers import infinity
from nee.programs import prim
from nee.subroutines.graph_minimum import CONFIG, PRIM_MINIMUM, TRAINING_SEED, GraphRecipe, ask, training_graphs


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


def count_numbers(folder: Path, *, sizes: list[int], graphs: int, training: int, seed: int) -> dict[str, Any]:
    """How often each number is asked about by Prim's algorithm, in training (S2) and on mixed test graphs."""

    def count(weights: np.ndarray) -> list[float]:
        questions = ask(weights, lambda matrix, minimum: prim(matrix, 0, minimum=minimum).trace)
        numbers = np.concatenate([questions.costs[~questions.masks], questions.offers[~questions.masks]])
        shares = np.bincount(numbers, minlength=infinity(CONFIG.bits) + 1) / len(numbers)
        return shares.round(6).tolist()

    largest = infinity(CONFIG.bits) - 1
    tests = {
        f"test graphs of {size}": count(make_graphs(size, graphs, "mixed", seed, largest, CONFIG.bits).weights)
        for size in sizes
    }
    (recipe,) = PRIM_MINIMUM.recipes
    assert isinstance(recipe, GraphRecipe)
    trained_on = training_graphs(training, largest, recipe.close, TRAINING_SEED)
    return {"training graphs of 8": count(trained_on), **tests}
