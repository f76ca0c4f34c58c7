"""How often engines that are composed into a graph program are right: whole graphs, and single nodes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import networkx as nx
import numpy as np
from jaxtyping import Bool, Int

from nee.compilation import keep_compiled_programs
from nee.engine import NeuralEngine
from nee.evaluation.intervals import Interval, Reading, wilson
from nee.instances.graphs import KINDS, Kind, random_graph, random_weights
from nee.instances.practice_graphs import largest_path_weight
from nee.numbers import infinity
from nee.solve.graph_programs import run_dijkstra, run_prim
from nee.steps import NOTHING

Mixture = Kind | Literal["mixed"]


@dataclass(frozen=True)
class GraphAccuracy:
    """The result of one test set."""

    size: int
    graphs: int
    whole_graphs: Interval
    """Every distance and every predecessor is right; or the tree is a minimum spanning tree, edge by edge."""
    nodes: Interval
    """Nodes at the right distance, the paper's metric for paths; or nodes that a right tree brings in."""
    reading: Reading = "every slot"


class TestSet(NamedTuple):
    """Graphs of one size, and the node to start from in each."""

    weights: Int[np.ndarray, "graphs nodes nodes"]
    starts: Int[np.ndarray, " graphs"]


def evaluate_dijkstra(
    minimum: NeuralEngine, add: NeuralEngine, size: int, *, graphs: int, kind: Mixture, seed: int
) -> GraphAccuracy:
    """Shortest paths on fresh graphs, compared with networkx."""
    test = make_graphs(size, graphs, kind, seed, largest_path_weight(size, minimum.config.bits), minimum.config.bits)
    keep_compiled_programs()
    paths = run_dijkstra(minimum, add, *test, np.zeros(size, bool))
    return accuracy(test, right_distances, np.asarray(paths.distances), np.asarray(paths.predecessors))


def evaluate_prim(minimum: NeuralEngine, size: int, *, graphs: int, kind: Mixture, seed: int) -> GraphAccuracy:
    """Minimum spanning trees of fresh graphs, compared with networkx."""
    bits = minimum.config.bits
    test = make_graphs(size, graphs, kind, seed, infinity(bits) - 1, bits)
    keep_compiled_programs()
    tree = run_prim(minimum, *test, np.zeros(size, bool))
    return accuracy(test, right_tree, *(np.asarray(x) for x in (tree.nodes, tree.parents, tree.weights)))


def make_graphs(size: int, graphs: int, kind: Mixture, seed: int, largest: int, bits: int) -> TestSet:
    """Graphs with random weights from 1 to `largest`. `mixed` has equal shares of the four kinds."""
    generator = np.random.default_rng([seed, size])
    kinds = [KINDS[number % len(KINDS)] if kind == "mixed" else kind for number in range(graphs)]
    weights = [
        random_weights(generator, random_graph(generator, size, each), largest, close=False, bits=bits)
        for each in kinds
    ]
    return TestSet(np.stack(weights), generator.integers(0, size, graphs))


def accuracy(test: TestSet, right: Callable[..., Bool[np.ndarray, " nodes"]], *answers: np.ndarray) -> GraphAccuracy:
    """Judge the answer to each graph node by node."""
    judged = np.stack([right(*each) for each in zip(*test, *answers, strict=True)])
    graphs, size = judged.shape
    return GraphAccuracy(
        size, graphs, wilson(float(judged.all(axis=-1).mean()), graphs), wilson(float(judged.mean()), graphs)
    )


def right_distances(
    weights: Int[np.ndarray, "nodes nodes"],
    source: Int[np.integer, ""],
    distances: Int[np.ndarray, " nodes"],
    predecessors: Int[np.ndarray, " nodes"],
) -> Bool[np.ndarray, " nodes"]:
    """Which nodes have the right distance, and a predecessor from which one edge makes up the rest of it."""
    graph = as_networkx(weights)
    end = weights[0, 0]
    exact = np.full(len(weights), end)
    for node, distance in nx.single_source_dijkstra_path_length(graph, int(source)).items():
        exact[node] = distance
    without = (exact == end) | (np.arange(len(weights)) == source)
    before = np.where(without, 0, predecessors)
    last_edge = weights[before, np.arange(len(weights))]
    right_before = np.where(
        without, predecessors == NOTHING, (predecessors >= 0) & (exact[before] + last_edge == exact)
    )
    return np.asarray((distances == exact) & right_before)


def right_tree(
    weights: Int[np.ndarray, "nodes nodes"],
    start: Int[np.integer, ""],
    nodes: Int[np.ndarray, " nodes"],
    parents: Int[np.ndarray, " nodes"],
    taken: Int[np.ndarray, " nodes"],
) -> Bool[np.ndarray, " nodes"]:
    """All nodes, if the edges are a minimum spanning tree of the part that the start lies in; otherwise none."""
    graph = as_networkx(weights)
    part = nx.node_connected_component(graph, int(start))
    least = nx.minimum_spanning_tree(graph.subgraph(part)).size("weight")
    edges = [edge for edge in zip(nodes, parents, taken, strict=True) if edge[0] != NOTHING]
    tree = {int(start)}
    right = sum(int(weight) for *_, weight in edges) == least
    for node, parent, weight in edges:
        right &= parent in tree and node not in tree and weight == weights[parent, node] < weights[0, 0]
        tree.add(int(node))
    return np.full(len(weights), right and tree == part)


def as_networkx(weights: Int[np.ndarray, "nodes nodes"]) -> nx.Graph:
    """The graph of a symmetric matrix, whose diagonal is infinite."""
    graph = nx.empty_graph(len(weights))
    first, second = np.nonzero(np.triu(weights < weights[0, 0]))
    graph.add_weighted_edges_from(zip(first.tolist(), second.tolist(), weights[first, second].tolist(), strict=True))
    return graph
