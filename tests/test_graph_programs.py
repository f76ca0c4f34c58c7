import math

import equinox as eqx
import jax
import jax.numpy as jnp
import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra as scipy_dijkstra
from scipy.sparse.csgraph import minimum_spanning_tree as scipy_tree

import nee
from nee.programs import dijkstra, prim
from nee.steps import NOTHING
from nee.subroutines.add import ADD
from nee.subroutines.minimum import oracle

NODES = 6
END = 256
WEIGHTS = st.lists(st.one_of(st.just(END), st.integers(0, 40)), min_size=NODES**2, max_size=NODES**2)
by_oracles = jax.jit(lambda weights, source: dijkstra(weights, source, minimum=oracle, add=ADD.oracle, end=END))
tree_by_oracle = jax.jit(lambda weights, start: prim(weights, start, minimum=oracle, end=END))


def as_matrix(numbers, symmetric=False):
    weights = np.array(numbers).reshape(NODES, NODES)
    np.fill_diagonal(weights, END)
    return np.minimum(weights, weights.T) if symmetric else weights


def by_scipy(weights, source):
    rows, columns = np.nonzero(weights < END)
    # Scipy takes an explicit 0 for an edge.
    graph = csr_array((weights[rows, columns].astype(float), (rows, columns)), shape=weights.shape)
    return [END if d == math.inf else int(d) for d in scipy_dijkstra(graph, indices=source)]


@given(WEIGHTS, st.integers(0, NODES - 1))
def test_dijkstra_of_oracles_is_scipy_s(numbers, source):
    weights = as_matrix(numbers)
    paths = by_oracles(weights, source)
    assert paths.distances.tolist() == by_scipy(weights, source)
    for node, before in enumerate(paths.predecessors.tolist()):
        if node == source or paths.distances[node] == END:
            assert before == NOTHING
        else:
            assert paths.distances[before] + weights[before, node] == paths.distances[node]


@given(WEIGHTS, st.integers(0, NODES - 1))
def test_following_predecessors_always_leads_to_the_source(numbers, source):
    # Edges of weight 0 must not make two nodes each other's predecessors.
    weights = np.where(as_matrix(numbers) > 20, END, as_matrix(numbers) % 2)
    paths = by_oracles(weights, source)
    for node in range(NODES):
        for _ in range(NODES):
            node = paths.predecessors[node] if paths.predecessors[node] != NOTHING else node
        assert node == source or paths.distances[node] == END


@given(WEIGHTS, st.integers(0, NODES - 1))
def test_prim_of_an_oracle_spans_the_start_s_part_at_least_weight(numbers, start):
    weights = as_matrix(numbers, symmetric=True)
    tree = tree_by_oracle(weights, start)
    edges = [e for e in zip(*(x.tolist() for x in tree[:3]), strict=True) if e[0] != NOTHING]
    graph = nx.from_numpy_array(np.where(weights < END, weights + 1, 0))
    part = nx.node_connected_component(graph, start)
    assert {start} | {node for node, *_ in edges} == part
    assert len(edges) == len(part) - 1
    assert all(weights[parent, node] == weight for node, parent, weight in edges)
    shifted = scipy_tree(csr_array(nx.to_numpy_array(graph.subgraph(sorted(part)), nodelist=sorted(part))))
    assert sum(weight for *_, weight in edges) == shifted.sum() - len(edges)


def test_edges_are_taken_in_the_order_in_which_the_tree_grows():
    tree = tree_by_oracle(as_matrix([7] * NODES**2, symmetric=True), 2)
    assert tree.nodes[0] == NOTHING
    reached = {2}
    for node, parent in zip(tree.nodes[1:].tolist(), tree.parents[1:].tolist(), strict=True):
        assert parent in reached
        reached.add(node)
    assert len(reached) == NODES


def test_the_trace_tells_of_every_step():
    weights = jnp.array([[END, 7, 2], [END, END, END], [END, 3, END]])
    selection, offers, costs, parents = dijkstra(weights, 0, minimum=oracle, add=ADD.oracle, end=END).trace
    assert selection.step.pointer.tolist() == [0, 2, 1]
    assert selection.mask.tolist() == [[False, False, False], [True, False, False], [True, False, True]]
    assert offers.tolist() == [[END, 7, 2], [END, 5, END], [END, END, END]]
    assert costs.tolist() == [[0, 7, 2], [0, 5, 2], [0, 5, 2]]
    assert parents.tolist() == [[-1, 0, 0], [-1, 2, 0], [-1, 2, 0]]


def test_padding_changes_nothing():
    weights = as_matrix(range(1, NODES**2 + 1))
    padded = np.full((NODES + 3, NODES + 3), END)
    padded[:NODES, :NODES] = weights
    paths = dijkstra(jnp.array(padded), 1, jnp.arange(NODES + 3) >= NODES, minimum=oracle, add=ADD.oracle, end=END)
    assert paths.distances[:NODES].tolist() == by_oracles(weights, 1).distances.tolist()


GRAPHS = {
    "one node": [[END]],
    "no edges": [[END] * 3] * 3,
    "all equal": [[END, 9, 9], [9, END, 9], [9, 9, END]],
    "zeros": [[END, 0, 0], [0, END, 0], [0, 0, END]],
    "the largest sum": [[END, 127, END], [127, END, 128], [END, 128, END]],
    "the largest weight": [[END, 255], [255, END]],
    "two parts": [[END, 4, END, END], [4, END, END, END], [END, END, END, 1], [END, END, 1, END]],
}


@pytest.mark.parametrize("weights", GRAPHS.values(), ids=GRAPHS)
def test_the_shipped_engines_agree_with_the_oracles(weights, minimum):
    weights = jnp.array(weights)

    @eqx.filter_jit
    def run(minimum, add):
        return dijkstra(weights, 0, minimum=minimum, add=add, end=END)[:2], prim(
            weights, 0, minimum=minimum, end=END
        ).weights

    (distances, _), tree = run(minimum, nee.load("add"))
    (exact, _), exact_tree = run(oracle, ADD.oracle)
    assert distances.tolist() == exact.tolist()
    assert sorted(tree.tolist()) == sorted(exact_tree.tolist())
