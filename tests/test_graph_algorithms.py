import math
from decimal import Decimal
from fractions import Fraction

import networkx as nx
import numpy as np
import pytest

import nee
from nee.errors import InputError
from nee.solve import paths as path_finding
from nee.solve import trees as tree_growing


@pytest.fixture(scope="module")
def roads():
    graph = nx.gnm_random_graph(8, 14, seed=3)
    nx.set_edge_attributes(graph, {edge: 1 + 5 * n % 29 for n, edge in enumerate(graph.edges)}, "weight")
    graph.add_edge("island", "harbour", weight=0)
    graph.add_node("rock")
    return graph


def test_shortest_paths_are_networkx_s(roads):
    paths = nee.shortest_paths(roads, 0)
    exact = nx.single_source_dijkstra_path_length(roads, 0)
    assert paths.distances == {node: exact.get(node, math.inf) for node in roads}
    assert all(type(distance) is int for distance in paths.distances.values() if distance < math.inf)
    for node in exact:
        path = paths.path_to(node)
        assert path[0] == 0
        assert path[-1] == node
        assert nx.path_weight(roads, path, "weight") == exact[node]
    assert paths.path_to("rock") == []
    with pytest.raises(InputError, match="no node 'nowhere'"):
        paths.path_to("nowhere")


def test_directions_count():
    graph = nx.DiGraph()
    graph.add_weighted_edges_from([("a", "b", 7), ("a", "c", 2), ("c", "b", 3), ("x", "a", 1)])
    paths = nee.shortest_paths(graph, "a")
    assert paths.distances == {"a": 0, "b": 5, "c": 2, "x": math.inf}
    assert nee.shortest_paths(graph.to_undirected(), "b").distances == {"a": 5, "b": 0, "c": 3, "x": 6}


def test_a_matrix_is_a_graph_too(roads):
    weights = nx.to_numpy_array(roads, nonedge=math.inf)
    assert list(nee.shortest_paths(weights, 0).distances.values()) == list(
        nee.shortest_paths(roads, 0).distances.values()
    )
    assert nee.minimum_spanning_tree(weights).weight == nee.minimum_spanning_tree(roads).weight


def test_a_bool_is_a_node_where_the_graph_has_it_for_one():
    graph = nx.Graph()
    graph.add_edge(True, "b", weight=2)
    assert nee.shortest_paths(graph, True).path_to("b") == [True, "b"]


@pytest.mark.parametrize("source", [1.0, np.int64(1), np.float32(1)])
def test_a_node_is_called_as_the_graph_calls_it(roads, source):
    paths = nee.shortest_paths(nx.to_numpy_array(roads, nonedge=math.inf), source)
    named = [paths.source, *paths.path_to(source), *paths.path_to(np.float64(3))]
    assert [type(node) for node in named] == [int] * len(named)
    assert paths.source == 1


def test_a_graph_in_parts_has_a_minimum_spanning_forest(roads):
    forest = nee.minimum_spanning_tree(roads)
    exact = nx.minimum_spanning_tree(roads)
    assert forest.weight == exact.size("weight")
    found = nx.Graph()
    found.add_nodes_from(roads)
    found.add_weighted_edges_from(forest.edges)
    assert nx.is_forest(found)
    assert sorted(map(len, nx.connected_components(found))) == sorted(map(len, nx.connected_components(roads)))
    assert all(roads.edges[u, v]["weight"] == weight for u, v, weight in forest.edges)
    assert len(forest.trees) == nx.number_connected_components(roads)
    assert [tree.nodes for tree in forest.trees if not tree.edges] == [["rock"]]


def test_one_node_is_a_graph():
    graph = nx.Graph()
    graph.add_edge("a", "a", weight=3)
    assert nee.shortest_paths(graph, "a").distances == {"a": 0}
    assert nee.minimum_spanning_tree(graph).edges == []


def test_nothing_runs_on_a_graph_that_is_refused(monkeypatch):
    monkeypatch.setattr(path_finding, "run_one", pytest.fail)
    monkeypatch.setattr(tree_growing, "run_one", pytest.fail)
    heavy = nx.path_graph(4)
    nx.set_edge_attributes(heavy, 2**61, "weight")
    for call in (
        lambda: nee.shortest_paths(heavy, 0),
        lambda: nee.shortest_paths(heavy, "nowhere"),
        lambda: nee.shortest_paths(nx.path_graph(2), 0),
        lambda: nee.minimum_spanning_tree(heavy.to_directed().edge_subgraph([(0, 1)])),
        lambda: nee.minimum_spanning_tree([[0, -1], [-1, 0]]),
    ):
        with pytest.raises(InputError):
            call()


@pytest.mark.parametrize("unit", [1, 0.25, Fraction(1, 3), Decimal("0.01"), 2**40])
def test_weights_of_every_kind(roads, unit):
    scaled = nx.Graph()
    scaled.add_nodes_from(roads)
    scaled.add_weighted_edges_from((u, v, weight * unit) for u, v, weight in roads.edges(data="weight"))
    paths, forest = nee.shortest_paths(scaled, 0), nee.minimum_spanning_tree(scaled)
    exact = nx.single_source_dijkstra_path_length(roads, 0)
    assert paths.distances == {node: exact[node] * unit if node in exact else math.inf for node in roads}
    assert forest.weight == int(nx.minimum_spanning_tree(roads).size("weight")) * unit
    assert paths.by == forest.by == ("table" if unit == 2**40 else "network")


def test_a_large_graph_of_wide_weights():
    graph = nx.gnp_random_graph(150, 0.05, seed=1)
    nx.set_edge_attributes(graph, {edge: (2**50 // (1 + n)) for n, edge in enumerate(graph.edges)}, "weight")
    paths = nee.shortest_paths(graph, 0)
    assert paths.distances == {**dict.fromkeys(graph, math.inf), **nx.single_source_dijkstra_path_length(graph, 0)}
    exact = nx.minimum_spanning_tree(graph).edges(data="weight")
    assert nee.minimum_spanning_tree(graph).weight == sum(weight for *_, weight in exact)
    assert paths.trace is None
