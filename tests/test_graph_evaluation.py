import jax
import numpy as np
import pytest

import nee
from nee.evaluation import graphs as evaluation
from nee.evaluation.graphs import evaluate_dijkstra, evaluate_prim, make_graphs, right_distances, right_tree
from nee.programs import dijkstra, prim
from nee.subroutines.add import ADD
from nee.subroutines.minimum import oracle

SIZE = 8


def test_the_shipped_engines_are_exact_on_small_graphs(minimum):
    for row in (
        evaluate_dijkstra(minimum, nee.load("add"), SIZE, graphs=20, kind="mixed", seed=5),
        evaluate_prim(minimum, SIZE, graphs=20, kind="mixed", seed=5),
    ):
        assert (row.size, row.graphs) == (SIZE, 20)
        assert row.whole_graphs.percent == row.nodes.percent == 100


def test_an_untrained_engine_is_not(untrained):
    row = evaluate_prim(untrained, SIZE, graphs=20, kind="regular", seed=5)
    assert row.whole_graphs.percent < 10


@pytest.fixture(scope="module")
def graphs():
    return make_graphs(SIZE, 40, "mixed", 1, 31, 8)


def test_every_distance_and_predecessor_is_judged(graphs):
    run = jax.jit(jax.vmap(lambda w, s: dijkstra(w, s, minimum=oracle, add=ADD.oracle, end=256)[:2]))
    for weights, source, distances, before in zip(*graphs, *map(np.asarray, run(*graphs)), strict=True):
        assert right_distances(weights, source, distances, before).all()
        for node in range(SIZE):
            other = np.arange(SIZE) == node
            assert (right_distances(weights, source, distances + other, before) == ~other).all()
            if node != source and distances[node] < 256:
                assert not right_distances(weights, source, distances, np.where(other, node, before))[node]


def test_every_edge_of_a_tree_is_judged(graphs):
    run = jax.jit(jax.vmap(lambda w, s: prim(w, s, minimum=oracle, end=256)[:3]))
    for weights, start, nodes, parents, taken in zip(*graphs, *map(np.asarray, run(*graphs)), strict=True):
        assert right_tree(weights, start, nodes, parents, taken).all()
        for place in np.flatnonzero(nodes >= 0):
            here = np.arange(SIZE) == place
            assert not right_tree(weights, start, nodes, parents, taken + here).any()
            assert not right_tree(weights, start, np.where(here, -1, nodes), parents, taken).any()
            assert not right_tree(weights, start, nodes, np.where(here, nodes, parents), taken).any()


def test_mixed_graphs_have_equal_shares_and_the_seed_fixes_them():
    first, second = make_graphs(SIZE, 4, "mixed", 7, 31, 8), make_graphs(SIZE, 4, "mixed", 7, 31, 8)
    assert (first.weights == second.weights).all()
    assert (first.starts == second.starts).all()
    degrees = (first.weights[2] < 256).sum(axis=0)
    assert len(set(degrees)) == 1  # The third kind is regular.


@pytest.mark.parametrize("largest", [31, 255])
def test_the_weights_of_test_graphs_are_not_close(largest):
    """Close weights lie in a window of at most five numbers."""
    weights = make_graphs(SIZE, 200, "mixed", 3, largest, 8).weights
    spreads = [np.ptp(each[each < 256]) for each in weights if (each < 256).sum() >= 20]
    assert len(spreads) > 50
    assert min(spreads) > 5
    assert set(weights[weights < 256]) == set(range(1, largest + 1))


def test_the_seed_chooses_the_graphs_that_a_program_is_run_on(monkeypatch, untrained):
    asked = []

    def run(*arguments):
        asked.append(arguments[-3])
        raise StopIteration

    monkeypatch.setattr(evaluation, "run_prim", run)
    monkeypatch.setattr(evaluation, "run_dijkstra", run)
    for seed in (1, 1, 2):
        with pytest.raises(StopIteration):
            evaluate_prim(untrained, SIZE, graphs=4, kind="mixed", seed=seed)
        with pytest.raises(StopIteration):
            evaluate_dijkstra(untrained, untrained, SIZE, graphs=4, kind="mixed", seed=seed)
    for first, same, other in (asked[::2], asked[1::2]):
        assert (first == same).all()
        assert (first != other).any()


def test_a_spanning_tree_that_is_not_minimal_is_wrong():
    weights = np.full((3, 3), 256)
    for (first, second), weight in {(0, 1): 1, (1, 2): 2, (0, 2): 3}.items():
        weights[first, second] = weights[second, first] = weight
    start, nodes = np.int64(0), np.array([1, 2, -1])
    assert right_tree(weights, start, nodes, np.array([0, 1, -1]), np.array([1, 2, 256])).all()
    assert not right_tree(weights, start, nodes, np.array([0, 0, -1]), np.array([1, 3, 256])).any()
