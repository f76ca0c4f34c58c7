import pytest
from scipy.stats import binomtest

from nee.evaluation import evaluate, wilson


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
