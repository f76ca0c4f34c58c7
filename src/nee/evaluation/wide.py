"""How often the functions for people are right on wide numbers, long lists and large graphs, and how long they take."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

import networkx as nx
import numpy as np

from nee.errors import EngineError
from nee.instances.wide import Family, sparse_graph, wide_list, wide_pair
from nee.solve.arithmetic import add, multiply
from nee.solve.engines import By
from nee.solve.paths import shortest_paths
from nee.solve.sorting import sort
from nee.solve.trees import minimum_spanning_tree


@dataclass(frozen=True)
class WideAccuracy:
    """The result of one test set."""

    instances: int
    exact: int
    """Instances whose whole answer is right."""
    seconds: float
    """For one instance, after the first one, which compiles."""


def judge(instances: Sequence[Any], answer: Callable[[Any], Any], right: Callable[[Any, Any], bool]) -> WideAccuracy:
    """Answer each instance. An answer that is held back because it is wrong counts as wrong."""
    exact, clock = 0, time.perf_counter()
    for number, instance in enumerate(instances):
        with suppress(EngineError):
            exact += right(instance, answer(instance))
        if number == 0:
            clock = time.perf_counter()
    seconds = (time.perf_counter() - clock) / max(1, len(instances) - 1)
    return WideAccuracy(len(instances), exact, round(seconds, 4))


def evaluate_wide_lists(kind: str, size: int, *, lists: int, seed: int, by: By) -> WideAccuracy:
    """Sort lists of wide numbers, and compare them with what Python makes of them."""
    generator = np.random.default_rng([seed, size])
    instances = [wide_list(generator, size, kind) for _ in range(lists)]
    return judge(instances, lambda values: sort(values, by=by), lambda values, found: found == sorted(values))


def evaluate_wide_pairs(
    operation: Literal["add", "multiply"], bits: int, *, pairs: int, at_once: int, seed: int
) -> WideAccuracy:
    """Add or multiply wide numbers, and compare with Python's integers. A pair is an instance."""
    generator = np.random.default_rng([seed, bits])
    run, exact = {"add": (add, int.__add__), "multiply": (multiply, int.__mul__)}[operation]
    drawn = [wide_pair(generator, bits) for _ in range(pairs)]
    groups = [list(zip(*drawn[first : first + at_once], strict=True)) for first in range(0, pairs, at_once)]

    def right(group: Any, found: list[int]) -> bool:
        return found == [exact(*pair) for pair in zip(*group, strict=True)]

    judged = judge(groups, lambda group: run(list(group[0]), list(group[1]), by="table"), right)
    return WideAccuracy(pairs, pairs * judged.exact // judged.instances, judged.seconds)


def evaluate_wide_graphs(
    algorithm: Literal["dijkstra", "prim"], family: Family, size: int, *, graphs: int, bits: int, seed: int, by: By
) -> WideAccuracy:
    """Shortest paths or spanning trees of graphs with wide weights, compared with networkx."""
    generator = np.random.default_rng([seed, size])
    instances = [sparse_graph(generator, size, family, bits) for _ in range(graphs)]
    if algorithm == "prim":
        return judge(instances, lambda graph: minimum_spanning_tree(graph, by=by), is_minimum_forest)
    return judge(instances, lambda graph: shortest_paths(graph, 0, by=by), has_right_distances)


def has_right_distances(graph: nx.Graph, paths: Any) -> bool:
    """Whether networkx finds the same distances."""
    exact = nx.single_source_dijkstra_path_length(graph, 0)
    found = {node: distance for node, distance in paths.distances.items() if distance < float("inf")}
    return bool(found == exact)


def is_minimum_forest(graph: nx.Graph, forest: Any) -> bool:
    """Whether networkx finds trees of the same weight over the same nodes."""
    exact = nx.minimum_spanning_tree(graph)
    found = nx.Graph()
    found.add_nodes_from(graph)
    found.add_weighted_edges_from(forest.edges)
    weight = sum(weight for *_, weight in exact.edges(data="weight"))
    return bool(nx.is_forest(found) and found.number_of_edges() == exact.number_of_edges() and forest.weight == weight)
