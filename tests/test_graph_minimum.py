import dataclasses

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from nee.evaluation.trace_histogram import trace_histograms
from nee.subroutines import SUBROUTINES
from nee.subroutines.graph_minimum import ask, ask_one, trace_dijkstra, trace_prim, training_graphs
from nee.training.step import start, train_steps

NAMES = ("minimum-dijkstra", "minimum-prim")


@pytest.mark.parametrize("graphs", [200, None])
@pytest.mark.parametrize("name", NAMES)
def test_lessons_are_questions_with_their_smallest_number(name, graphs):
    subroutine = SUBROUTINES[name]
    recipe = dataclasses.replace(subroutine.recipes[0], graphs=graphs)
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


def test_a_new_graph_is_drawn_for_each_lesson():
    """Graphs without edges apart, hardly any two selections of two thousand are the same; of 20 graphs most are."""
    subroutine = SUBROUTINES["minimum-prim"]

    def different(graphs):
        recipe = dataclasses.replace(subroutine.recipes[0], graphs=graphs)
        draw = jax.jit(jax.vmap(lambda key: subroutine.lesson(key, recipe)))
        values, _, trace, _ = draw(jax.random.split(jax.random.key(0), 2000))
        shown = np.where(trace.mask[:, 0], -1, values)
        selections = shown[(shown[:, 2:] >= 0).any(axis=-1) & ((shown >= 0) & (shown < 256)).any(axis=-1)]
        return len(np.unique(selections, axis=0)) / len(selections)

    assert different(20) < 0.3
    assert different(None) > 0.7


def test_a_question_is_asked_while_the_program_runs():
    """The mask of a selection that hides everything would teach an engine to answer without a question."""
    apart = jnp.full((3, 3), 256)
    _, running = ask_one(apart, trace_prim)
    assert running.tolist() == [True, True, False]
    questions, running = ask_one(apart.at[0, 1].set(9), trace_prim)
    assert running.tolist() == [True, True, True]
    assert questions.costs.tolist() == [[0, 256, 256], [0, 9, 256], [0, 9, 256]]


def test_a_lesson_can_be_trained_on_and_validated():
    subroutine = SUBROUTINES["minimum-prim"]
    subroutine = dataclasses.replace(subroutine, config=dataclasses.replace(subroutine.config, layers=1, width=8))
    recipe = dataclasses.replace(subroutine.recipes[0], graphs=50, steps=60, lessons_per_step=16)
    state, first = train_steps(start(subroutine, recipe, 0), 0, 10, task=subroutine, recipe=recipe)
    state, last = train_steps(state, 0, 50, task=subroutine, recipe=recipe)
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
