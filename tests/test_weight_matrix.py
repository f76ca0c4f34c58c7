import math

import jax
import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nee.errors import InputError
from nee.programs import dijkstra
from nee.subroutines.add import ADD
from nee.subroutines.minimum import oracle
from nee.weight_matrix import check_paths_fit, check_undirected, weight_matrix

NODES = 5
END = 256


def graph_of(*edges, kind=nx.Graph):
    graph = kind()
    graph.add_weighted_edges_from(edges)
    return graph


def test_a_graph_keeps_its_names_and_its_directions():
    matrix = weight_matrix(graph_of(("x", (1, 2), 3), (7, "x", 4), kind=nx.DiGraph), 8)
    assert matrix.names == ["x", (1, 2), 7]
    assert matrix.weights.tolist() == [[END, 3, END], [END, END, END], [4, END, END]]
    undirected = weight_matrix(graph_of(("a", "b", 3)), 8)
    assert undirected.weights.tolist() == [[END, 3], [3, END]]


def test_the_lightest_of_several_edges_counts_and_loops_do_not():
    edges = [("a", "b", 5), ("a", "b", 2), ("b", "a", 9), ("a", "a", 1), ("b", "b", -7)]
    assert weight_matrix(graph_of(*edges, kind=nx.MultiGraph), 8).weights.tolist() == [[END, 2], [2, END]]
    assert weight_matrix(graph_of(*edges, kind=nx.MultiDiGraph), 8).weights.tolist() == [[END, 2], [9, END]]


def test_weights_may_come_from_another_attribute_or_as_whole_floats():
    graph = nx.Graph()
    graph.add_edge("a", "b", length=3.0, weight=-1)
    graph.add_edge("b", "c", length=np.int64(4))
    weights = weight_matrix(graph, 8, "length").weights
    assert (weights[0, 1], weights[1, 2]) == (3, 4)


def test_a_matrix_may_be_rows_or_an_array():
    rows = [[0, 3], [math.inf, 0]]
    for matrix in (rows, np.array(rows), tuple(map(tuple, rows))):
        assert weight_matrix(matrix, 8).weights.tolist() == [[END, 3], [END, END]]


@pytest.mark.parametrize(
    ("graph", "sentence"),
    [
        (nx.Graph(), "The graph is empty"),
        ([], "The graph is empty"),
        (graph_of(("a", "b", -1)), "the edge 'a' - 'b' does not do: -1 is negative"),
        (graph_of(("a", "b", 256), kind=nx.DiGraph), "the edge from 'a' to 'b' does not do: 256 is too large"),
        (graph_of(("a", "b", 1.5)), "1.5 is not a whole number"),
        (graph_of(("a", "b", math.inf)), "inf is not a whole number"),
        (graph_of(("a", "b", "3")), "'3' is not a number"),
        (graph_of(("a", "b", True)), "True is not a number"),
        (nx.path_graph(3), "no 'weight' on the edge 0 - 1"),
        ([[0, 1], [2]], "row 1 has 1 entries"),
        ([[0, math.nan], [1, 0]], "the edge from 0 to 1 does not do: nan"),
        ([[0, None], [1, 0]], "no 'weight' on the edge from 0 to 1"),
        (7, "a networkx graph or a square matrix"),
        ([1, 2], "a networkx graph or a square matrix"),
    ],
)
def test_a_graph_that_the_engine_cannot_read_is_refused(graph, sentence):
    with pytest.raises(InputError, match=sentence):
        weight_matrix(graph, 8)


def test_an_unknown_node_is_named():
    with pytest.raises(InputError, match="no node 'z'"):
        weight_matrix(graph_of(("a", "b", 1)), 8).index("z")


def test_directions_that_differ_have_no_spanning_tree():
    check_undirected(weight_matrix([[0, 3], [3, 0]], 8))
    with pytest.raises(InputError, match="between 'a' and 'b'"):
        check_undirected(weight_matrix(graph_of(("a", "b", 1), kind=nx.DiGraph), 8))


run = jax.jit(lambda weights: dijkstra(weights, 0, minimum=oracle, add=ADD.oracle).trace)


@given(st.lists(st.one_of(st.just(math.inf), st.integers(0, 255)), min_size=NODES**2, max_size=NODES**2))
def test_a_graph_that_passes_never_leaves_the_number_range(numbers):
    matrix = weight_matrix(np.array(numbers, float).reshape(NODES, NODES), 8)
    try:
        check_paths_fit(matrix, 0)
    except InputError:
        return
    trace = run(matrix.weights)
    for step in np.flatnonzero(trace.selection.running):
        cost, node = int(trace.selection.step.value[step]), int(trace.selection.step.pointer[step])
        still_open = ~trace.selection.step.mask[step]
        sums = cost + matrix.weights[node][still_open]
        assert cost == END or (sums[matrix.weights[node][still_open] < END] < END).all()


@pytest.mark.parametrize(
    ("edges", "fits"),
    [
        ([("a", "b", 255)], True),
        ([("a", "b", 127), ("b", "c", 128)], True),
        ([("a", "b", 128), ("b", "c", 128)], False),
        ([("a", "b", 200), ("c", "d", 200)], True),  # What cannot be reached does not count.
        ([("a", "b", 1), ("b", "c", 255), ("a", "c", 2)], False),
        ([("a", str(n), 80) for n in range(50)] + [(str(n), str(n + 1), 80) for n in range(49)], True),
        ([(str(n), str(n + 1), 2) for n in range(99)] + [("a", "0", 1)], True),
    ],
)
def test_how_long_paths_could_be_is_bounded_without_solving(edges, fits):
    matrix = weight_matrix(graph_of(*edges), 8)
    if fits:
        check_paths_fit(matrix, matrix.index("a"))
    else:
        with pytest.raises(InputError, match=r"A path over the edge '\w' - '\w' could be \d+ long"):
            check_paths_fit(matrix, matrix.index("a"))
