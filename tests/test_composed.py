"""Engines made of engines, against Python's integers; and every program runs on them unchanged."""

import equinox as eqx
import jax
import jax.numpy as jnp
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nee.certificates import Certificate
from nee.composed import Distinct, ShownPair, Table, Tournament, WideAdd, WideMinimum, WideMultiply
from nee.composed.table import read_table, tabulate, write_table
from nee.engine import EngineConfig, NeuralEngine
from nee.errors import InputError
from nee.numbers import infinity
from nee.pretrained import load, load_table
from nee.programs import bitonic_sort, dijkstra, merge_sort, prim, selection_sort
from nee.subroutines import SUBROUTINES

WIDE = 62
END = infinity(WIDE)

WHOLE_LIMBS = 56
"""A multiple of the limbs of all engines: only here infinity needs more bits than the limbs have."""


def wide_numbers(bits):
    end = infinity(bits)
    return st.one_of(
        st.integers(0, end - 1),
        st.integers(0, 3),
        st.integers(0, bits - 1).map(lambda bit: 1 << bit),
        st.integers(0, bits).map(lambda bits: (1 << bits) - 1),
        st.just(end),
        st.integers(0, 255).map(lambda low: (end - 1) ^ low),  # Long common prefixes.
    )


widths = st.sampled_from([WIDE, WHOLE_LIMBS])
two_wide_numbers = widths.flatmap(lambda bits: st.tuples(st.just(bits), wide_numbers(bits), wide_numbers(bits)))


@pytest.fixture(scope="module", autouse=True)
def integers_of_64_bits():
    with jax.enable_x64(True):
        yield


def answer(engine, values, mask=None):
    """One question, with the shape of the question compiled once."""
    values = jnp.array(values, jnp.int64)
    return ask(engine, values, jnp.zeros(values.shape, bool) if mask is None else jnp.array(mask))


ask = eqx.filter_jit(lambda engine, values, mask: engine(values, mask))


@given(two_wide_numbers)
def test_a_wide_sum_is_python_s(drawn):
    bits, a, b = drawn
    add = WideAdd(load_table("add"), bits)
    assert answer(add, [a, b]).value == min(a + b, infinity(bits))


@given(st.integers(0, END - 1), st.integers(0, END - 1), st.integers(0, WIDE))
def test_a_wide_product_is_python_s(a, b, shift):
    multiply = WideMultiply(load_table("multiply"), load_table("add"), WIDE)
    b >>= shift
    assert answer(multiply, [a, b]).value == min(a * b, END)


@given(two_wide_numbers, st.one_of(st.integers(-2, 2), st.none()), st.sampled_from([None, 0, 1]))
def test_a_wide_comparison_is_python_s(drawn, near, hidden):
    bits, a, b = drawn
    if near is not None:
        b = min(max(a + near, 0), infinity(bits))
    minimum = WideMinimum(load_table("minimum"), bits)
    mask = [hidden == 0, hidden == 1]
    shown = [number for number, masked in zip((a, b), mask, strict=True) if not masked]
    found = answer(minimum, [a, b], mask)
    pointer = 1 if hidden == 0 or (hidden is None and b < a) else 0
    assert found.value == min(shown)
    assert found.pointer == pointer
    assert found.mask.tolist() == [masked or place == pointer for place, masked in enumerate(mask)]
    wins = np.array([number == min(shown) for number in (a, b)]) & ~np.array(mask)
    np.testing.assert_allclose(found.attention, wins / wins.sum(), atol=1e-3)


@pytest.mark.parametrize("slots", [1, 2, 3, 7, 33])
def test_a_tournament_is_the_minimum_of_what_the_mask_shows(slots):
    generator = np.random.default_rng(slots)
    engines = [
        Tournament(WideMinimum(load_table("minimum"), WIDE)),
        WideMinimum(Tournament(load_table("minimum")), WIDE),
    ]
    for _ in range(5):
        values = generator.choice(generator.integers(0, END, 6), slots)
        mask = generator.random(slots) < 0.4
        mask[generator.integers(slots)] = False
        exact = SUBROUTINES["minimum"].oracle(jnp.asarray(values), jnp.asarray(mask))
        for engine in engines:
            found = answer(engine, values, mask)
            assert (found.value, found.pointer) == (exact.value, exact.pointer)
            np.testing.assert_array_equal(found.mask, exact.mask)
            np.testing.assert_allclose(found.attention, exact.attention, atol=1e-3)


def test_equal_numbers_are_read_once():
    crowded = jnp.array([20] * 499 + [19], jnp.int32)
    shown = jnp.zeros(500, bool)
    found = ask(Distinct(load("minimum")), crowded, shown)
    assert (found.value, found.pointer) == (19, 499)
    equal = ask(Distinct(load("minimum")), jnp.full(500, 20, jnp.int32), shown.at[:3].set(True))
    assert (equal.value, equal.pointer) == (20, 3)
    np.testing.assert_allclose(equal.attention[3:], 1 / 497, rtol=1e-3)
    assert (equal.attention[:3] == 0).all()
    assert equal.mask.tolist() == [True] * 4 + [False] * 496


def test_the_tie_rule_holds_for_500_equal_numbers_read_one_by_one():
    equal = jnp.full(500, 20, jnp.int32)
    assert ask(load("minimum"), equal, equal < 0).pointer == 0


HARD_LISTS = {
    "equal": [END - 1] * 7,
    "prefixes": [(1 << 61) + k for k in (3, 1, 2, 0, 3, 1, 0)],
    "ends": [0, END - 1, 0, 1, END - 2, 1 << 32, (1 << 32) - 1],
    "one of many": [7] * 6 + [6],
}


@pytest.mark.parametrize("values", HARD_LISTS.values(), ids=HARD_LISTS)
def test_sorting_programs_run_on_wide_tables(values):
    wide = WideMinimum(load_table("minimum"), WIDE)
    merge = ShownPair(WideMinimum(load_table("merge"), WIDE))
    for found in run_sorting_programs(wide, merge, jnp.array(values, jnp.int64)):
        assert found.tolist() == sorted(values)


@eqx.filter_jit
def run_sorting_programs(minimum, merge, values):
    return (
        selection_sort(values, minimum=Tournament(minimum)).result,
        merge_sort(values, merge=merge, end=END).result,
        bitonic_sort(values, minimum=minimum, end=END).result,
    )


def test_sorting_runs_on_wide_numbers_by_the_network():
    values = jnp.array([70_000, 300, 5, 70_000, 66_000, 299], jnp.int32)
    wide = WideMinimum(Distinct(load("minimum")), 24)
    sort = eqx.filter_jit(lambda engine, values: selection_sort(values, minimum=engine).result)
    assert sort(wide, values).tolist() == np.sort(values).tolist()


@given(st.integers(0, 10**6))
@settings(max_examples=5)
def test_graph_programs_run_on_wide_tables(seed):
    graph = nx.gnp_random_graph(12, 0.3, seed=seed)
    generator = np.random.default_rng(seed)
    weights = np.full((12, 12), END)
    for u, v in graph.edges:
        weights[u, v] = weights[v, u] = graph.edges[u, v]["weight"] = int(generator.integers(0, 1 << 58))
    minimum = Tournament(WideMinimum(load_table("minimum"), WIDE))
    distances, tree = run_graph_programs(minimum, WideAdd(load_table("add"), WIDE), jnp.asarray(weights))
    exact = nx.single_source_dijkstra_path_length(graph, 0)
    assert distances.tolist() == [exact.get(node, END) for node in graph]
    part = graph.subgraph(nx.node_connected_component(graph, 0))
    assert int(tree[tree >= 0].sum()) == sum(w for *_, w in nx.minimum_spanning_tree(part).edges(data="weight"))


@eqx.filter_jit
def run_graph_programs(minimum, add, weights):
    return (
        dijkstra(weights, 0, minimum=minimum, add=add, end=END).distances,
        prim(weights, 0, minimum=minimum, end=END).weights,
    )


def test_a_table_answers_as_its_network_does():
    """A sample of what ships; `nee certify` asks everything."""
    generator = np.random.default_rng(0)
    for name, numbers in (("minimum", 257), ("merge", 257), ("add", 257), ("multiply", 64)):
        pairs = jnp.asarray(generator.integers(0, numbers, (300, 2)), jnp.int32)
        masks = jnp.asarray(np.array([[False, False], [True, False], [False, True]])[generator.integers(0, 3, 300)])
        network, table = (ask_many(engine, pairs, masks) for engine in (load(name), load_table(name)))
        jax.tree.map(lambda a, b: np.testing.assert_allclose(a, b, atol=1e-5), network, table)


ask_many = eqx.filter_jit(lambda engine, values, masks: jax.vmap(engine)(values, masks))


@pytest.mark.parametrize("name", ["minimum", "merge"])
def test_a_table_updates_masks_as_its_network_does(name):
    generator = np.random.default_rng(1)
    for slots in (2, 3, 9):
        masks = jnp.asarray(generator.random((40, slots)) < 0.5)
        pointers = jnp.asarray(generator.integers(0, slots, 40), jnp.int32)
        network, table = (jax.vmap(engine.next_mask)(masks, pointers) for engine in (load(name), load_table(name)))
        np.testing.assert_array_equal(network, table)


def test_a_table_of_other_weights_is_refused(tmp_path):
    network = NeuralEngine(
        EngineConfig(bits=2, width=8, layers=1, feed_forward=16, score_width=16), key=jax.random.key(0)
    )
    path = tmp_path / "tiny.table.npz"
    table = tabulate(network, 5, Certificate(1, 0, None, {}))
    write_table(path, table, "a" * 64)
    assert isinstance(table, Table)
    same = read_table(path, "a" * 64)
    jax.tree.map(np.testing.assert_array_equal, same, table)
    with pytest.raises(InputError, match="other weights"):
        read_table(path, "b" * 64)
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(InputError, match="no table"):
        read_table(path, "a" * 64)
