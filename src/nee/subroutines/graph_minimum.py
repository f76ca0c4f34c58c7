"""Minimum once more, taught by what Dijkstra and Prim ask of it on small graphs instead of by sorting lists."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int, PRNGKeyArray

from nee.engine import EngineConfig, NeuralEngine
from nee.instances.lists import practice_counts
from nee.instances.practice_graphs import largest_path_weight, practice_graph
from nee.numbers import infinity
from nee.programs import dijkstra, prim
from nee.programs.tree_growth import Growth
from nee.steps import NOTHING, Engine, Trace
from nee.subroutines.add import ADD
from nee.subroutines.lesson import Lesson
from nee.subroutines.minimum import oracle
from nee.subroutines.subroutine import Recipe, Subroutine, run_program

NODES = 8
CONFIG = EngineConfig()
END = infinity(CONFIG.bits)
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
    graphs: int | None = 20_000
    """How many graphs are asked about, over and over; None draws new ones for ever."""
    counts: int = 1
    """The most nodes at the same distance that one node stands for."""


Run = Callable[[Int[Array, "nodes nodes"], Engine], Growth]
"""Runs a program on a graph, from node 0, with a minimum engine."""


class Questions(NamedTuple):
    """What a graph program asks of the minimum engine at one step, or at many."""

    costs: Int[Array | np.ndarray, "*steps nodes"]
    """Of which the smallest is to be selected, and each is to be compared with the offer for the same node."""
    masks: Bool[Array | np.ndarray, "*steps nodes"]
    offers: Int[Array | np.ndarray, "*steps nodes"]


def make_graph_minimum(
    name: str, summary: str, run: Run, largest: Callable[[int], int], close: float, ships: str
) -> Subroutine:
    """A minimum engine for one program. `largest` tells the largest weight for a number of nodes."""

    @cache
    def questions(graphs: int, close: float) -> Questions:
        return ask(training_graphs(graphs, largest(NODES), close, TRAINING_SEED), run)

    def asked(key: PRNGKeyArray, recipe: GraphRecipe) -> tuple[Questions, Int[Array, ""] | int]:
        """The questions to choose from, those of all the recipe's graphs or of a new one; and how many they are."""
        if recipe.graphs is not None:
            every = questions(recipe.graphs, recipe.close)
            return jax.tree.map(jnp.asarray, every), len(every.costs)
        steps, running = ask_one(practice_graph(key, NODES, largest(NODES), CONFIG.bits, recipe.close), run)
        return steps, running.sum()  # The first ones: the program runs until it ends.

    def lesson(key: PRNGKeyArray, recipe: GraphRecipe) -> Lesson:
        """One question of one graph: half of them select a node, half compare a cost with an offer."""
        which, kind, scale, counts = jax.random.split(key, 4)
        every, many = asked(jax.random.fold_in(which, 1), recipe)
        question, node = jax.random.randint(which, (2,), 0, jnp.array([many, NODES]))
        costs, mask, offers = jax.tree.map(lambda x: x[question], every)
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
        graphs = training_graphs(VALIDATION_GRAPHS, largest(NODES), recipe.close, VALIDATION_SEED)
        answers, exact = (run_program(program, each, graphs, len(graphs)) for each in (engine, oracle))
        return {f"graphs of {NODES}": 100 * float((answers == exact).all(axis=-1).mean())}

    def program(weights: Int[Array, "nodes nodes"], engine: Engine) -> Int[Array, " nodes"]:
        """The cost of each node in the order of selection. It is the same however equal ones are ordered."""
        selection = run(weights, engine).selection
        return jnp.where(selection.running, selection.step.value, NOTHING)

    def draw(key: PRNGKeyArray, count: int, size: int) -> Int[np.ndarray, "graphs nodes nodes"]:
        return training_graphs(count, largest(size), close, int(jax.random.bits(key)), nodes=size)

    # As those of `minimum`: a lesson here is one step of a trace, there it has eight.
    fresh = GraphRecipe(
        name="fresh",
        steps=16_000,
        lessons_per_step=128,
        schedule="cosine",
        learning_rate=2e-3,
        close=close,
        graphs=None,  # 20 000 graphs are learned by heart.
        counts=54,
    )
    counted = dataclasses.replace(fresh, name="counted", graphs=20_000)
    paper = GraphRecipe(
        name="paper",
        steps=16_000,
        lessons_per_step=128,
        schedule="warmup",
        learning_rate=CONFIG.width**-0.5 * 4000**-0.5,
        dropout=0.1,
        close=close,
    )
    recipes = tuple(sorted((fresh, counted, paper), key=lambda recipe: recipe.name != ships))
    instances = {"erdos_renyi": draw}
    return Subroutine(name, summary, CONFIG, oracle, lesson, validate, recipes, program=program, instances=instances)


def training_graphs(
    graphs: int, largest: int, close: float, seed: int, nodes: int = NODES
) -> Int[np.ndarray, "graphs nodes nodes"]:
    """Erdős–Rényi graphs, a share of them with close weights."""
    # Who runs an engine does not wait for networkx.
    from nee.instances.graphs import random_graph, random_weights

    generator = np.random.default_rng(seed)
    return np.stack(
        [
            random_weights(
                generator,
                random_graph(generator, nodes, "erdos_renyi"),
                largest,
                close=generator.random() < close,
                bits=CONFIG.bits,
            )
            for _ in range(graphs)
        ]
    )


def ask(graphs: Int[np.ndarray, "graphs nodes nodes"], run: Run) -> Questions:
    """What the program asks on each graph when every answer is right, over all steps of all graphs."""
    with jax.ensure_compile_time_eval():  # A lesson is traced, and asks for numbers.
        asked, running = jax.device_get(jax.jit(jax.vmap(lambda weights: ask_one(weights, run)))(graphs))
    of_all: Questions = jax.tree.map(lambda x: x[running], asked)
    return of_all


def ask_one(weights: Int[Array, "nodes nodes"], run: Run) -> tuple[Questions, Bool[Array, " nodes"]]:
    """The same on one graph: a question for each step, and whether the program was still running."""
    selection, offers, costs, _ = run(weights, oracle)
    start = jnp.full_like(costs[:1], END).at[0, 0].set(0)
    return Questions(jnp.concatenate([start, costs[:-1]]), selection.mask, offers), selection.running


def trace_dijkstra(weights: Int[Array, "nodes nodes"], minimum: Engine) -> Growth:
    """Dijkstra from node 0, with exact sums."""
    return dijkstra(weights, 0, minimum=minimum, add=ADD.oracle, end=END).trace


def trace_prim(weights: Int[Array, "nodes nodes"], minimum: Engine) -> Growth:
    """Prim from node 0."""
    return prim(weights, 0, minimum=minimum, end=END).trace


DIJKSTRA_MINIMUM = make_graph_minimum(
    "minimum-dijkstra",
    "the smallest number, as learned from Dijkstra",
    trace_dijkstra,
    largest=lambda nodes: largest_path_weight(nodes, CONFIG.bits),
    close=CLOSE["dijkstra"],
    ships="counted",
)
PRIM_MINIMUM = make_graph_minimum(
    "minimum-prim",
    "the smallest number, as learned from Prim",
    trace_prim,
    largest=lambda nodes: END - 1,
    close=CLOSE["prim"],
    ships="fresh",
)
