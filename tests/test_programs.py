"""Every program of the table, on small, large and hostile inputs, against references that know no engine."""

import inspect
import re
from pathlib import Path

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import nee
from nee import programs
from nee.numbers import infinity
from nee.solve.engines import add_engine, integers_of, minimum_engine, multiply_engine
from nee.steps import Step
from nee.subroutines.minimum import oracle
from program_cases import CASES, HOSTILE, Engines


def exact(compute, end):
    """An exact operation with this infinity."""

    def run(values, mask):
        value = jnp.where((values == end).any(), end, jnp.minimum(compute(values[0], values[1]), end))
        return Step(value, jnp.array(0), jnp.ones_like(mask), jnp.full(mask.shape, 0.5))

    return run


def oracles(bits):
    end = infinity(bits)
    return Engines(oracle, exact(lambda a, b: a + b, end), exact(lambda a, b: a * b, end), end)


def draw(name, count, size, bits, kinds, dtype, seed=0):
    """Instances of each kind in turn, stacked."""
    rng = np.random.default_rng(seed)
    kinds = [kinds[i % len(kinds)] for i in range(count)]
    instances = [CASES[name].draw(rng, size, infinity(bits), kind) for kind in kinds]
    return [np.stack(part).astype(dtype) for part in zip(*instances, strict=True)]


@eqx.filter_jit
def run_jitted(name, engines, data):
    return jax.vmap(lambda *one: CASES[name].run(engines, *one))(*data)


def run_all(name, engines, data):
    """The answers to all instances, in one call."""
    return jax.device_get(run_jitted(name, engines, [jnp.asarray(part) for part in data]))


def check_all(name, answers, data):
    for index in range(len(data[0])):
        CASES[name].check(*jax.tree.map(lambda x, index=index: x[index], (answers, *data)))


def holds(name, engines, bits, count, size, kinds, dtype=np.int32, seed=0):
    data = draw(name, count, size, bits, kinds, dtype, seed)
    check_all(name, run_all(name, engines, data), data)


@pytest.mark.parametrize("name", CASES)
def test_with_oracles_it_is_right(name):
    holds(name, oracles(20), 20, 60, 7, ("random", "random", *HOSTILE))


@pytest.mark.parametrize("name", CASES)
def test_one_element_or_node(name):
    holds(name, oracles(20), 20, 10, 1, ("random", *HOSTILE))


QUICK = ("insertion_sort", "dag_shortest_paths", "matrix_chain_order")
"""With these three, every engine has its turn each time the tests run."""


@pytest.mark.parametrize("name", [pytest.param(x, marks=() if x in QUICK else pytest.mark.long) for x in CASES])
def test_with_the_networks_it_is_right(name):
    engines = Engines(nee.load("minimum"), nee.load("add"), nee.load("multiply"), infinity(8))
    holds(name, engines, 8, 8, 8, ("random", "random", *HOSTILE))


WIDTHS = {64: 62, 256: 30}
"""The bits of the numbers at each size: what is looked up limb by limb takes its time."""
MANY_QUESTIONS = ("floyd_warshall", "kruskal", "matrix_chain_order", "optimal_search_tree")
"""Of 256 elements or nodes each they ask 8 to 17 million questions: with 16 bits."""


@pytest.mark.long
@pytest.mark.parametrize("size", WIDTHS)
@pytest.mark.parametrize("name", CASES)
def test_with_the_tables_it_is_right(name, size):
    bits = 16 if size == 256 and name in MANY_QUESTIONS else WIDTHS[size]
    parts = (minimum_engine, add_engine, multiply_engine)
    with integers_of(bits):
        engines = Engines(*(part("table", bits) for part in parts), infinity(bits))
        dtype = np.int64 if bits > 30 else np.int32
        for seed in range(8):  # 25 at once fit in the memory.
            holds(name, engines, bits, 25, size, ("random",), dtype, seed)
        for seed in range(2):
            holds(name, engines, bits, 25, size, HOSTILE, dtype, seed)


@pytest.mark.parametrize(("first", "second", "common", "edits"), [([], [], 0, 0), ([1, 2], [], 0, 2), ([], [7], 0, 1)])
def test_empty_strings(first, second, common, edits):
    strings = [jnp.array(string, jnp.int32) for string in (first, second)]
    assert CASES["longest_common_subsequence"].run(oracles(8), *strings).result == common
    assert CASES["edit_distance"].run(oracles(8), *strings).result == edits


def test_the_docs_say_of_every_program_what_is_learned():
    docs = (Path(__file__).parents[1] / "docs" / "programs.md").read_text()
    for name in CASES:
        program = inspect.unwrap(getattr(programs, name))
        learned, given = re.search(r"Learned: (.*)\. Given: (.*)\.$", " ".join(program.__doc__.split())).groups()
        parameters = inspect.signature(program).parameters.values()
        engines = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY and p.name != "end"]
        assert f"| `{name}` | {', '.join(engines)} | {learned} | {given} |" in docs
