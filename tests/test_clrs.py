"""Arrays that the samplers of CLRS-30 made, with the outputs that its own algorithms gave them."""

import json
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nee.clrs import ALGORITHMS, solve
from nee.clrs.algorithms import keys as keys_as_integers
from nee.clrs.integers import as_integers
from nee.errors import InputError
from nee.evaluation.clrs_benchmark import check_algorithms, evaluate_clrs, load_benchmark

SAMPLES = json.loads((Path(__file__).parent / "data" / "clrs.json").read_text())
QUICK = ("insertion_sort", "activity_selector", "lcs_length", "floyd_warshall", "matrix_chain_order")
"""Compiling takes seconds for each algorithm: these cover every kind of input and output."""


@pytest.mark.parametrize("name", [pytest.param(x, marks=() if x in QUICK else pytest.mark.long) for x in ALGORITHMS])
def test_samples_are_answered_as_the_benchmark_has_them(name):
    for samples in (name, f"{name} with ties"):
        if samples not in SAMPLES:
            continue
        inputs, outputs = SAMPLES[samples]["inputs"], SAMPLES[samples]["outputs"]
        answers = solve(name, inputs)
        assert answers.keys() == outputs.keys()
        for field, expected in outputs.items():
            np.testing.assert_array_equal(answers[field], expected)


def test_one_sample_goes_out_as_one():
    inputs, outputs = SAMPLES["insertion_sort"]["inputs"], SAMPLES["insertion_sort"]["outputs"]
    for index in range(2):
        answer = solve("insertion_sort", {field: values[index] for field, values in inputs.items()})
        assert answer["pred"].tolist() == outputs["pred"][index]


def test_negative_keys_keep_their_order():
    keys = np.array(SAMPLES["insertion_sort"]["inputs"]["key"][:1])
    (whole,), exponent = keys_as_integers({"key": keys - 0.5}, "key")
    assert exponent >= 53
    assert whole.min() == 0
    assert (np.argsort(whole) == np.argsort(keys)).all()


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_reals_from_zero_to_one_keep_their_order(reals):
    array = np.array(reals)
    (integers,), exponent = as_integers([array], float(array.max()))
    assert (integers >= 0).all()
    assert (integers < 2**62).all()
    assert (np.argsort(integers, kind="stable") == np.argsort(np.floor(np.ldexp(array, exponent)), kind="stable")).all()


@given(st.lists(st.integers(0, 2**53), min_size=1, max_size=8), st.integers(-60, 0))
def test_what_fits_is_exact(whole, power):
    array = np.ldexp(np.array(whole, float), power)
    (integers,), exponent = as_integers([array], float(array.max()))
    assert [int(x) << max(0, -power - exponent) for x in integers] == whole or exponent == 0


@pytest.mark.parametrize(
    ("name", "inputs", "sentence"),
    [
        ("bfs", {}, "'bfs' is not among the algorithms"),
        ("dijkstra", {"A": [[0.0]]}, "missing: s"),
        ("minimum", {"key": [[[1.0]]]}, "one sample, or a batch"),
        ("minimum", {"key": []}, "key is empty"),
        ("minimum", {"key": [float("nan")]}, "not a finite number"),
        ("dijkstra", {"A": [[0, -1.0], [1, 0]], "s": [1, 0]}, "A holds a negative number"),
        ("dijkstra", {"A": [[0, 1.0]], "s": [1, 0]}, "A must be square"),
    ],
)
def test_a_mistake_is_one_sentence(name, inputs, sentence):
    with pytest.raises(InputError, match=sentence):
        solve(name, inputs)


def test_without_the_benchmark_a_sentence_says_what_to_install(monkeypatch):
    load_benchmark.cache_clear()
    monkeypatch.setitem(sys.modules, "clrs", None)
    with pytest.raises(InputError, match="pip install --no-deps dm-clrs"):
        load_benchmark()


def test_an_algorithm_that_is_not_done():
    with pytest.raises(InputError, match="'dfs' is not among"):
        check_algorithms(["dfs"])
    assert check_algorithms([]) == list(ALGORITHMS)


@pytest.mark.skipif(find_spec("clrs") is None or find_spec("chex") is None, reason="dm-clrs is not installed")
def test_the_benchmark_draws_and_scores():
    load_benchmark.cache_clear()
    row = evaluate_clrs("minimum", 16, samples=2, seed=0)
    assert (row.whole_samples.percent, row.score) == (100, 100)
    assert not {"clrs", "tensorflow"} & sys.modules.keys()
