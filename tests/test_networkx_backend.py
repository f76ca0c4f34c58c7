"""nee as a back end of networkx: the same answers, or a reason why not."""

import copy
import pickle
import random
import subprocess
import sys

import networkx as nx
import numpy as np
import pytest
from networkx.algorithms.tree.mst import kruskal_mst_edges

from nee.errors import EngineError
from nee.networkx_backend import bellman_ford, distances, floyd_warshall, graph, interface, meeting, ranks
from nee.networkx_backend.graph import convert
from nee.networkx_backend.info import FUNCTIONS
from nee.numbers import infinity
from random_networkx import compare, outcome


@pytest.fixture(autouse=True)
def _no_warning_about_the_cache():
    with nx.config(warnings_to_ignore={"cache"}):
        yield


@pytest.fixture
def roads():
    roads = nx.Graph()
    roads.add_weighted_edges_from([("a", "b", 7), ("a", "c", 2), ("c", "b", 3), ("b", "d", 1)])
    return roads


def test_every_function_answers_as_networkx_does():
    served = set().union(*map(compare, range(3)))
    assert served | {"kruskal_mst_edges"} >= FUNCTIONS - {"prim_mst_edges"}


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 200, 20))
def test_two_hundred_graphs(first):
    assert set().union(*map(compare, range(first, first + 20))) == FUNCTIONS


def test_a_large_graph_with_many_equal_paths():
    """Which of thousands of shortest paths is given is up to networkx's ties alone."""
    grid = nx.grid_2d_graph(30, 30)
    corners = (0, 0), (29, 29)
    path = nx.shortest_path(grid, *corners, weight="weight", backend="nee")
    assert path == nx.shortest_path(grid, *corners, weight="weight")
    assert nx.dijkstra_path(grid, *corners, backend="nee") == nx.dijkstra_path(grid, *corners)


@pytest.mark.parametrize("heaviest", [3, 1 << 50, *(pytest.param(x, marks=pytest.mark.long) for x in (0, 100))])
@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_paths_between_nodes_of_a_large_graph(kind, heaviest):
    draw = random.Random(heaviest)
    graph = nx.gnp_random_graph(300, 0.008, seed=1, directed=kind is nx.DiGraph)
    for *_, data in graph.edges(data=True):
        data["weight"] = draw.randint(0, heaviest)
    for _ in range(40):
        ends = draw.randrange(300), draw.randrange(300)
        for function in (nx.bidirectional_dijkstra, nx.single_source_dijkstra, nx.dijkstra_path_length):
            assert outcome(function, graph, ends, {"backend": "nee"}) == outcome(function, graph, ends, {})


def test_importing_networkx_imports_no_jax():
    found = "sorted({'jax', 'numpy', 'nee.networkx_backend.interface'} & sys.modules.keys())"
    command = f"import sys, networkx as nx; print('nee' in nx.config.backends, {found})"
    finished = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    assert finished.stdout == "True []\n"


@pytest.mark.parametrize(
    ("weight", "reason"),
    [
        (-1, "A weight is negative"),
        (float("inf"), "A weight is infinite"),
        (float("nan"), "not a number (NaN)"),
        (None, "the type NoneType"),
        (np.int64(3), "the type int64"),
        (True, "the type bool"),
        (1 << 62, "A weight has more than 62 bits"),
        (1 << 61, "A path may have a length of 63 bits"),
        (0.1, "sums of floats round beyond 53 bits"),
        (5e-324, "need 1077 bits to be exact"),
    ],
)
def test_weights_that_are_not_served(roads, weight, reason):
    roads.add_edge("d", "e", weight=weight)
    assert reason in interface.can_run("dijkstra_path", (roads, "a", "e"), {})
    with pytest.raises(NotImplementedError, match="for the given arguments"):
        nx.dijkstra_path(roads, "a", "e", backend="nee")
    with nx.config.backend_priority(algos=["nee"]):
        assert nx.dijkstra_path(roads, "a", "c") == ["a", "c"]


@pytest.mark.parametrize(
    ("name", "arguments", "options", "reason"),
    [
        ("dijkstra_path", ("a", "d"), {"weight": lambda u, v, data: 1}, "from a function"),
        ("shortest_path", ("a", "d"), {}, "searches from both ends"),
        ("single_source_dijkstra", ("a",), {"cutoff": np.float64(3)}, "The cutoff is not"),
        ("single_source_dijkstra", ("a",), {"cutoff": float("nan")}, "The cutoff is not"),
        ("minimum_spanning_tree", (), {"algorithm": "boruvka"}, "Only Kruskal's and Prim's"),
        ("kruskal_mst_edges", (True,), {"partition": "part"}, "partitioned"),
    ],
)
def test_calls_that_are_not_served(roads, name, arguments, options, reason):
    assert reason in interface.can_run(name, (roads, *arguments), options)


def test_all_pairs_of_many_nodes_are_left_to_networkx(roads):
    assert interface.should_run("all_pairs_dijkstra", (roads,), {}) is True
    assert interface.should_run("dijkstra_path", (nx.empty_graph(501), 0, 1), {}) is True
    assert "501 nodes" in interface.should_run("floyd_warshall", (nx.empty_graph(501),), {})
    assert "1 to 1000 are possible" in interface.can_run("floyd_warshall", (nx.empty_graph(1001),), {})


def test_spanning_trees_take_any_order_of_weights():
    ring = nx.cycle_graph(6)
    for (u, v), weight in zip(ring.edges, (-3, 0.1, 10**30, -(10**30), 1e300, 0), strict=True):
        ring.edges[u, v]["weight"] = weight
    for minimum in (True, False):
        ours, theirs = (list(kruskal_mst_edges(ring, minimum, backend=by)) for by in ("nee", "networkx"))
        assert ours == theirs


def test_a_graph_is_read_once_and_again_when_it_has_changed(roads, monkeypatch):
    converted = convert(roads)
    scaled, scale = [], graph.read_lengths
    monkeypatch.setattr(graph, "read_lengths", lambda *args: scaled.append(args) or scale(*args))

    def length():
        return nx.dijkstra_path_length(roads, "a", "d", backend="nee")

    assert length() == length() == 6
    assert len(scaled) == 1
    assert convert(roads) is converted
    roads["c"]["b"]["weight"] = 1  # networkx does not see this.
    assert length() == 4
    roads["c"]["b"]["weight"] = 1.0  # An equal number, and another type.
    assert repr(length()) == "4.0"
    roads.add_edge("a", "d", weight=3)  # This it does see.
    assert length() == 3
    assert convert(roads) is not converted


def test_a_view_is_read_again_when_the_graph_below_has_changed(roads):
    view = nx.subgraph_view(roads, filter_node=lambda node: node != "b")
    with pytest.raises(nx.NetworkXNoPath):
        nx.dijkstra_path(view, "a", "d", backend="nee")
    roads.add_edge("c", "d", weight=5)
    assert nx.dijkstra_path(view, "a", "d", backend="nee") == ["a", "c", "d"]


def test_a_graph_that_was_converted_can_be_copied_and_pickled(roads):
    nx.dijkstra_path(roads, "a", "d", backend="nee")
    for other in (copy.deepcopy(roads), pickle.loads(pickle.dumps(roads))):
        other["c"]["b"]["weight"] = 9
        assert nx.dijkstra_path(other, "a", "d", backend="nee") == ["a", "b", "d"]
    assert nx.dijkstra_path(roads, "a", "d", backend="nee") == ["a", "c", "b", "d"]


def lie(monkeypatch, module, name, change):
    true = getattr(module, name)
    monkeypatch.setattr(module, name, lambda *args, **kwargs: change(true(*args, **kwargs)))


def test_a_wrong_answer_is_held_back(roads, monkeypatch):
    lie(monkeypatch, distances, "run_edge_relaxation", lambda found: np.asarray(found) + (np.arange(len(found)) == 3))
    lie(monkeypatch, bellman_ford, "run_queue_relaxation", lambda found: found._replace(taken=found.taken * 0))
    lie(monkeypatch, floyd_warshall, "run_floyd_warshall", lambda found: found._replace(distances=found.distances // 2))
    lie(monkeypatch, ranks, "sort_keys", lambda keys: keys * 0)
    for function, arguments in (
        (nx.single_source_dijkstra_path, ("a",)),
        (nx.bellman_ford_path, ("a", "d")),
        (nx.floyd_warshall, ()),
        (nx.minimum_spanning_tree, ()),
    ):
        with pytest.raises(EngineError):
            function(roads, *arguments, backend="nee")


@pytest.mark.parametrize(
    "change",
    [
        lambda found: found._replace(shortest=found.shortest - 1),
        lambda found: found._replace(shortest=found.shortest + 1),
        lambda found: found._replace(shortest=found.shortest * 0 + infinity(30)),
        lambda found: found._replace(distances=found.distances + 1),
        lambda found: found._replace(distances=found.distances.at[:4].mul(2)),
        lambda found: found._replace(distances=found.distances.at[4:8].mul(2)),
    ],
)
def test_a_wrong_meeting_is_held_back(roads, monkeypatch, change):
    lie(monkeypatch, meeting, "run_both_ends", change)
    with pytest.raises(EngineError):
        nx.bidirectional_dijkstra(roads, "a", "d", backend="nee")
