"""Which numbers the minimum engine meets: in the traces that it learns from, and on the graphs of a test."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from jaxtyping import Int

from nee.evaluation.graphs import make_graphs
from nee.instances.practice_graphs import largest_path_weight
from nee.numbers import infinity
from nee.subroutines.graph_minimum import (
    CLOSE,
    CONFIG,
    NODES,
    TRAINING_SEED,
    Run,
    ask,
    trace_dijkstra,
    trace_prim,
    training_graphs,
)

Program = Literal["dijkstra", "prim"]


class Histogram(NamedTuple):
    """How often each number is asked about, infinity last."""

    title: str
    counts: Int[np.ndarray, " numbers"]


def trace_histograms(
    program: Program,
    *,
    training: int = 20_000,
    test: int = 100,
    sizes: Sequence[int] = (25, 50, 75, 100),
    seed: int = 0,
) -> list[Histogram]:
    """One of the training graphs, and one of the mixed test graphs of each size."""
    run: Run = {"dijkstra": trace_dijkstra, "prim": trace_prim}[program]

    def largest(nodes: int) -> int:
        return largest_path_weight(nodes, CONFIG.bits) if program == "dijkstra" else infinity(CONFIG.bits) - 1

    learned = training_graphs(training, largest(NODES), CLOSE[program], TRAINING_SEED)
    histograms = [Histogram(f"training, {NODES} nodes", count(learned, run))]
    for size in sizes:
        graphs = make_graphs(size, test, "mixed", seed, largest(size), CONFIG.bits).weights
        histograms.append(Histogram(f"test, {size} nodes", count(graphs, run)))
    return histograms


def count(graphs: Int[np.ndarray, "graphs nodes nodes"], run: Run) -> Int[np.ndarray, " numbers"]:
    """The numbers among which the engine selects, and those that it compares."""
    costs, masks, offers = ask(graphs, run)
    numbers = np.concatenate([costs[~masks], offers[~masks]])
    return np.bincount(numbers, minlength=infinity(CONFIG.bits) + 1)
