"""What programs do with lists of nothing and graphs of no nodes: an empty answer, or one sentence."""

import json

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from typer.testing import CliRunner

from nee import cli, programs
from nee.errors import InputError
from nee.subroutines import SUBROUTINES
from program_cases import CASES, Engines

NONE = np.array([], np.int32)
NO_NODES = np.zeros((0, 0), np.int32)
MINIMUM, ADD, MULTIPLY = (SUBROUTINES[name].oracle for name in ("minimum", "add", "multiply"))
EXACT = Engines(MINIMUM, ADD, MULTIPLY, 256)
SORTS = {
    "selection_sort": lambda values: programs.selection_sort(values, minimum=EXACT.minimum),
    "selection_sort with a mask": lambda values: programs.selection_sort(values, values, minimum=EXACT.minimum),
    "merge_sort": lambda values: programs.merge_sort(values, merge=SUBROUTINES["merge"].oracle, end=EXACT.end),
    "bitonic_sort": lambda values: programs.bitonic_sort(values, minimum=EXACT.minimum, end=EXACT.end),
} | {
    name: lambda values, run=CASES[name].run: run(EXACT, values)
    for name in ("insertion_sort", "bubble_sort", "heapsort", "quicksort")
}  # fmt: skip


@pytest.mark.parametrize("sort", SORTS.values(), ids=SORTS)
@pytest.mark.parametrize("values", [[], (), NONE, jnp.array([])], ids=["list", "tuple", "numpy", "jax"])
def test_nothing_is_sorted_into_nothing(sort, values):
    answer = sort(values)
    assert answer.result.tolist() == []
    assert all(part.size == 0 for part in jax.tree.leaves(answer)), "there is no step to tell of"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("activity_selection", (NONE, NONE)),
        ("task_scheduling", (NONE, NONE)),
        ("knapsack", (NONE, NONE)),
        ("longest_common_subsequence", (NONE, NONE)),
        ("edit_distance", (np.array([3, 1, 2]), NONE)),
        ("matrix_chain_order", (np.array([7]),)),
        ("optimal_search_tree", (NONE, np.array([5]))),
    ],
)
def test_an_empty_question_has_its_answer(name, data):
    case = CASES[name]
    case.check(jax.device_get(case.run(EXACT, *map(jnp.asarray, data))), *data)


def test_it_does_so_under_jit_too():
    answer = jax.jit(SORTS["heapsort"])(jnp.array([], jnp.int32))
    assert (answer.result.shape, answer.trace.values.shape) == ((0,), (0, 0))


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("binary_search", ([], 3), "The list is empty, and nothing can be found in it."),
        ("quickselect", ([], 0), "The list is empty, and nothing can be found in it."),
        ("bellman_ford", (NO_NODES, 0), "The graph is empty: it has no nodes."),
        ("dag_shortest_paths", (NO_NODES, 0), "The graph is empty: it has no nodes."),
        ("floyd_warshall", (NO_NODES,), "The graph is empty: it has no nodes."),
        ("kruskal", (NO_NODES,), "The graph is empty: it has no nodes."),
        ("kruskal", ([],), "weights must be a square matrix, and has the shape (0,)."),
        ("activity_selection", ([], [3]), "finishes must be a list of 0, and has the shape (1,)."),
        ("optimal_search_tree", ([], []), "gaps must be a list of 1, and has the shape (0,)."),
        ("optimal_search_tree", ([2], [1]), "gaps must be a list of 2, and has the shape (1,)."),
    ],
)
def test_what_has_no_answer_is_refused(name, data, sentence):
    with pytest.raises(InputError) as error:
        CASES[name].run(EXACT, *data)
    assert str(error.value) == sentence


@pytest.mark.parametrize("run", [programs.dijkstra, programs.prim], ids=["dijkstra", "prim"])
def test_a_graph_without_nodes_grows_no_tree(run):
    engines = {"minimum": EXACT.minimum, "end": EXACT.end} | ({"add": EXACT.add} if run is programs.dijkstra else {})
    with pytest.raises(InputError, match="The graph is empty: it has no nodes"):
        run(NO_NODES, 0, **engines)


@pytest.mark.parametrize("name", ["heapsort", "selection_sort", "merge_sort"])
def test_the_command_line_runs_it_on_nothing(name, tmp_path):
    page = tmp_path / "page.html"
    words = ["run", f"nee.programs:{name}", "[]"]
    result = CliRunner().invoke(cli.app, [*words, "--json", "--trace", "--html", str(page)], catch_exceptions=False)
    assert json.loads(result.stdout)["result"]["result"] == []
    assert page.exists()
    plain = CliRunner().invoke(cli.app, [*words, "--trace", "--compare"], catch_exceptions=False)
    assert (plain.exit_code, "[]" in plain.stdout) == (0, True)
