from itertools import groupby

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from nee.cli.evaluate.counts import print_counts
from nee.evaluation import lists, pairs
from nee.evaluation.intervals import wilson
from nee.evaluation.lists import evaluate
from nee.evaluation.subroutines import evaluate_subroutine
from nee.subroutines import Subroutine
from nee.subroutines.add import ADD
from nee.subroutines.minimum import MINIMUM
from nee.subroutines.operation import recipe_for


@pytest.mark.parametrize(("right", "of"), [(0, 10), (3, 10), (97, 100), (100, 100)])
def test_the_interval_is_scipy_s(right, of):
    reference = binomtest(right, of).proportion_ci(method="wilson")
    interval = wilson(right / of, of)
    assert interval.percent == pytest.approx(100 * right / of)
    assert interval.low == pytest.approx(100 * reference.low, abs=0.01)
    assert interval.high == pytest.approx(100 * reference.high, abs=0.01)


def test_the_shipped_engine_sorts_lists_longer_than_it_has_seen(minimum):
    accuracy = evaluate(minimum, 50, lists=20, distribution="mixed", seed=123)
    assert accuracy.whole_lists.percent == 100
    assert accuracy.numbers.percent == 100


def test_an_untrained_engine_is_found_out(untrained):
    accuracy = evaluate(untrained, 8, lists=20, distribution="random", seed=0)
    assert accuracy.whole_lists.percent == 0
    assert accuracy.numbers.percent < 50


def test_the_seed_chooses_the_lists_that_an_engine_is_asked_to_sort(monkeypatch, untrained):
    asked = []
    monkeypatch.setattr(lists, "sort_rows", lambda engine, values, algorithm: asked.append(values) or np.sort(values))
    for seed in (1, 1, 2):
        assert evaluate(untrained, 8, lists=10, distribution="mixed", seed=seed).whole_lists.percent == 100
    assert (asked[0] == asked[1]).all()
    assert (asked[0] != asked[2]).any()


def test_the_seed_chooses_the_instances_that_a_subroutine_is_judged_on(monkeypatch, untrained):
    keys = []
    judge = lambda self, engine, key, instances, size, kind: keys.append(key) or np.ones((instances, size), bool)  # noqa: E731
    monkeypatch.setattr(Subroutine, "judge", judge)
    for seed in (1, 1, 2):
        accuracy = evaluate_subroutine(MINIMUM, untrained, 8, instances=10, kind="mixed", seed=seed)
        assert (accuracy.numbers.percent, accuracy.reading) == (100, "every slot")
    assert keys[0] == keys[1]
    assert keys[0] != keys[2]


def test_a_figure_says_how_the_lists_were_read(monkeypatch, untrained):
    monkeypatch.setattr(lists, "sort_rows", lambda engine, values, algorithm: values)
    assert evaluate(untrained, 8, lists=10, distribution="mixed", seed=0).reading == "every slot"


def test_seen_pairs_do_not_count_as_unseen_ones(monkeypatch, untrained):
    recipe = recipe_for(ADD, 64)
    asked, right, seen = ADD.domain(recipe)
    answers = right.copy()
    answers[np.flatnonzero(seen)[:7]] += 1
    answers[np.flatnonzero(~seen)[:3]] += 1
    monkeypatch.setattr(pairs, "run_pairs", lambda engine, asked: answers)
    accuracy = pairs.evaluate_operation(untrained, ADD, recipe)
    assert (accuracy.wrong_seen_pairs, accuracy.wrong_unseen_pairs) == (7, 3)
    assert accuracy.unseen_percent == pytest.approx(100 - 300 / np.sum(~seen), abs=1e-4)
    assert accuracy.off_by == {1: 3}
    one_unseen = np.sum(np.isin(asked, asked[seen]).sum(axis=-1) == 1)
    assert sum(pairs for _, pairs in accuracy.by_gap.values()) == one_unseen
    assert sum(pairs for _, pairs in accuracy.by_ones.values()) == one_unseen


def test_the_most_frequent_differences_are_named(monkeypatch, untrained):
    recipe = recipe_for(ADD, 64)
    _, right, seen = ADD.domain(recipe)
    answers = right.copy()
    answers[np.flatnonzero(~seen)[:28]] += np.repeat([-32, 7, 64, 1, 2, 3, 4], [7, 1, 6, 5, 4, 3, 2])
    monkeypatch.setattr(pairs, "run_pairs", lambda engine, asked: answers)
    assert list(pairs.evaluate_operation(untrained, ADD, recipe).off_by.items()) == [
        (-32, 7), (64, 6), (1, 5), (2, 4), (3, 3)
    ]  # fmt: skip


def test_pairs_are_counted_by_what_their_unseen_number_is_like():
    """Seen are 0, 3 and infinity, of 3 bits."""
    every = np.array([(a, b) for a in range(9) for b in range(9)])
    known = np.isin(np.arange(9), [0, 3, 8])
    gaps = pairs.gaps(known)
    assert gaps.tolist() == [0, 2, 2, 0, 4, 4, 4, 4, 0]
    # Each of the six unseen numbers is asked in six pairs with a seen one.
    for asked_wrong, kind in (((1, 0), 2), ((8, 2), 2), ((4, 3), 4), ((0, 7), 4), ((6, 8), 4), ((1, 4), None)):
        wrong = (every == asked_wrong).all(axis=-1)
        expected = {count: (int(count == kind), 6 * count) for count in (2, 4)}
        assert pairs.count_by(gaps, every, wrong, known) == expected
    assert pairs.count_by(gaps, every, wrong, np.ones_like(known)) == {}


@given(st.lists(st.booleans(), max_size=40))
def test_a_gap_is_as_long_as_its_row_of_unknown_numbers(known):
    rows = [(seen, len(list(row))) for seen, row in groupby(known)]
    expected = [0 if seen else length for seen, length in rows for _ in range(length)]
    assert pairs.gaps(np.array(known, bool)).tolist() == expected


def test_wrong_sums_are_counted_by_ones_and_gap_of_their_unseen_number(monkeypatch, untrained):
    recipe = recipe_for(ADD, 64)
    asked, right, seen = ADD.domain(recipe)
    known = np.isin(np.arange(257), asked[seen])
    ones = np.array([number.bit_count() for number in range(257)])
    misread = np.flatnonzero(~known & (ones == 2))[0]
    partner = next(each for each in range(256 - misread) if known[each])
    answers = right + (asked == (misread, partner)).all(axis=-1)
    monkeypatch.setattr(pairs, "run_pairs", lambda engine, asked: answers)
    accuracy = pairs.evaluate_operation(untrained, ADD, recipe)
    by_ones, by_gap = accuracy.by_ones, accuracy.by_gap
    assert {kind: wrong for kind, (wrong, _) in by_ones.items() if wrong} == {2: 1}
    below = max(number for number in range(-1, misread) if number < 0 or known[number])
    above = min(number for number in range(misread, 257) if known[number])
    assert {kind: wrong for kind, (wrong, _) in by_gap.items() if wrong} == {above - below - 1: 1}
    unseen_in = asked[known[asked].sum(axis=-1) == 1]
    assert by_ones[2][1] == np.sum(ones[unseen_in[~known[unseen_in]]] == 2)


def test_counts_say_what_is_wrong(capsys):
    print_counts(pairs.PairAccuracy(9, 0, 5, 3, 40.0, {64: 2, -1: 1}, {0: (3, 4), 2: (0, 1)}, {1: (3, 5)}))
    print_counts(pairs.PairAccuracy(9, 0, 5, 0, 100.0))
    lines = capsys.readouterr().out.splitlines()
    assert lines[5:8] == [
        "off by: 64 (2), -1 (1)", "by gap: 0 (3 of 4), 2 (0 of 1)", "by ones: 1 (3 of 5)"
    ]  # fmt: skip
    assert lines[-3:] == ["off by: none", "by gap: none", "by ones: none"]
