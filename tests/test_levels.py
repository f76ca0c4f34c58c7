"""One table of cases, run at every level: the reference, the oracle, the network and its table.

The network's traces are kept as golden JSON in tests/data: what it answered once, it answers again.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from lying import Liar
from nee.composed import Distinct, ShownPair, Tournament
from nee.pretrained import load, load_table
from nee.programs import bitonic_sort, dijkstra, merge_sort, selection_sort
from nee.subroutines import SUBROUTINES

END = 256
GOLDEN = Path(__file__).parent / "data" / "golden-traces.json"
CASES = {
    "random": [5, 3, 250, 1, 77, 9, 128, 64],
    "equal": [7] * 8,
    "close": [129, 128, 131, 130, 127, 126, 132, 125],
    "one of many": [20, 20, 20, 20, 20, 20, 20, 19],
    "ends": [0, 255, 0, 255, 1, 254, 128, 127],
    "infinite": [256, 4, 256, 0, 256, 255, 256, 4],
}
LEVELS = {
    "oracle": lambda name: SUBROUTINES[name].oracle,
    "network": lambda name: load(name),
    "equal numbers once": lambda name: Distinct(load(name)) if name == "minimum" else load(name),
    "table": lambda name: (Tournament if name == "minimum" else ShownPair)(load_table(name)),
}


@eqx.filter_jit
def run_programs(minimum, merge, values):
    return (
        selection_sort(values, minimum=minimum),
        merge_sort(values, merge=merge, end=END),
        bitonic_sort(values, minimum=minimum, end=END),
    )


@pytest.fixture(scope="module", params=LEVELS)
def engines(request):
    return tuple(LEVELS[request.param](name) for name in ("minimum", "merge"))


@pytest.mark.parametrize("values", CASES.values(), ids=CASES)
def test_every_level_sorts_as_python_does(engines, values):
    for execution in run_programs(*engines, jnp.array(values, jnp.int32)):
        assert execution.result.tolist() == sorted(values)


def steps_of(trace):
    return {
        "mask": np.asarray(trace.mask).astype(int).tolist(),
        "pointer": trace.step.pointer.tolist(),
        "value": trace.step.value.tolist(),
        "attention": np.asarray(trace.step.attention, float).round(3).tolist(),
    }


def test_the_network_s_traces_are_golden():
    golden = json.loads(GOLDEN.read_text())
    assert golden.keys() == CASES.keys()
    for name, values in CASES.items():
        execution = run_programs(load("minimum"), load("merge"), jnp.array(values, jnp.int32))[0]
        found, kept = steps_of(execution.trace), golden[name]
        np.testing.assert_allclose(found.pop("attention"), kept.pop("attention"), atol=0.02)
        assert found == kept


def test_a_program_returns_what_the_engine_names_and_not_what_it_points_at():
    values = jnp.array([4, 2, 6], jnp.int32)
    named = selection_sort(values, minimum=Liar(Distinct(load("minimum")), "value")).result
    assert named.tolist() == [3, 5, 7]  # Each off by one, as the liar says.


def test_dijkstra_adds_with_the_engine_that_it_is_given():
    weights = jnp.array([[256, 4, 256], [256, 256, 6], [256, 256, 256]], jnp.int32)
    minimum = Tournament(load_table("minimum"))
    honest, lying = (
        dijkstra(weights, 0, minimum=minimum, add=add, end=END).distances.tolist()
        for add in (load_table("add"), Liar(load_table("add"), "value"))
    )
    assert honest == [0, 4, 10]
    assert lying != honest


def test_it_is_exact_at_the_optimisation_level_that_people_run():
    """The other tests compile without optimisation."""
    script = """
import numpy as np, nee
rows = np.random.default_rng(0).integers(0, 256, (20, 25))
rows[:5] = np.arange(100, 125)
rows[5] = 20
assert (nee.sort(rows) == np.sort(rows)).all()
assert nee.load("minimum")(np.full(500, 20, np.int32), np.zeros(500, bool)).pointer == 0
assert nee.sort([2**60, -1, 2**61, 2**60 - 1]) == [-1, 2**60 - 1, 2**60, 2**61]
"""
    environment = {name: value for name, value in os.environ.items() if name != "XLA_FLAGS"}
    subprocess.run([sys.executable, "-c", script], check=True, env=environment)


def test_everything_runs_where_the_user_has_switched_64_bits_on():
    script = """
import jax
jax.config.update("jax_enable_x64", True)
import nee
assert nee.sort([5, 3, 250, 1]) == [1, 3, 5, 250]
assert nee.sort([5.5, -3, 2**70]) == [-3, 5.5, 2**70]
assert nee.add(97, 31) == 128 and nee.multiply(10**20, 10**20) == 10**40
inf = float("inf")
paths = nee.shortest_paths([[0, 2, inf], [inf, 0, 3], [inf, inf, 0]], 0)
assert paths.distances == {0: 0, 1: 2, 2: 5} and paths.by == "network"
assert nee.minimum_spanning_tree([[0, 2**50], [2**50, 0]], no_edge=inf).weight == 2**50
step = nee.load("minimum")(jax.numpy.array([5, 3]), jax.numpy.array([False, False]))
assert step.value == 3 and step.attention.dtype == "float32"
"""
    environment = os.environ | {"XLA_FLAGS": "--xla_backend_optimization_level=0"}
    subprocess.run([sys.executable, "-c", script], check=True, env=environment)


if __name__ == "__main__":  # Writes the golden traces anew.
    golden = {
        name: steps_of(
            jax.device_get(run_programs(load("minimum"), load("merge"), jnp.array(values, jnp.int32))[0].trace)
        )
        for name, values in CASES.items()
    }
    GOLDEN.write_text(json.dumps(golden) + "\n")
