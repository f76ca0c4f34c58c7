import jax
import numpy as np
import pytest

import nee
from nee.graph_evaluation import evaluate_dijkstra, evaluate_prim, make_graphs, right_distances, right_tree
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
    run = jax.jit(jax.vmap(lambda w, s: dijkstra(w, s, minimum=oracle, add=ADD.oracle)[:2]))
    for weights, source, distances, before in zip(*graphs, *map(np.asarray, run(*graphs)), strict=True):
        assert right_distances(weights, source, distances, before).all()
        for node in range(SIZE):
            other = np.arange(SIZE) == node
            assert (right_distances(weights, source, distances + other, before) == ~other).all()
            if node != source and distances[node] < 256:
                assert not right_distances(weights, source, distances, np.where(other, node, before))[node]


def test_every_edge_of_a_tree_is_judged(graphs):
    run = jax.jit(jax.vmap(lambda w, s: prim(w, s, minimum=oracle)[:3]))
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
