"""What programs refuse when they see the numbers."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nee.errors import InputError
from nee.programs import (
    activity_selection,
    bellman_ford,
    binary_search,
    bubble_sort,
    dag_shortest_paths,
    dijkstra,
    heapsort,
    knapsack,
    merge_sort,
    prim,
    quickselect,
    selection_sort,
)
from nee.programs.adjacency import Adjacency
from nee.programs.edge_relaxation import edge_relaxation
from nee.subroutines.add import ADD
from nee.subroutines.minimum import oracle

END = 256


class Eight:
    """An exact engine that says how wide its numbers are."""

    bits = 8

    def __init__(self, run):
        self.run = run

    def __call__(self, values, mask):
        return self.run(values, mask)


MINIMUM, ADDITION = Eight(oracle), Eight(ADD.oracle)


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        (lambda: selection_sort(jnp.array([5, 300, 1]), minimum=MINIMUM),
         "300 is too large (item 1): engines of 8 bits read the whole numbers from 0 to 255, and 256 for infinity."),
        (lambda: selection_sort(values=jnp.array([5, 300]), minimum=MINIMUM), "300 is too large (item 1)"),
        (lambda: selection_sort(jnp.array([5, -1]), minimum=MINIMUM), "-1 is negative (item 1)"),
        (lambda: bubble_sort(np.array([257, 1]), minimum=MINIMUM), "257 is too large (item 0)"),
        (lambda: merge_sort(jnp.array([5, 300, 1]), merge=MINIMUM, end=END), "300 is too large (item 1)"),
        (lambda: dijkstra(jnp.array([[0, 5], [700, 0]]), 0, minimum=oracle, add=ADDITION, end=END),
         "700 is too large (row 1, item 0)"),
        (lambda: knapsack(jnp.array([1]), jnp.array([999]), 3, minimum=MINIMUM, add=ADDITION), "999 is too large"),
    ],
)  # fmt: skip
def test_numbers_that_no_engine_reads_are_refused(run, sentence):
    with pytest.raises(InputError) as error:
        run()
    assert sentence in str(error.value)


MATRIX = [[END, 3], [3, END]]


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        (lambda: dijkstra(MATRIX, 7, minimum=oracle, add=ADD.oracle, end=END),
         "There is no source 7: places go from 0 to 1."),
        (lambda: dijkstra(jnp.array(MATRIX), jnp.array(-1), minimum=oracle, add=ADD.oracle, end=END), "no source -1"),
        (lambda: bellman_ford(MATRIX, 2, minimum=oracle, add=ADD.oracle, end=END), "no source 2"),
        (lambda: dag_shortest_paths(MATRIX, 2, minimum=oracle, add=ADD.oracle, end=END), "no source 2"),
        (lambda: prim(MATRIX, 2, minimum=oracle, end=END), "no start 2"),
        (lambda: quickselect([5, 3], 2, minimum=oracle), "no rank 2"),
        (lambda: heapsort([5, 2.5], minimum=oracle),
         "2.5 is no integer (item 1): programs read integers, and `end` for infinity."),
        (lambda: heapsort(jnp.array([5.0]), minimum=oracle), "5.0 is no integer (item 0)"),
        (lambda: jax.jit(lambda x: heapsort(x, minimum=oracle))(jnp.array([5.0])), "values has the type float32"),
        (lambda: heapsort([5, True], minimum=oracle), "True is not a number (item 1)"),
        (lambda: heapsort(jnp.array([True]), minimum=oracle), "True is not a number (item 0)"),
        (lambda: heapsort("5 3", minimum=oracle), "'5 3' is not a number"),
        (lambda: heapsort(5, minimum=oracle), "values must be a list, and has the shape ()."),
        (lambda: heapsort(MATRIX, minimum=oracle), "values must be a list, and has the shape (2, 2)."),
        (lambda: prim([[1, 2]], 0, minimum=oracle, end=END), "weights must be a square matrix"),
        (lambda: prim(MATRIX, [0], minimum=oracle, end=END), "start must be one number"),
        (lambda: prim(MATRIX, 0.5, minimum=oracle, end=END), "0.5 is no integer"),
        (lambda: activity_selection([1, 2], [3], minimum=oracle), "finishes must be a list of 2, and has the shape"),
        (lambda: selection_sort([1, 2], [False], minimum=oracle), "mask must be a list of 2"),
        (lambda: selection_sort([1, 2], [0, 1], minimum=oracle), "mask must be True where a slot is hidden"),
        (lambda: heapsort([2**40], minimum=oracle), "1099511627776 is too large (item 0): JAX's integers have 32 bits"),
        (lambda: heapsort([2**80], minimum=MINIMUM), "is too large (item 0): engines of 8 bits"),
        (lambda: binary_search([1, 2], 300, minimum=MINIMUM), "300 is too large: engines of 8 bits"),
        (lambda: knapsack([1], [2], 300, minimum=MINIMUM, add=ADDITION), "300 is too large"),
        (lambda: heapsort([5, 3], minimum="minimum"),
         "minimum must be an engine, such as nee.load makes, and is 'minimum'."),
    ],
)  # fmt: skip
def test_what_no_program_takes_is_refused(run, sentence):
    with pytest.raises(InputError) as error:
        run()
    assert sentence in str(error.value)


@pytest.mark.parametrize("values", [[5, 3, 1], (5, 3, 1), np.array([5, 3, 1], np.uint8), jnp.array([5, 3, 1])])
def test_lists_and_arrays_of_whole_numbers_are_taken(values):
    assert heapsort(values, minimum=MINIMUM).result.tolist() == [1, 3, 5]
    hidden = selection_sort(values, [True, False, False], minimum=MINIMUM)
    assert hidden.result.tolist() == [1, 3, -1]


def test_a_start_may_be_a_list_of_distances():
    edges = Adjacency(*(jnp.array(part) for part in ([0, 1], [1, 0], [0], [1], [3])))
    found = edge_relaxation([0, END], edges, minimum=MINIMUM, add=ADDITION, at_once=1)
    assert found.tolist() == [0, 3]


def test_a_matrix_may_be_a_list_of_lists():
    paths = dijkstra(MATRIX, np.int64(1), minimum=MINIMUM, add=ADDITION, end=END)
    assert paths.distances.tolist() == [3, 0]


def test_what_the_engines_read_passes():
    assert selection_sort(jnp.array([5, END, 1]), jnp.zeros(3, bool), minimum=MINIMUM).result.tolist() == [1, 5, END]
    assert selection_sort(jnp.array([500, 300]), minimum=oracle).result.tolist() == [300, 500]  # It does not say.


def test_under_jit_nothing_is_checked():
    values = jnp.array([[500, 300]])
    run = jax.jit(jax.vmap(lambda one: selection_sort(one, minimum=MINIMUM).result))
    assert run(values).tolist() == [[300, 500]]


def test_the_network_says_how_wide_it_is(untrained):
    with pytest.raises(InputError, match="300 is too large"):
        selection_sort(jnp.array([300]), minimum=untrained)
