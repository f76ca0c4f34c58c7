"""Minimum once more, taught by what Dijkstra and Prim ask of it on small graphs instead of by sorting lists."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int, PRNGKeyArray

from nee.engine import EngineConfig, NeuralEngine
from nee.lists import practice_counts
from nee.numbers import infinity
from nee.programs import dijkstra, prim
from nee.programs.tree_growth import Growth
from nee.random_graphs import largest_path_weight, random_graph, random_weights
from nee.steps import NOTHING, Engine, Trace
from nee.subroutines.add import ADD
from nee.subroutines.minimum import oracle
from nee.subroutines.subroutine import Lesson, Recipe, Subroutine

NODES = 8
CONFIG = EngineConfig()
VALIDATION_GRAPHS = 500
CLOSE = {"dijkstra": 0.5, "prim": 0.2}
"""The paper's shares of training graphs with close weights."""
TRAINING_SEED, VALIDATION_SEED = 2**31, 2**31 + 1
"""Apart from the seeds that people choose, so that these graphs are nobody's test graphs."""


@dataclass(frozen=True, kw_only=True)
class GraphRecipe(Recipe):
    """Which graphs to learn from."""

    close: float
    """The share of graphs with close weights."""
    graphs: int = 20_000
    counts: int = 1
    """A node stands for up to so many nodes at the same distance."""


Run = Callable[[Int[Array, "nodes nodes"], Engine], Growth]
"""Runs a program on a graph, from node 0, with a minimum engine."""


class Questions(NamedTuple):
    """All that a graph program asks of the minimum engine, over all steps of all graphs."""

    costs: Int[np.ndarray, "steps nodes"]
    """Of which the smallest is to be selected, and each is to be compared with the offer for the same node."""
    masks: Bool[np.ndarray, "steps nodes"]
    offers: Int[np.ndarray, "steps nodes"]


def make_graph_minimum(name: str, summary: str, run: Run, largest: int, close: float) -> Subroutine:
    """A minimum engine for one program, on graphs with weights up to `largest`."""

    @cache
    def questions(recipe: GraphRecipe) -> Questions:
        return ask(training_graphs(recipe.graphs, largest, recipe.close, TRAINING_SEED), run)

    def lesson(key: PRNGKeyArray, recipe: GraphRecipe) -> Lesson:
        """One question of one graph: half of them select a node, half compare a cost with an offer."""
        which, kind, scale, counts = jax.random.split(key, 4)
        costs, masks, offers = (jnp.asarray(x) for x in questions(recipe))
        question, node = jax.random.randint(which, (2,), 0, jnp.array(costs.shape))
        costs, mask, offers = costs[question], masks[question], offers[question]
        pair = jnp.zeros(NODES, int).at[:2].set(jnp.stack([costs[node], offers[node]]))
        compares = jax.random.bernoulli(kind)
        values = jnp.where(compares, pair, costs)
        mask = jnp.where(compares, jnp.arange(NODES) >= 2, mask)
        # Large graphs have many nodes at the same distance, which eight nodes cannot show.
        log_counts = practice_counts(scale, counts, NODES, recipe.counts)
        trace = jax.tree.map(lambda x: x[None], Trace(mask, oracle(values, mask)))
        return Lesson(values, log_counts, trace, taught=trace.running)

    def validate(engine: NeuralEngine, recipe: GraphRecipe) -> dict[str, float]:
        """Whole graphs on which every node is selected at the right cost."""
        graphs = training_graphs(VALIDATION_GRAPHS, largest, recipe.close, VALIDATION_SEED)
        exact = selected_costs(engine, graphs, run) == selected_costs(oracle, graphs, run)
        return {f"graphs of {NODES}": 100 * float(exact.all(axis=-1).mean())}

    # As those of `minimum`: a lesson here is one step of a trace, there it has eight.
    counted = GraphRecipe(
        name="counted",
        steps=16_000,
        lessons_per_step=128,
        schedule="cosine",
        learning_rate=2e-3,
        close=close,
        counts=54,
    )
    paper = GraphRecipe(
        name="paper",
        steps=16_000,
        lessons_per_step=128,
        schedule="warmup",
        learning_rate=CONFIG.width**-0.5 * 4000**-0.5,
        dropout=0.1,
        close=close,
    )
    return Subroutine(name, summary, CONFIG, oracle, lesson, validate, (counted, paper))


def training_graphs(graphs: int, largest: int, close: float, seed: int) -> Int[np.ndarray, "graphs nodes nodes"]:
    """Erdős–Rényi graphs, a share of them with close weights."""
    generator = np.random.default_rng(seed)
    return np.stack(
        [
            random_weights(
                generator,
                random_graph(generator, NODES, "erdos_renyi"),
                largest,
                close=generator.random() < close,
                bits=CONFIG.bits,
            )
            for _ in range(graphs)
        ]
    )


def ask(graphs: Int[np.ndarray, "graphs nodes nodes"], run: Run) -> Questions:
    """What the program asks on each graph when every answer is right."""
    with jax.ensure_compile_time_eval():  # A lesson is traced, and asks for numbers.
        trace = jax.device_get(jax.jit(jax.vmap(lambda weights: run(weights, oracle)))(graphs))
    costs = np.roll(trace.costs, 1, axis=1)
    costs[:, 0] = infinity(CONFIG.bits)
    costs[:, 0, 0] = 0
    running = trace.selection.running
    return Questions(costs[running], trace.selection.mask[running], trace.offers[running])


@eqx.filter_jit
def selected_costs(
    minimum: Engine, graphs: Int[Array | np.ndarray, "graphs nodes nodes"], run: Run
) -> Int[Array, "graphs nodes"]:
    """The cost of each node in the order of selection. It is the same however equal ones are ordered."""

    def one(weights):
        selection = run(weights, minimum).selection
        return jnp.where(selection.running, selection.step.value, NOTHING)

    return jax.vmap(one)(jnp.asarray(graphs))


def trace_dijkstra(weights: Int[Array, "nodes nodes"], minimum: Engine) -> Growth:
    """Dijkstra from node 0, with exact sums."""
    return dijkstra(weights, 0, minimum=minimum, add=ADD.oracle).trace


def trace_prim(weights: Int[Array, "nodes nodes"], minimum: Engine) -> Growth:
    """Prim from node 0."""
    return prim(weights, 0, minimum=minimum).trace


DIJKSTRA_MINIMUM = make_graph_minimum(
    "minimum-dijkstra",
    "the smallest number, as learned from Dijkstra",
    trace_dijkstra,
    largest=largest_path_weight(NODES, CONFIG.bits),
    close=CLOSE["dijkstra"],
)
PRIM_MINIMUM = make_graph_minimum(
    "minimum-prim",
    "the smallest number, as learned from Prim",
    trace_prim,
    largest=infinity(CONFIG.bits) - 1,
    close=CLOSE["prim"],
)
