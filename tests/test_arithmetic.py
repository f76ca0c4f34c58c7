import dataclasses

import jax
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nee
from nee.errors import InputError
from nee.evaluation.pairs import evaluate_operation
from nee.pretrained import weights
from nee.solve import arithmetic
from nee.subroutines import SUBROUTINES
from nee.subroutines.operation import PairRecipe, recipe_for
from nee.training.checkpoints import read_provenance

OPERATIONS = ["add", "multiply"]


@given(st.integers(0, 255), st.integers(0, 255))
def test_add_is_python_s(a, b):
    assert nee.add(a, b) == a + b


CARRIES = [((1 << bits) - 1, other) for bits in (7, 8, 14, 63, 64, 200) for other in (0, 1, (1 << bits) - 1)]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_numbers_of_any_size(operation):
    exact = {"add": int.__add__, "multiply": int.__mul__}[operation]
    first, second = (list(numbers) for numbers in zip(*CARRIES, strict=True))
    assert getattr(nee, operation)(first, second) == [exact(*pair) for pair in CARRIES]
    assert getattr(nee, operation)(first[5], second[5], by="network") == exact(first[5], second[5])


@given(st.lists(st.tuples(st.integers(0, 2**64), st.integers(0, 2**64)), min_size=8, max_size=8))
@settings(max_examples=20)
def test_wide_operands(pairs):
    first, second = (list(numbers) for numbers in zip(*pairs, strict=True))
    assert nee.add(first, second) == [a + b for a, b in pairs]
    assert nee.multiply(first, second) == [a * b for a, b in pairs]


def test_nothing_times_a_wide_number_is_nothing():
    assert nee.multiply([0, 2**40, 10**6], [2**40, 0, 0]) == [0, 0, 0]


def test_what_would_take_minutes_is_refused():
    with pytest.raises(InputError, match="1 pair of up to 1000001 bits by the table would take about 49 minutes"):
        nee.multiply(1 << 1_000_000, 3)
    with pytest.raises(InputError, match="by the table would take about 2 minutes: give fewer pairs"):
        nee.add([1 << 1_000_000] * 7_000, 3)


def test_wide_pairs_are_done_block_by_block(monkeypatch):
    monkeypatch.setattr(arithmetic, "AT_ONCE", 40)
    first, second = [(1 << 70) - k for k in range(7)], [k << 60 for k in range(7)]
    assert nee.add(first, second) == [a + b for a, b in zip(first, second, strict=True)]


@pytest.mark.parametrize(("name", "pairs"), [("add", 256 * 257 // 2 + 2 * 256 + 1), ("multiply", 42_898)])
def test_the_shipped_engine_is_exact_on_every_pair(name, pairs):
    made = read_provenance(weights(name))
    accuracy = evaluate_operation(nee.load(name), SUBROUTINES[name], PairRecipe(**made.recipe))
    assert accuracy.seen_pairs + accuracy.unseen_pairs == pairs
    assert accuracy.wrong_seen_pairs == accuracy.wrong_unseen_pairs == 0


def test_operands_may_be_arrays_and_lists():
    a = np.arange(12).reshape(3, 4)
    np.testing.assert_array_equal(nee.add(a, 100), a + 100)
    assert nee.add([1, 2], [3, 4]) == [4, 6]
    assert nee.add([], []) == []
    assert type(nee.add(1, 2)) is int
    np.testing.assert_array_equal(nee.add(np.uint8(3), np.array([1, 2])), [4, 5])


@pytest.mark.parametrize("operation", [nee.add])
@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        (-1, 2, "-1 is negative"),
        (1, 2.5, "2.5 is not a whole number"),
        (1, "2", "'2' is not a number"),
        (True, 2, "True is not a number"),
        ([1, 2, 3], [1, 2], "do not go together"),
        ([[1], [1, 2]], 0, "equally long"),
    ],
)
def test_bad_operands_are_refused_before_anything_runs(operation, a, b, reason, monkeypatch):
    monkeypatch.setattr("nee.solve.arithmetic.run_pairs", None)
    with pytest.raises(ValueError, match=reason):
        operation(a, b)


@pytest.mark.parametrize(
    ("numbers", "name"),
    [(1, "restless"), (64, "restless"), (65, "some"), (255, "some"), (256, "all"), (300, "all")],
)
def test_the_recipe_is_made_for_so_many_numbers(numbers, name):
    recipe = recipe_for(SUBROUTINES["add"], numbers)
    assert (recipe.name, recipe.numbers) == (name, numbers)


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_domain_is_all_that_fits(name):
    subroutine = SUBROUTINES[name]
    with_unseen_pairs = dataclasses.replace(subroutine.recipes[0], pairs=0.9)
    pairs, results, seen = subroutine.domain(with_unseen_pairs)
    assert len({tuple(pair) for pair in pairs.tolist()}) == len(pairs)
    limit = 1 << subroutine.config.bits
    finite = pairs.max(axis=-1) < limit
    operate = {"add": int.__add__, "multiply": int.__mul__}[name]
    assert results[finite].tolist() == [operate(*pair) for pair in pairs[finite].tolist()]
    assert results[finite].max() == limit - 1
    assert (results[~finite] == limit).all()
    assert seen.mean() == pytest.approx(0.9, abs=0.01)
    order = {tuple(pair): index for index, pair in enumerate(pairs.tolist())}
    assert all(seen[order[b, a]] == seen[order[a, b]] for a, b in pairs[::97].tolist())


def test_numbers_that_are_held_out_are_never_taught():
    add = SUBROUTINES["add"]
    recipe = dataclasses.replace(add.recipes[0], numbers=64, held_out=1)
    pairs, _, seen = add.domain(recipe)
    assert len(set(pairs[seen].ravel().tolist())) == 65
    lessons = jax.vmap(lambda key: add.lesson(key, recipe))(jax.random.split(jax.random.key(0), 500))
    assert set(lessons.values.ravel().tolist()) <= set(pairs[seen].ravel().tolist())
    assert (lessons.trace.step.value[:, 0] == np.minimum(lessons.values.sum(axis=-1), 256)).all()
    other = add.domain(dataclasses.replace(recipe, held_out=2)).seen
    assert (other != seen).any()


def test_pairs_are_drawn_evenly():
    multiply = SUBROUTINES["multiply"]
    recipe = dataclasses.replace(multiply.recipes[1], pairs=0.02)
    pairs, _, seen = multiply.domain(recipe)
    draws, order = 20_000, {tuple(pair): index for index, pair in enumerate(pairs[seen].tolist())}
    lessons = jax.vmap(lambda key: multiply.lesson(key, recipe).values)(jax.random.split(jax.random.key(0), draws))
    times = np.bincount([order[pair] for pair in map(tuple, lessons.tolist())], minlength=len(order))
    assert times.min() > 0
    assert times.var() == pytest.approx(times.mean(), rel=0.2), "as where all are as likely"


def test_more_numbers_than_there_are_is_refused():
    add = SUBROUTINES["add"]
    with pytest.raises(InputError, match="256 numbers of 8 bits"):
        add.domain(dataclasses.replace(add.recipes[0], numbers=300))


def test_numbers_without_a_pair_that_fits_are_refused():
    multiply = SUBROUTINES["multiply"]
    with pytest.raises(InputError, match="No pair of these 2 numbers has a result of 12 bits: show more"):
        multiply.domain(dataclasses.replace(multiply.recipes[1], numbers=2))


@pytest.mark.parametrize(("field", "value"), [("candidates", 0), ("schedule", "plateau"), ("steps", 0)])
def test_a_recipe_for_pairs_wants_nothing_that_there_is_not(field, value):
    recipe = dataclasses.replace(SUBROUTINES["add"].recipes[0])
    object.__setattr__(recipe, field, value)  # Only under pytest are types checked before.
    with pytest.raises(InputError, match=f"A recipe's {field} is .*, not {value!r}"):
        recipe.__post_init__()
