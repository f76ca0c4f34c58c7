import dataclasses

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nee.subroutines import SUBROUTINES
from nee.subroutines.graph_minimum import ask, trace_dijkstra, trace_prim, training_graphs
from nee.trace_histogram import trace_histograms
from nee.training import advance, start

NAMES = ("minimum-dijkstra", "minimum-prim")


@pytest.mark.parametrize("name", NAMES)
def test_lessons_are_questions_with_their_smallest_number(name):
    subroutine = SUBROUTINES[name]
    recipe = dataclasses.replace(subroutine.recipes[0], graphs=200)
    draw = jax.jit(jax.vmap(lambda key: subroutine.lesson(key, recipe)))
    values, log_counts, trace, taught = draw(jax.random.split(jax.random.key(0), 500))
    shown = np.where(trace.mask[:, 0], 10_000, values)
    assert taught.all()
    assert (trace.step.value[:, 0] == shown.min(axis=-1)).all()
    assert set((~trace.mask[:, 0]).sum(axis=-1).tolist()) == set(range(1, 9))
    assert (values == 256).any()
    assert jnp.exp(log_counts).max() <= recipe.counts + 1e-3


def test_questions_are_what_the_program_asks():
    weights = np.array([[[256, 7, 2], [7, 256, 3], [2, 3, 256]]])
    costs, masks, offers = ask(weights, trace_dijkstra)
    assert costs.tolist() == [[0, 256, 256], [0, 7, 2], [0, 5, 2]]
    assert masks.tolist() == [[False, False, False], [True, False, False], [True, False, True]]
    assert offers[1].tolist() == [4, 5, 256]
    assert ask(weights, trace_prim).costs.tolist() == [[0, 256, 256], [0, 7, 2], [0, 3, 2]]


def test_a_lesson_can_be_trained_on_and_validated():
    subroutine = SUBROUTINES["minimum-prim"]
    subroutine = dataclasses.replace(subroutine, config=dataclasses.replace(subroutine.config, layers=1, width=8))
    recipe = dataclasses.replace(subroutine.recipes[0], graphs=50, steps=60, lessons_per_step=16)
    state, first = advance(start(subroutine, recipe, 0), 0, 10, subroutine=subroutine, recipe=recipe)
    state, last = advance(state, 0, 50, subroutine=subroutine, recipe=recipe)
    assert sum(last) < sum(first)
    (share,) = subroutine.validate(state.engine, recipe).values()
    assert 0 <= share < 100


def test_training_graphs_have_the_share_of_close_weights():
    graphs = training_graphs(400, 255, 0.2, 0)
    spread = [np.ptp(edges) for graph in graphs if len(edges := graph[graph < 256]) > 20]
    assert np.mean(np.array(spread) < 5) == pytest.approx(0.2, abs=0.06)


def test_the_histogram_counts_the_numbers_of_training_and_test():
    for program, largest in (("dijkstra", 30), ("prim", 255)):
        training, test = trace_histograms(program, training=30, test=4, sizes=(25,))
        assert (training.title, test.title) == ("training, 8 nodes", "test, 25 nodes")
        assert len(training.counts) == len(test.counts) == 257
        assert training.counts[256] > 0
        assert np.flatnonzero(test.counts[:256]).max() <= (largest if program == "prim" else 10 * 24)
