import dataclasses

import jax
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nee
from nee.checkpoints import read_provenance
from nee.errors import InputError
from nee.evaluation import evaluate_operation
from nee.pretrained import weights
from nee.subroutines import SUBROUTINES
from nee.subroutines.operation import PairRecipe, recipe_for

OPERATIONS = ["add", "multiply"]


@given(st.integers(0, 255), st.integers(0, 255))
def test_add_is_python_s(a, b):
    if a + b > 255:
        with pytest.raises(InputError, match="too large"):
            nee.add(a, b)
    else:
        assert nee.add(a, b) == a + b


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
        (200, 100, r"200 \+ 100 is too large"),
        ([1, 255], 1, r"255 \+ 1 is too large"),
        (-1, 2, "-1 is negative"),
        (1, 2.5, "2.5 is not a whole number"),
        (1, "2", "'2' is not a number"),
        (True, 2, "True is not a number"),
        (256, 0, "256 is too large"),
        ([1, 2, 3], [1, 2], "do not go together"),
        ([[1], [1, 2]], 0, "equally long"),
    ],
)
def test_bad_operands_are_refused_before_anything_runs(operation, a, b, reason, monkeypatch):
    monkeypatch.setattr("nee.arithmetic.run_pairs", None)
    with pytest.raises(ValueError, match=reason):
        operation(a, b)


@pytest.mark.parametrize(("numbers", "name"), [(32, "few"), (255, "few"), (256, "all"), (300, "all")])
def test_the_recipe_is_made_for_so_many_numbers(numbers, name):
    recipe = recipe_for(SUBROUTINES["add"], numbers)
    assert (recipe.name, recipe.numbers) == (name, numbers)


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_domain_is_all_that_fits(name):
    subroutine = SUBROUTINES[name]
    kept_apart = dataclasses.replace(subroutine.recipes[0], pairs=0.9)
    pairs, results, seen = subroutine.domain(kept_apart)
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


def test_more_numbers_than_there_are_is_refused():
    add = SUBROUTINES["add"]
    with pytest.raises(InputError, match="256 numbers of 8 bits"):
        add.domain(dataclasses.replace(add.recipes[0], numbers=300))
