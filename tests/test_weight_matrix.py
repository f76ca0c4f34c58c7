import decimal
import math
import os
from decimal import Decimal
from fractions import Fraction

import jax
import jax.numpy as jnp
import networkx as nx
import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

from nee.errors import InputError
from nee.graphs import edges
from nee.graphs.path_lengths import with_room_for_paths
from nee.graphs.weight_matrix import check_undirected, weight_matrix
from nee.programs import dijkstra
from nee.subroutines.add import ADD
from nee.subroutines.minimum import oracle

NODES = 5
END = 256
INF = math.inf


def graph_of(*edges, kind=nx.Graph):
    graph = kind()
    graph.add_weighted_edges_from(edges)
    return graph


def weights_of(graph, **how):
    """The matrix in the caller's numbers, with None where there is no edge."""
    matrix = weight_matrix(graph, **how)
    return [[None if w == matrix.end else matrix.number(w) for w in row] for row in matrix.weights.tolist()]


def test_a_graph_keeps_its_names_and_its_directions():
    matrix = weight_matrix(graph_of(("x", (1, 2), 3), (7, "x", 4), kind=nx.DiGraph))
    assert matrix.names == ["x", (1, 2), 7]
    assert matrix.weights.tolist() == [[END, 3, END], [END, END, END], [4, END, END]]
    undirected = weight_matrix(graph_of(("a", "b", 3)))
    assert undirected.weights.tolist() == [[END, 3], [3, END]]
    assert (undirected.bits, undirected.unit, undirected.weights.dtype) == (8, 1, np.int64)


def test_the_lightest_of_several_edges_counts_and_loops_do_not():
    edges = [("a", "b", 5), ("a", "b", 2), ("b", "a", 9), ("a", "a", 1), ("b", "b", -7)]
    assert weights_of(graph_of(*edges, kind=nx.MultiGraph)) == [[None, 2], [2, None]]
    assert weights_of(graph_of(*edges, kind=nx.MultiDiGraph)) == [[None, 2], [9, None]]


def test_weights_may_come_from_another_attribute():
    graph = nx.Graph()
    graph.add_edge("a", "b", length=3.0, weight=-1)
    graph.add_edge("b", "c", length=np.int64(4))
    weights = weight_matrix(graph, "length").weights
    assert (weights[0, 1], weights[1, 2]) == (3, 4)


class Frame:
    """What a DataFrame of pandas looks like: going through it gives the names of its columns."""

    def __init__(self, rows):
        self.rows = np.array(rows)

    def to_numpy(self):
        return self.rows

    def __iter__(self):
        return iter("ab")

    def __len__(self):
        return len(self.rows)


ROWS = [[0, 3], [INF, 0]]


@pytest.mark.parametrize(
    "matrix",
    [
        ROWS,
        tuple(map(tuple, ROWS)),
        np.array(ROWS),
        np.array(ROWS, np.float16),
        np.array(ROWS, object),
        np.asmatrix(ROWS),
        jnp.array(ROWS),
        [*jnp.array(ROWS)],
        [[jnp.float32(0), 3], [np.inf, np.int8(0)]],
        Frame(ROWS),
        [[0, Fraction(3)], [Decimal("Infinity"), 0]],
        [[-1, 3], [INF, math.pi]],  # The diagonal is ignored.
        np.ma.array([[0, 3], [-7, 0]], mask=[[False, False], [True, False]]),
        np.ma.array([[0, 3.0], [math.nan, 0]], mask=[[True, False], [True, False]]),
        *(
            scipy.sparse.coo_array(([3], ([0], [1])), (2, 2)).asformat(form)
            for form in ("coo", "csr", "csc", "lil", "dok", "dia", "bsr")
        ),
        scipy.sparse.csr_array([[0, 3], [0, 0]]).tobsr((2, 2)),
        scipy.sparse.csr_matrix([[0, 3], [0, 0]]),
        scipy.sparse.csr_array([[9.0, 3], [0, 0]]),
    ],
)
def test_a_matrix_may_be_kept_in_anything(matrix):
    read = weight_matrix(matrix)
    assert (read.names, read.weights.tolist()) == ([0, 1], [[END, 3], [END, END]])


def test_pandas_counts_by_its_values():
    pandas = pytest.importorskip("pandas")
    assert weights_of(pandas.DataFrame(ROWS, columns=["b", "a"])) == [[None, 3], [None, None]]


def test_stored_zeros_of_a_sparse_matrix_are_edges():
    matrix = scipy.sparse.csr_array(([0, 5], ([0, 1], [1, 2])), (3, 3))
    assert weights_of(matrix) == [[None, 0, None], [None, None, 5], [None] * 3]


@pytest.mark.parametrize(
    ("matrix", "no_edge", "edges"),
    [
        ([[0, 0], [3, 0]], 0, [[None, None], [3, None]]),
        ([[0, 0], [3, 0]], INF, [[None, 0], [3, None]]),
        ([[0, 0], [INF, 0]], None, [[None, 0], [None, None]]),  # Infinity says that 0 is a weight.
        ([[0, 0], [INF, 0]], 0, [[None, None], [None, None]]),
        ([[0, 2], [3, 0]], None, [[None, 2], [3, None]]),
        (np.ma.array([[0, 0], [3, 0]], mask=[[0, 0], [1, 0]]), None, [[None, 0], [None, None]]),
        (np.zeros((1, 1)), None, [[None]]),
    ],
)
def test_what_zeros_mean(matrix, no_edge, edges):
    assert weights_of(matrix, no_edge=no_edge) == edges


def test_networkx_s_own_matrix_needs_a_word():
    graph = graph_of(("a", "b", 3), ("b", "c", 4))
    matrix = nx.to_numpy_array(graph)
    with pytest.raises(InputError, match="as from 0 to 2, and no infinity: say no_edge=0 if"):
        weight_matrix(matrix)
    np.testing.assert_array_equal(weight_matrix(matrix, no_edge=0).weights, weight_matrix(graph).weights)


@pytest.mark.parametrize(
    ("weights", "integers", "unit", "bits"),
    [
        ([0, 255], [0, 255], 1, 8),
        ([0, 256], [0, 256], 1, 9),
        ([2**62 - 1], [2**62 - 1], 1, 62),
        ([3.0, Fraction(4), Decimal("5.0")], [3, 4, 5], 1, 8),
        ([0.5, 0.75, 3.0], [2, 3, 12], Fraction(1, 4), 8),
        ([0.1], [3602879701896397], Fraction(1, 2**55), 52),
        ([5e-324], [1], Fraction(1, 2**1074), 8),
        ([2.0**-1022, 2.0**-1000], [1, 2**22], Fraction(1, 2**1022), 23),
        ([2.0**100, 2.0**101], [1, 2], 2**100, 8),
        ([2.0**100, 0], [1, 0], 2**100, 8),
        ([10**19, 0], [5**19, 0], 2**19, 45),
        ([np.uint64(2**63)], [1], 2**63, 8),
        ([0.0, 0.0], [0, 0], 1, 8),
        ([Decimal("0.1"), Decimal("2.50")], [1, 25], Fraction(1, 10), 8),
        ([Decimal("0.5"), 3], [5, 30], Fraction(1, 10), 8),
        ([Fraction(1, 3), Fraction(1, 2), 1], [2, 3, 6], Fraction(1, 6), 8),
        ([0.5, Fraction(1, 3)], [3, 2], Fraction(1, 6), 8),
        ([0.5, np.int64(3)], [1, 6], Fraction(1, 2), 8),
    ],
)
def test_weights_are_integers_in_a_common_unit(weights, integers, unit, bits):
    matrix = weight_matrix(graph_of(*((0, n + 1, w) for n, w in enumerate(weights))))
    assert (matrix.weights[0, 1:].tolist(), matrix.unit, matrix.bits) == (integers, unit, bits)
    assert [integer * matrix.unit for integer in integers] == [Fraction(weight) for weight in weights]


FINE = st.one_of(st.integers(0, 2**62 - 1), st.floats(0, 6e4, width=16), st.fractions(0, 9, max_denominator=30))


@given(st.lists(st.one_of(FINE, st.decimals(0, 99, places=3)), min_size=1, max_size=5))
def test_scaling_is_exact_or_refused(weights):
    try:
        matrix = weight_matrix(graph_of(*((0, n + 1, w) for n, w in enumerate(weights))))
    except InputError as error:
        assert "62 are possible" in str(error)  # noqa: PT017 (refusing is right only where it says this)
        return
    assert [integer * matrix.unit for integer in matrix.weights[0, 1:].tolist()] == [Fraction(w) for w in weights]


@given(st.lists(st.floats(0, allow_infinity=False), min_size=1, max_size=5))
def test_every_float_with_a_power_of_two_that_fits_is_read(weights):
    ratios = [Fraction(weight) for weight in weights]
    common = math.gcd(*(ratio.numerator for ratio in ratios))
    unit = Fraction(common & -common, max(ratio.denominator for ratio in ratios))
    matrix = np.full((len(weights) + 1,) * 2, INF)
    matrix[0, 1:] = weights
    if any(weights) and max(ratios) / unit >= 2**62:
        with pytest.raises(InputError, match="62 are possible"):
            weight_matrix(matrix)
    else:
        read = weight_matrix(matrix)
        assert [integer * read.unit for integer in read.weights[0, 1:].tolist()] == ratios


@pytest.mark.parametrize(
    ("weights", "answer"),
    [
        ([2.0, 3.0], 5),
        ([0.5, 0.25], 0.75),
        ([0.5, Decimal("0.1")], 0.6),
        ([Decimal("0.1"), Decimal("0.2")], Decimal("0.3")),
        ([Decimal("0.123456789"), 1], Decimal("1.123456789")),
        ([Fraction(1, 3), Decimal("0.5")], Fraction(5, 6)),
    ],
)
def test_sums_go_out_as_the_caller_writes_numbers(weights, answer):
    matrix = weight_matrix(graph_of(*((0, n + 1, w) for n, w in enumerate(weights))))
    with decimal.localcontext(prec=3):
        total = matrix.number(sum(matrix.weights[0, 1:].tolist()))
    assert (type(total), total) == (type(answer), answer)


@pytest.mark.parametrize(
    ("graph", "sentence"),
    [
        (nx.Graph(), "The graph is empty: it has no nodes."),
        ([], "The graph is empty: it has no nodes."),
        (np.zeros((0, 0)), "The graph is empty: it has no nodes."),
        (scipy.sparse.csr_array((0, 0)), "The graph is empty: it has no nodes."),
        (graph_of(("a", "b", -1)), "The weight of the edge 'a' - 'b' does not do: -1 is negative."),
        (graph_of(("a", "b", 1), ("b", "c", -0.5), kind=nx.DiGraph), "from 'b' to 'c' does not do: -0.5 is negative."),
        (graph_of(("a", "b", Fraction(-1, 2))), "does not do: Fraction(-1, 2) is negative."),
        (graph_of(("a", "b", INF)), "does not do: inf is infinite: leave the edge out."),
        (graph_of(("a", "b", math.nan)), "The weight of the edge 'a' - 'b' does not do: nan is not a number."),
        (graph_of(("a", "b", "3")), "does not do: '3' is not a number."),
        (graph_of(("a", "b", True)), "does not do: True is not a number."),
        (graph_of(("a", "b", 1j)), "does not do: 1j is not a number."),
        (graph_of(("a", "b", [3])), "does not do: [3] is not a number."),
        (graph_of(("a", "b", np.array([1, 2]))), "does not do: array([1, 2]) is not a number."),
        (graph_of(("a", "b", Decimal("1e999999"))), "does not do: Decimal('1E+999999') has more than 5000 digits."),
        (nx.path_graph(3), "There is no 'weight' on the edge 0 - 1."),
        ([[0, 1], [2]], "Row 1 has 1 numbers, and row 0 has 2: rows must be equally long."),
        ([[0, 1]], "A matrix of weights is square, and this one has 1 rows and 2 columns."),
        (scipy.sparse.csr_array((2, 3)), "A matrix of weights is square, and this one has 2 rows and 3 columns."),
        ([[0, math.nan], [1, 0]], "nan is not a number (row 0, item 1)."),
        (np.array([[0, math.nan], [1, 0]]), "nan is not a number (row 0, item 1)."),
        ([[0, None], [1, 0]], "None is not a number (row 0, item 1)."),
        ([[0, "x" * 999], [1, 0]], "'xxxxxxxxxxxx...xxxxxxxxxxxxx' is not a number (row 0, item 1)."),
        (np.array([[False, True], [True, False]]), "False is not a number (row 0, item 0)."),
        ([[0, 1], [-2, 0]], "The weight of the edge from 1 to 0 does not do: -2 is negative."),
        ([[0, 1], [-INF, 0]], "The weight of the edge from 1 to 0 does not do: -inf is negative."),
        (np.array([[0, 1], [-2, 0]], np.int8), "The weight of the edge from 1 to 0 does not do: -2 is negative."),
        (scipy.sparse.csr_array([[0, 1], [-2, 0]]), "The weight of the edge from 1 to 0 does not do: -2 is negative."),
        (scipy.sparse.csr_array([[0, 1], [math.nan, 0]]), "edge from 1 to 0 does not do: nan is not a number."),
        (scipy.sparse.csr_array([[0, 1], [INF, 0]]), "from 1 to 0 does not do: inf is infinite: leave the edge out."),
        (scipy.sparse.csr_array([[False, True], [False, False]]), "from 0 to 1 does not do: True is not a number."),
        (scipy.sparse.coo_array(([1, 2], ([0, 0], [1, 1])), (2, 2)), "has two entries for the same edge"),
        (7, "A graph is a networkx graph or a square matrix of weights."),
        ([1, 2], "A graph is a networkx graph or a square matrix of weights."),
        (np.zeros((2, 2, 2)), "A graph is a networkx graph or a square matrix of weights."),
        ({"a": 1}, "A dict has no order of its own: give its numbers as a list."),
        ("ab", "A graph is a networkx graph or a square matrix of weights."),
        (graph_of(("a", "b", 2**62 + 1)), "The weights need 63 bits to be exact, and 62 are possible: "
         "divide the weights by 10**1 and round them."),
        (graph_of(("a", "b", 10**30)), "divide the weights by 10**12 and round them."),
        (graph_of(("a", "b", 0.001), ("b", "c", 20.0)), "The weights need 65 bits to be exact, and 62 are possible: "
         "keep at most 17 digits after the point, as in Decimal(str(round(weight, 17)))."),
        (graph_of(("a", "b", 1e-300), ("b", "c", 1000)), "keep at most 15 digits after the point"),
        (graph_of(("a", "b", Decimal("1e-30")), ("b", "c", 1000)), "keep at most 15 digits after the point"),
        (graph_of(("a", "b", Fraction(1, 3**50)), ("b", "c", 1)), "keep at most 18 digits after the point"),
        (graph_of(*((0, n, Fraction(1, n)) for n in range(1, 2000))), "keep at most 18 digits after the point"),
    ],
)  # fmt: skip
def test_a_graph_that_the_engines_cannot_read_is_refused_in_one_sentence(graph, sentence):
    with pytest.raises(InputError) as error:
        weight_matrix(graph)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("weights", "digits"), [([0.001, 20.0], 17), ([1e-300, 1000.7], 15), ([1 / 3, 2 / 70000], 19)])
def test_the_advice_helps(weights, digits):
    def star(weights):
        return graph_of(*((0, n + 1, w) for n, w in enumerate(weights)))

    with pytest.raises(InputError, match=f"at most {digits} digits"):
        weight_matrix(star(weights))
    weight_matrix(star([Decimal(str(round(weight, digits))) for weight in weights]))


@pytest.mark.parametrize("no_edge", [1, math.nan])
def test_no_edge_is_zero_or_infinity(no_edge):
    with pytest.raises(InputError, match=r"no_edge is 0 or math\.inf"):
        weight_matrix([[0, 1], [1, 0]], no_edge=no_edge)


@pytest.mark.parametrize("graph", [graph_of(("a", "b", 1)), scipy.sparse.csr_array([[0, 1], [1, 0]])])
def test_no_edge_is_for_dense_matrices(graph):
    with pytest.raises(InputError, match="of a dense matrix"):
        weight_matrix(graph, no_edge=0)


def test_more_nodes_than_the_memory_holds_are_refused_before_they_take_any():
    sentence = r"The graph has 100000 nodes and would take 1.1e\+03 GB: up to \d+ nodes are possible here."
    thin = np.broadcast_to(np.float64(1), (100_000, 100_000))
    for graph in (nx.empty_graph(100_000), scipy.sparse.csr_array((100_000, 100_000)), thin, [[1]] * 100_000):
        with pytest.raises(InputError, match=sentence):
            weight_matrix(graph)


def test_a_small_machine_holds_fewer_nodes(monkeypatch):
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 1, "SC_PHYS_PAGES": 110 * 50**2}.__getitem__)
    monkeypatch.setattr(edges, "most_nodes", edges.most_nodes.__wrapped__)
    with pytest.raises(InputError, match=r"51 nodes and would take .* GB: up to 50 nodes"):
        weight_matrix(nx.empty_graph(51))
    assert len(weight_matrix(nx.empty_graph(50)).names) == 50


@pytest.mark.parametrize("name", ["z", ["a"], np.array([1, 2]), {}, jnp.int32(0), None, "z" * 1000])
def test_an_unknown_node_is_named(name):
    with pytest.raises(InputError, match=r"There is no node .{1,60} in the graph") as error:
        weight_matrix(graph_of(("a", "b", 1))).index(name)
    assert "\n" not in str(error.value)


def test_directions_that_differ_have_no_spanning_tree():
    check_undirected(weight_matrix([[0, 3], [3, 0]]))
    with pytest.raises(InputError, match="between 'a' and 'b'"):
        check_undirected(weight_matrix(graph_of(("a", "b", 1), kind=nx.DiGraph)))


run = jax.jit(lambda weights: dijkstra(weights, 0, minimum=oracle, add=ADD.oracle, end=256).trace)


@given(st.lists(st.one_of(st.just(INF), st.integers(0, 255)), min_size=NODES**2, max_size=NODES**2))
def test_a_graph_of_8_bits_never_leaves_the_number_range(numbers):
    matrix = with_room_for_paths(weight_matrix(np.array(numbers, float).reshape(NODES, NODES), no_edge=INF), 0)
    if matrix.bits > 8:
        return
    trace = run(matrix.weights.astype(np.int32))
    for step in np.flatnonzero(trace.selection.running):
        cost, node = int(trace.selection.step.value[step]), int(trace.selection.step.pointer[step])
        still_open = ~trace.selection.step.mask[step]
        sums = cost + matrix.weights[node][still_open]
        assert cost == END or (sums[matrix.weights[node][still_open] < END] < END).all()


@pytest.mark.parametrize(
    ("edges", "bits"),
    [
        ([("a", "b", 255)], 8),
        ([("a", "b", 127), ("b", "c", 128)], 8),
        ([("a", "b", 128), ("b", "c", 128)], 9),
        ([("a", "b", 200), ("c", "d", 200)], 8),  # What cannot be reached does not count.
        ([("a", "b", 1), ("b", "c", 255), ("a", "c", 2)], 9),
        ([("a", str(n), 80) for n in range(50)] + [(str(n), str(n + 1), 80) for n in range(49)], 8),
        ([(str(n), str(n + 1), 2) for n in range(99)] + [("a", "0", 1)], 8),
        ([("a", "b", 2**50), ("b", "c", 2**50 - 1)], 51),
        ([("a", "b", 2**61 - 1), ("b", "c", 2**61 - 2**40)], 62),
        ([("a", "b", 0.5), ("b", "c", 128.0)], 9),
    ],
)
def test_how_long_paths_could_be_is_bounded_without_solving(edges, bits):
    matrix = weight_matrix(graph_of(*edges))
    wide = with_room_for_paths(matrix, matrix.index("a"))
    assert (wide.bits, wide.end) == (bits, 2**bits)
    np.testing.assert_array_equal(wide.weights == wide.end, matrix.weights == matrix.end)
    assert (wide.weights == matrix.weights)[matrix.weights < matrix.end].all()


@pytest.mark.parametrize(
    ("rows", "source", "bits"),
    [
        ([[0, 100, 100], [250, 0, INF], [250, INF, 0]], 0, 8),  # No path leads back to its source.
        ([[0, INF, INF], [100, 0, INF], [INF, 200, 0]], 2, 9),
        ([[0, INF, INF], [100, 0, INF], [INF, 200, 0]], 1, 8),
    ],
)
def test_directions_count_in_the_bound(rows, source, bits):
    assert with_room_for_paths(weight_matrix(rows), source).bits == bits


@pytest.mark.parametrize(
    ("edges", "sentence"),
    [
        ([("a", "b", 2**61), ("b", "c", 2**61)], "Paths over 'c' and other nodes need 63 bits to be exact, "
         "and 62 are possible: divide the weights by 10**1 and round them."),
        ([("a", "b", 2.0**-60), ("b", "c", 3.5), ("c", "d", 3)], "keep at most 17 digits after the point"),
        ([(n, n + 1, 2**60) for n in range(300)] + [("a", 0, 1)], "need 69 bits"),
    ],
)  # fmt: skip
def test_paths_that_are_too_long_are_refused(edges, sentence):
    matrix = weight_matrix(graph_of(*edges))
    with pytest.raises(InputError) as error:
        with_room_for_paths(matrix, matrix.index("a"))
    assert sentence in str(error.value)
