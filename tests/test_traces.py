"""Traces as data: the same shape for every program, and nothing in it that the engine did not say."""

import json
from decimal import Decimal

import jax
import jax.numpy as jnp
import networkx as nx
import numpy as np
import pytest

import nee
from nee.errors import InputError
from nee.player.steps_data import number
from nee.player.trace_data import execution_runs, trace_data
from nee.player.traces import arithmetic_trace, forest_trace, paths_trace, sort_trace
from nee.programs import merge_sort, selection_sort
from nee.solve.paths import shortest_paths
from nee.solve.sorting import sort_and_trace
from nee.solve.trees import minimum_spanning_tree
from nee.steps import Execution, Trace
from nee.subroutines.merge import MERGE
from nee.subroutines.minimum import MINIMUM

VALUES = [9, 4, 7]
STEP = {"mask", "attention", "pointer", "value", "bits", "certainty", "next_mask"}
ROADS = nx.Graph()
ROADS.add_weighted_edges_from([("a", "b", 7), ("a", "c", 2), ("c", "b", 3), ("b", "d", 1), ("x", "y", 4)])


def check_shape(trace):
    """What docs/traces.md promises of every trace."""
    assert json.loads(json.dumps(trace)) == trace
    assert {"format", "program", "by", "bits", "engines", "runs"} <= trace.keys()
    for run in trace["runs"]:
        slots = len(run["values"]) if "values" in run else len(run["nodes"])
        for step in run["steps"]:
            assert step.keys() >= STEP
            assert len(step["mask"]) == len(step["attention"]) == len(step["next_mask"]) == slots
            assert sum(step["attention"]) == pytest.approx(1, abs=1e-2)
            assert len(step["bits"]) == len(step["certainty"]) == trace["bits"] + 1
            assert all(0.5 <= certain <= 1 for certain in step["certainty"])
            written = sum(bit << place for place, bit in enumerate(step["bits"]))
            assert written == (2 ** trace["bits"] if step["value"] is None else step["value"])
        for before, after in zip(run["steps"], run["steps"][1:], strict=False):
            assert after["mask"] == before["next_mask"]


@pytest.mark.parametrize("algorithm", ["selection", "merge"])
def test_a_sorted_list(algorithm):
    trace = sort_trace(VALUES, sort_and_trace(VALUES, algorithm=algorithm), algorithm)
    check_shape(trace)
    assert trace["values"] == VALUES
    assert [step["value"] for step in trace["runs"][-1]["steps"]] == trace["result"] == sorted(VALUES)
    (engine,) = trace["engines"]
    assert len(engine["weights"]) == 64


def test_shortest_paths():
    trace = paths_trace(shortest_paths(ROADS, "a"))
    check_shape(trace)
    reference = nx.single_source_dijkstra_path_length(ROADS, "a")
    assert trace["result"] == [reference.get(name) for name in trace["graph"]["nodes"]]
    (run,) = trace["runs"]
    assert run["steps"][0]["values"] == [0, None, None, None, None, None]
    assert [step["costs"] for step in run["steps"]][-1] == trace["result"]
    assert all(now["values"] == before["costs"] for before, now in zip(run["steps"], run["steps"][1:], strict=False))
    assert [0, 1, 7] in trace["graph"]["edges"]
    assert len(trace["graph"]["edges"]) == ROADS.number_of_edges()


def test_a_spanning_forest_has_a_run_for_each_tree():
    trace = forest_trace(minimum_spanning_tree(ROADS))
    check_shape(trace)
    assert [run["nodes"] for run in trace["runs"]] == [[0, 1, 2, 3], [4, 5]]
    assert sum(weight for *_, weight in trace["result"]) == 10
    assert trace["runs"][1]["steps"][-1]["parents"] == [None, 0]


@pytest.mark.parametrize(("operation", "a", "b", "result"), [("add", 97, 31, 128), ("multiply", 12, 34, 408)])
def test_arithmetic(operation, a, b, result):
    trace = arithmetic_trace(operation, a, b)
    check_shape(trace)
    assert (trace["values"], trace["result"]) == ([a, b], [result])


@pytest.mark.parametrize(("a", "b"), [(255, 1), (2**21 - 1, 1), (0, 2**70), (2**64, 2**64 - 1), (123456789, 987654321)])
def test_a_wide_sum_tells_its_limbs_and_carries(a, b):
    trace = arithmetic_trace("add", a, b, "table")
    assert (trace["by"], trace["limb"], trace["values"]) == ("table", 7, [number(a, None), number(b, None)])
    assert trace["result"] == [number(a + b, None)]
    (run,) = trace["runs"]
    carry = 0
    for place, step in enumerate(run["steps"]):
        first, second = (whole >> 7 * place & 127 for whole in (a, b))
        assert (step["values"], step["sum"], step["carry"]) == ([first, second], first + second, carry)
        assert step["value"] == first + second + carry == sum(bit << i for i, bit in enumerate(step["bits"]))
        assert step["certainty"] is None  # A table was never in doubt.
        carry = step["value"] >> 7
    assert json.loads(json.dumps(trace)) == trace


@pytest.mark.parametrize(("a", "b"), [(64, 64), (0, 10**6), (123456789, 987654321), (2**40 - 1, 2**40 - 1)])
def test_a_wide_product_tells_its_rows(a, b):
    trace = arithmetic_trace("multiply", a, b, "table")
    assert trace["result"] == [number(a * b, None)]
    (run,) = trace["runs"]
    so_far = 0
    for place, step in enumerate(run["steps"]):
        limb, *others = step["values"]
        assert step["products"] == [limb * other for other in others]
        so_far += limb * b << 6 * place
        assert sum(column << 6 * i for i, column in enumerate(step["columns"])) == so_far >> 6 * place
    assert so_far == a * b


def test_what_nobody_would_watch_is_refused():
    with pytest.raises(InputError, match="too wide to be watched"):
        arithmetic_trace("multiply", 2**100, 2, "table")


def test_the_table_says_that_it_is_one():
    trace = sort_trace(VALUES, sort_and_trace(VALUES, by="table"), "selection", "table")
    assert trace["by"] == "table"
    assert all(step["certainty"] is None for step in trace["runs"][0]["steps"])
    roads = nx.Graph()
    roads.add_weighted_edges_from([("a", "b", Decimal("0.5")), ("b", "c", 70000)])
    forest = forest_trace(minimum_spanning_tree(roads))
    assert (forest["by"], forest["graph"]["unit"]) == ("table", "1/10")
    assert json.loads(json.dumps(forest))["result"] == [[0, 1, 5], [1, 2, 700000]]


@pytest.mark.long
def test_the_network_goes_down_the_limbs_of_wide_numbers():
    values = [70000, 3, 70001, 256]
    trace = sort_trace(values, sort_and_trace(values), "selection")
    assert (trace["by"], trace["bits"], trace["result"]) == ("network", 30, sorted(values))
    for step in trace["runs"][0]["steps"]:
        assert sum(limb["value"] << 8 * place for place, limb in enumerate(reversed(step["limbs"]))) == step["value"]
        assert all(len(limb["certainty"]) == 9 and min(limb["certainty"]) > 0.5 for limb in step["limbs"])
        left = [value for value, hidden in zip(values, step["mask"], strict=True) if not hidden]
        assert step["value"] == min(left)
    a, b = 10**15, 10**15 - 1
    sum_trace = arithmetic_trace("add", a, b)
    assert sum_trace["result"] == [a + b]
    assert all(min(step["certainty"]) > 0.5 for step in sum_trace["runs"][0]["steps"])


def test_bits_are_what_the_network_said(minimum):
    values = jnp.array([200, 13, 78, 13])
    trace = jax.device_get(selection_sort(values, minimum=minimum).trace)
    (run,) = execution_runs(Execution(trace.step.value, trace), values.tolist(), bits=8, engine=minimum)
    for step in run["steps"]:
        logits = minimum.read(values, jnp.array(step["mask"]))[0]
        np.testing.assert_allclose(step["certainty"], jax.nn.sigmoid(jnp.abs(logits)), atol=1e-3)


def test_a_program_of_one_s_own_needs_no_more_than_its_execution():
    def two_smallest(values, *, minimum):
        def step(mask, _):
            found = minimum(values, mask)
            return found.mask, Trace(mask, found)

        _, trace = jax.lax.scan(step, jnp.zeros(values.shape, bool), length=2)
        return Execution(trace.step.value, trace)

    execution = jax.device_get(two_smallest(jnp.array(VALUES), minimum=MINIMUM.oracle))
    (run,) = execution_runs(execution, bits=8)
    assert run["values"] == [None, 4, 7]  # The pointer was never on the first slot.
    assert [step["value"] for step in run["steps"]] == [4, 7]
    assert run["steps"][0]["certainty"] is None


def test_merges_show_their_lists_even_where_the_numbers_are_not_given():
    values = jnp.array([9, 4, 7, 1, 3])
    execution = jax.device_get(merge_sort(values, merge=MERGE.oracle, end=256))
    without = execution_runs(execution, bits=8)
    assert without == execution_runs(execution, values.tolist(), bits=8)
    assert [run["level"] for run in without] == [0, 0, 0, 1, 1, 2]
    assert without[-1]["values"] == [1, 4, 7, 9, None, 3, None, None, None, None]


def test_numbers_that_javascript_would_round_are_text():
    assert number(2**53 - 1, 62) == 2**53 - 1
    assert number(2**60 + 1, 62) == str(2**60 + 1)
    assert number(256, 8) is number(-1, 8) is None


def test_a_trace_of_a_hundred_numbers_is_small():
    values = list(range(100, 0, -1))
    execution = jax.device_get(selection_sort(jnp.array(values), minimum=MINIMUM.oracle))
    runs = execution_runs(execution, values, bits=8)
    assert len(json.dumps(trace_data("selection sort", runs, by="network", bits=8, weights={}))) < 1_000_000


def test_nee_has_the_version_of_the_shape():
    assert sort_trace([], None, "selection")["format"] == "nee-trace-1"
    assert nee.sort([]) == []
