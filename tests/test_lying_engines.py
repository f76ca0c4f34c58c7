"""No wrong answer leaves: every function for people is driven with engines that lie."""

import networkx as nx
import numpy as np
import pytest

import nee
from lying import Liar
from nee.errors import EngineError
from nee.graphs.weight_matrix import weight_matrix
from nee.programs import Tree
from nee.solve import arithmetic, engines, paths, sorting, trees

NUMBERS = [5, 3, 250, 1, 77, 3]


@pytest.fixture
def lie(monkeypatch):
    """Let the engines of a function lie about one thing."""

    def start(module, name, about):
        honest = getattr(engines, name)
        monkeypatch.setattr(module, name, lambda by, bits: Liar(honest(by, bits), about))

    return start


@pytest.fixture(scope="module")
def roads():
    graph = nx.Graph()
    graph.add_weighted_edges_from([("a", "b", 7), ("a", "c", 2), ("c", "b", 3), ("b", "d", 4)])
    return graph


@pytest.mark.parametrize("about", ["value", "pointer", "mask"])
@pytest.mark.parametrize("algorithm", ["selection", "merge", "bitonic"])
def test_a_lying_engine_sorts_nothing(lie, about, algorithm):
    if (about, algorithm) == ("value", "bitonic"):
        pytest.skip("bitonic sort goes by the pointer alone")
    if about == "mask" and algorithm == "bitonic":
        pytest.skip("bitonic sort has no mask")
    lie(sorting, "minimum_engine", about)
    lie(sorting, "merge_engine", about)
    with pytest.raises(EngineError, match=r"no list is given|other numbers"):
        nee.sort(NUMBERS, algorithm=algorithm, by="table")


@pytest.mark.parametrize(("operation", "engine"), [("add", "add_engine"), ("multiply", "multiply_engine")])
def test_a_lying_engine_calculates_nothing(lie, operation, engine):
    lie(arithmetic, engine, "value")
    with pytest.raises(EngineError, match=r"1000 . 999 rightly"):
        getattr(nee, operation)(1000, 999)


def test_a_lying_network_calculates_nothing(monkeypatch):
    monkeypatch.setattr(arithmetic, "run_pairs", lambda engine, pairs: pairs.sum(axis=-1) + 1)
    with pytest.raises(EngineError, match=r"2 \+ 3 rightly"):
        nee.add(2, 3)


@pytest.mark.parametrize(
    ("engine", "about"), [("minimum_engine", "pointer"), ("minimum_engine", "mask"), ("add_engine", "value")]
)
def test_a_lying_engine_finds_no_paths(lie, engine, about, roads):
    lie(paths, engine, about)
    with pytest.raises(EngineError, match="No paths are given"):
        nee.shortest_paths(roads, "a", by="table")


@pytest.mark.parametrize("about", ["value", "pointer", "mask"])
def test_a_lying_engine_grows_no_tree(lie, about, roads):
    lie(trees, "minimum_engine", about)
    with pytest.raises(EngineError, match="no tree is given"):
        nee.minimum_spanning_tree(roads, by="table")


INF = float("inf")
CIRCLE = [[0, 5, INF], [INF, 0, 0], [INF, 0, 0]]
"""Nodes 1 and 2 are joined by edges of weight 0."""


@pytest.mark.parametrize(
    ("distances", "before", "reason"),
    [
        ([0, 3, 3], [-1, 2, 1], "goes in a circle"),
        ([0, 5, 6], [-1, 0, 1], "not that of its path"),
        ([0, 5, 256], [-1, 0, -1], "shorter path"),
        ([1, 5, 5], [-1, 0, 1], "distance from itself"),
        ([0, 5, 5], [-1, 0, -1], "no path"),
        ([0, 0, 0], [-1, 0, 1], "not that of its path"),
    ],
)
def test_wrong_paths_are_held_back(distances, before, reason):
    matrix = weight_matrix(CIRCLE)
    paths.check_paths(matrix, 0, np.array([0, 5, 5]), np.array([-1, 0, 1]))
    with pytest.raises(EngineError, match=reason):
        paths.check_paths(matrix, 0, np.array(distances), np.array(before))


@pytest.mark.parametrize(
    ("nodes", "parents", "weights", "reason"),
    [
        ([-1, 2, -1], [-1, 0, -1], [-1, 2, -1], "ended the tree"),
        ([-1, 2, 2], [-1, 0, 0], [-1, 2, 2], "does not lead out"),
        ([-1, 1, 2], [-1, 0, 0], [-1, 7, 2], "not the lightest"),
        ([-1, 2, 1], [-1, 0, 2], [-1, 2, 4], "does not lead out"),
        ([-1, 2, 1], [-1, 1, 2], [-1, 3, 3], "does not lead out"),
    ],
)
def test_wrong_trees_are_held_back(nodes, parents, weights, reason):
    matrix = weight_matrix([[0, 7, 2], [7, 0, 3], [2, 3, 0]], no_edge=INF)
    right = Tree(np.array([-1, 2, 1]), np.array([-1, 0, 2]), np.array([-1, 2, 3]), None)
    trees.check_tree(matrix, right)
    with pytest.raises(EngineError, match=reason):
        trees.check_tree(matrix, Tree(np.array(nodes), np.array(parents), np.array(weights), None))
