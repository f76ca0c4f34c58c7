"""What programs refuse when they see the numbers."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nee.errors import InputError
from nee.programs import bubble_sort, dijkstra, knapsack, merge_sort, selection_sort
from nee.subroutines.add import ADD
from nee.subroutines.minimum import oracle

END = 256


class Eight:
    """An exact engine that says how wide its numbers are."""

    bits = 8

    def __init__(self, run):
        self.run = run

    def __call__(self, values, mask):
        return self.run(values, mask)


MINIMUM, ADDITION = Eight(oracle), Eight(ADD.oracle)


@pytest.mark.parametrize(
    ("run", "sentence"),
    [
        (lambda: selection_sort(jnp.array([5, 300, 1]), minimum=MINIMUM),
         "300 is too large (item 1): engines of 8 bits read the whole numbers from 0 to 255, and 256 for infinity."),
        (lambda: selection_sort(values=jnp.array([5, 300]), minimum=MINIMUM), "300 is too large (item 1)"),
        (lambda: selection_sort(jnp.array([5, -1]), minimum=MINIMUM), "-1 is negative (item 1)"),
        (lambda: bubble_sort(np.array([257, 1]), minimum=MINIMUM), "257 is too large (item 0)"),
        (lambda: merge_sort(jnp.array([5, 300, 1]), merge=MINIMUM, end=END), "300 is too large (item 1)"),
        (lambda: dijkstra(jnp.array([[0, 5], [700, 0]]), 0, minimum=oracle, add=ADDITION, end=END),
         "700 is too large (row 1, item 0)"),
        (lambda: knapsack(jnp.array([1]), jnp.array([999]), 3, minimum=MINIMUM, add=ADDITION), "999 is too large"),
    ],
)  # fmt: skip
def test_numbers_that_no_engine_reads_are_refused(run, sentence):
    with pytest.raises(InputError) as error:
        run()
    assert sentence in str(error.value)


def test_what_the_engines_read_passes():
    assert selection_sort(jnp.array([5, END, 1]), jnp.zeros(3, bool), minimum=MINIMUM).result.tolist() == [1, 5, END]
    assert selection_sort(jnp.array([500, 300]), minimum=oracle).result.tolist() == [300, 500]  # It does not say.


def test_under_jit_nothing_is_checked():
    values = jnp.array([[500, 300]])
    run = jax.jit(jax.vmap(lambda one: selection_sort(one, minimum=MINIMUM).result))
    assert run(values).tolist() == [[300, 500]]


def test_the_network_says_how_wide_it_is(untrained):
    with pytest.raises(InputError, match="300 is too large"):
        selection_sort(jnp.array([300]), minimum=untrained)
