import jax
import networkx as nx
import numpy as np
import pytest

from nee.errors import InputError
from nee.instances.graphs import KINDS, random_graph, random_weights
from nee.instances.practice_graphs import CLOSE_WINDOWS, largest_path_weight, practice_graph


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("nodes", [3, 4, 8, 25])
def test_every_kind_has_every_size(kind, nodes):
    generator = np.random.default_rng(0)
    for _ in range(20):
        graph = random_graph(generator, nodes, kind)
        assert sorted(graph) == list(range(nodes))
        assert not nx.number_of_selfloops(graph)


def test_the_kinds_are_what_their_names_say():
    generator = np.random.default_rng(1)
    for _ in range(20):
        degrees = {degree for _, degree in random_graph(generator, 12, "regular").degree}
        assert len(degrees) == 1
        assert degrees.pop() >= 2
        assert nx.is_connected(random_graph(generator, 12, "newman_watts_strogatz"))
        edges = random_graph(generator, 12, "barabasi_albert").number_of_edges()
        assert edges in {m * (12 - m) for m in range(2, 6)}
    densities = [nx.density(random_graph(generator, 12, "erdos_renyi")) for _ in range(100)]
    assert min(densities) < 0.2
    assert max(densities) > 0.8


def test_the_same_seed_makes_the_same_graph():
    first, second = (random_graph(np.random.default_rng(5), 20, "regular") for _ in range(2))
    assert nx.utils.graphs_equal(first, second)


def test_weights_are_symmetric_and_in_range():
    generator = np.random.default_rng(2)
    graph = random_graph(generator, 10, "erdos_renyi")
    weights = random_weights(generator, graph, 31, close=False, bits=8)
    assert (weights == weights.T).all()
    assert ((weights < 256) == (nx.to_numpy_array(graph) > 0)).all()
    assert set(weights[weights < 256]) <= set(range(1, 32))


def test_close_weights_lie_in_a_window():
    generator = np.random.default_rng(3)
    graph = nx.complete_graph(12)
    spreads = set()
    for _ in range(100):
        weights = random_weights(generator, graph, 31, close=True, bits=8)
        edges = weights[weights < 256]
        assert edges.min() >= 1
        assert edges.max() <= 31
        spreads.add(int(np.ptp(edges)) + 1)
    assert spreads == set(CLOSE_WINDOWS)


@pytest.mark.parametrize("close", [0.0, 0.3, 1.0])
def test_practice_graphs_have_the_weights_that_are_asked_for(close):
    draw = jax.jit(jax.vmap(lambda key: practice_graph(key, 8, 255, 8, close)))
    graphs = np.asarray(draw(jax.random.split(jax.random.key(0), 2000)))
    assert (graphs == graphs.transpose(0, 2, 1)).all()
    assert (np.diagonal(graphs, axis1=1, axis2=2) == 256).all()
    densities = (graphs < 256).mean(axis=(1, 2)) * 8 / 7
    assert np.histogram(densities, bins=4, range=(0, 1))[0].min() > 350
    dense = [edges for graph in graphs if len(edges := graph[graph < 256]) >= 40]
    assert min(edges.min() for edges in dense) == 1
    assert max(edges.max() for edges in dense) >= 250
    narrow = np.mean([np.ptp(edges) < max(CLOSE_WINDOWS) for edges in dense])
    assert narrow == pytest.approx(close + (1 - close) * 0.07, abs=0.06)
    # Of the others half start at 1, and as many are narrower than 32 numbers as are wider.
    others = [edges for edges in dense if np.ptp(edges) >= max(CLOSE_WINDOWS)]
    if close < 1:
        assert np.mean([np.ptp(edges) < 32 for edges in others]) == pytest.approx(0.46, abs=0.1)
        assert np.mean([edges.max() <= 32 for edges in others]) == pytest.approx(0.25, abs=0.1)


def test_no_path_can_leave_the_range():
    for nodes in range(3, 256):
        assert 0 < largest_path_weight(nodes, 8) * (nodes - 1) < 256


def test_graphs_that_cannot_be_made_are_refused():
    with pytest.raises(InputError, match="at least 3 nodes"):
        random_graph(np.random.default_rng(0), 2, "regular")
    with pytest.raises(InputError, match="300 nodes"):
        random_weights(np.random.default_rng(0), nx.empty_graph(300), largest_path_weight(300, 8), close=False, bits=8)
