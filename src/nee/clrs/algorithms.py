"""Each algorithm of CLRS-30 that is done: the inputs it reads, the program it runs, the outputs it makes of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Float, Int

from nee import programs
from nee.clrs.integers import BITS, as_integers
from nee.numbers import infinity
from nee.steps import NOTHING, Engine

END = infinity(BITS)

Inputs = dict[str, np.ndarray]
Outputs = dict[str, Array]


class Engines(NamedTuple):
    """What the programs are made of. `multiply` keeps the point where the integers have it."""

    minimum: Engine
    add: Engine
    multiply: Engine | None = None


@dataclass(frozen=True)
class Algorithm:
    """How one algorithm of the benchmark is answered."""

    inputs: dict[str, int]
    """What is read, and how many axes it has in one sample."""
    to_integers: Callable[[Inputs], tuple[tuple[np.ndarray, ...], int]]
    """The program's data for a batch, and the power of two by which reals were multiplied."""
    run: Callable[..., Outputs]
    """Engines and data of one sample; the outputs of one sample."""
    learned: tuple[str, ...] = ("minimum",)
    """The engines that the program is made of."""


# Lists


def keys(inputs: Inputs, *names: str) -> tuple[list[np.ndarray], int]:
    """Numbers that are only compared. A negative one is brought to zero together with all others."""
    arrays = [inputs[name] for name in names]
    lowest = min(0, *(float(array.min()) for array in arrays))
    highest = max(float(array.max()) for array in arrays)
    integers, exponent = as_integers(arrays, max(highest, -lowest) * (1 if lowest == 0 else 2))
    first = min(int(array.min()) for array in integers) if lowest < 0 else 0
    return [array - first for array in integers], exponent


def only_keys(inputs: Inputs) -> tuple[tuple[np.ndarray, ...], int]:
    """The list alone."""
    integers, exponent = keys(inputs, "key")
    return tuple(integers), exponent


def sort_with(program: Callable[..., programs.Sorting]) -> Algorithm:
    """A sort that works in place: each place points at the one whose number comes before its own."""

    def run(engines: Engines, values: Int[Array, " nodes"]) -> Outputs:
        order = program(values, minimum=engines.minimum).places
        return {"pred": jnp.zeros_like(order).at[order].set(jnp.concatenate([order[:1], order[:-1]]))}

    return Algorithm({"key": 1}, only_keys, run)


def one_hot(place: Int[Array, ""], size: int) -> Float[Array, " {size}"]:
    """One for the place, zero elsewhere."""
    return jnp.zeros(size).at[place].set(1)


def minimum(engines: Engines, values: Int[Array, " nodes"]) -> Outputs:
    """Where the smallest number stands."""
    return {"min": one_hot(engines.minimum(values, jnp.zeros(values.shape, bool)).pointer, len(values))}


def quickselect(engines: Engines, values: Int[Array, " nodes"]) -> Outputs:
    """Where the median stands."""
    selected = programs.quickselect(values, len(values) // 2, minimum=engines.minimum)
    return {"median": one_hot(selected.place, len(values))}


def keys_and_target(inputs: Inputs) -> tuple[tuple[np.ndarray, ...], int]:
    """A sorted list, and what is looked for."""
    integers, exponent = keys(inputs, "key", "target")
    return tuple(integers), exponent


def binary_search(engines: Engines, values: Int[Array, " nodes"], target: Int[Array, ""]) -> Outputs:
    """The place that was found."""
    found = programs.binary_search(values, target, minimum=engines.minimum)
    return {"return": one_hot(found.result, len(values))}


# Choices


def starts_and_finishes(inputs: Inputs) -> tuple[tuple[np.ndarray, ...], int]:
    """When activities begin and end."""
    integers, exponent = keys(inputs, "s", "f")
    return tuple(integers), exponent


def activity_selector(engines: Engines, starts: Int[Array, " nodes"], finishes: Int[Array, " nodes"]) -> Outputs:
    """Which activities take place."""
    return selected(programs.activity_selection(starts, finishes, minimum=engines.minimum).selected)


def deadlines_and_penalties(inputs: Inputs) -> tuple[tuple[np.ndarray, ...], int]:
    """Deadlines are whole numbers already."""
    (penalties,), exponent = keys(inputs, "w")
    return (inputs["d"].astype(np.int64), penalties), exponent


def task_scheduling(engines: Engines, deadlines: Int[Array, " nodes"], penalties: Int[Array, " nodes"]) -> Outputs:
    """Which tasks are done in time."""
    return selected(programs.task_scheduling(deadlines, penalties, minimum=engines.minimum, add=engines.add).selected)


def selected(mask: Bool[Array, " nodes"]) -> Outputs:
    """A choice as the benchmark writes it."""
    return {"selected": mask.astype(jnp.float64)}


# Tables


def dimensions(inputs: Inputs) -> tuple[tuple[np.ndarray, ...], int]:
    """The sides of matrices, of which three are multiplied, and as many products as there are matrices are summed."""
    sides = inputs["p"]
    highest = float(sides.max())
    # What is multiplied must fit in 54 bits: the limbs of the engine for products.
    integers, exponent = as_integers([sides], max(sides.shape[-1] * highest**3, highest * 256), multiple=6)
    return tuple(integers), exponent


def matrix_chain_order(engines: Engines, sides: Int[Array, " nodes"]) -> Outputs:
    """Where each part of the chain is split, counted from 1; the first row and column belong to no matrix."""
    assert engines.multiply is not None
    order = programs.matrix_chain_order(
        sides, minimum=engines.minimum, add=engines.add, multiply=engines.multiply, end=END
    )
    return {"s": jnp.pad(order.splits + 1, ((1, 0), (1, 0)))}


def keys_and_gaps(inputs: Inputs) -> tuple[tuple[np.ndarray, ...], int]:
    """How often keys and gaps are looked for. The benchmark writes one key more than there are, at the end."""
    p, q = inputs["p"][..., :-1], inputs["q"]
    total = float((p.sum(axis=-1) + q.sum(axis=-1)).max())
    # No subtree of a best tree has more levels than a balanced one.
    integers, exponent = as_integers([p, q], total * (q.shape[-1].bit_length() + 3))
    return tuple(integers), exponent


def optimal_bst(engines: Engines, p: Int[Array, " keys"], q: Int[Array, " gaps"]) -> Outputs:
    """The root of each tree."""
    tree = programs.optimal_search_tree(p, q, minimum=engines.minimum, add=engines.add, end=END)
    return {"root": jnp.maximum(tree.splits, 0)}


def two_strings(inputs: Inputs) -> tuple[tuple[np.ndarray, ...], int]:
    """The symbols of both strings, which are written one behind the other."""
    symbols, second = inputs["key"].argmax(axis=-1).astype(np.int64), inputs["string"] > 0.5
    length = int((~second[0]).sum())
    return (symbols[:, :length], symbols[:, length:]), 0


def lcs_length(engines: Engines, first: Int[Array, " rows"], second: Int[Array, " columns"]) -> Outputs:
    """Where each cell's number comes from: a class for each pair of places, and a mask where there is no such pair."""
    table = programs.longest_common_subsequence(first, second, minimum=engines.minimum, add=engines.add)
    rows, columns = table.choices.shape
    nodes = rows + columns
    cells = jnp.zeros((nodes, nodes, 4)).at[:, :, 3].set(-1)
    choices = jax.nn.one_hot(table.choices, 4, dtype=cells.dtype)
    return {"b": cells.at[:rows, rows:].set(choices)}


# Graphs


def edges(inputs: Inputs) -> tuple[np.ndarray, int]:
    """The weights of edges, of which as many are summed as there are nodes; infinity where there is no edge."""
    weights = inputs["A"]
    (integers,), exponent = as_integers([weights], weights.shape[-1] * float(weights.max()))
    return np.where(weights != 0, integers, END), exponent


def graph(inputs: Inputs) -> tuple[tuple[np.ndarray, ...], int]:
    """The weights alone."""
    weights, exponent = edges(inputs)
    return (weights,), exponent


def graph_and_source(inputs: Inputs) -> tuple[tuple[np.ndarray, ...], int]:
    """The weights, and the node that is marked."""
    weights, exponent = edges(inputs)
    return (weights, inputs["s"].argmax(axis=-1)), exponent


def paths_with(program: Callable[..., Any]) -> Algorithm:
    """Shortest paths: a node without predecessor points at itself."""

    def run(engines: Engines, weights: Int[Array, "nodes nodes"], source: Int[Array, ""]) -> Outputs:
        paths = program(weights, source, minimum=engines.minimum, add=engines.add, end=END)
        return {"pi": or_itself(paths.predecessors)}

    return Algorithm({"A": 2, "s": 1}, graph_and_source, run, ("minimum", "add"))


def or_itself(pointers: Int[Array, " nodes"]) -> Int[Array, " nodes"]:
    """Who points at nothing points at itself."""
    return jnp.where(pointers == NOTHING, jnp.arange(len(pointers), dtype=pointers.dtype), pointers)


def mst_prim(engines: Engines, weights: Int[Array, "nodes nodes"], source: Int[Array, ""]) -> Outputs:
    """The node through which each node came into the tree."""
    tree = programs.prim(weights, source, minimum=engines.minimum, end=END)
    return {"pi": or_itself(tree.trace.parents[-1])}


def mst_kruskal(engines: Engines, weights: Int[Array, "nodes nodes"]) -> Outputs:
    """Which edges are in the forest, in both directions."""
    forest = programs.kruskal(weights, minimum=engines.minimum, end=END)
    u, v = jnp.where(forest.edges == NOTHING, len(weights), forest.edges).T
    taken = jnp.zeros(weights.shape).at[u, v].set(1, mode="drop")
    return {"in_mst": taken + taken.T}


def all_edges(inputs: Inputs) -> tuple[tuple[np.ndarray, ...], int]:
    """The weights, with a zero from each node to itself unless it has an edge to itself."""
    weights, exponent = edges(inputs)
    itself = np.eye(weights.shape[-1], dtype=bool)
    return (np.where(itself & (weights == END), 0, weights),), exponent


def floyd_warshall(engines: Engines, weights: Int[Array, "nodes nodes"]) -> Outputs:
    """The node before the last one of each path; the first one where there is no path."""
    before = programs.floyd_warshall(weights, minimum=engines.minimum, add=engines.add, end=END).predecessors
    first = jnp.arange(len(before), dtype=before.dtype)[:, None]
    return {"Pi": jnp.where(before == NOTHING, first, before)}


ALGORITHMS = {
    "insertion_sort": sort_with(programs.insertion_sort),
    "bubble_sort": sort_with(programs.bubble_sort),
    "heapsort": sort_with(programs.heapsort),
    "quicksort": sort_with(programs.quicksort),
    "minimum": Algorithm({"key": 1}, only_keys, minimum),
    "binary_search": Algorithm({"key": 1, "target": 0}, keys_and_target, binary_search),
    "quickselect": Algorithm({"key": 1}, only_keys, quickselect),
    "activity_selector": Algorithm({"s": 1, "f": 1}, starts_and_finishes, activity_selector),
    "task_scheduling": Algorithm({"d": 1, "w": 1}, deadlines_and_penalties, task_scheduling, ("minimum", "add")),
    "matrix_chain_order": Algorithm({"p": 1}, dimensions, matrix_chain_order, ("minimum", "add", "multiply")),
    "lcs_length": Algorithm({"key": 2, "string": 1}, two_strings, lcs_length, ("minimum", "add")),
    "optimal_bst": Algorithm({"p": 1, "q": 1}, keys_and_gaps, optimal_bst, ("minimum", "add")),
    "mst_prim": Algorithm({"A": 2, "s": 1}, graph_and_source, mst_prim),
    "mst_kruskal": Algorithm({"A": 2}, graph, mst_kruskal),
    "bellman_ford": paths_with(programs.bellman_ford),
    "dijkstra": paths_with(programs.dijkstra),
    "dag_shortest_paths": paths_with(programs.dag_shortest_paths),
    "floyd_warshall": Algorithm({"A": 2}, all_edges, floyd_warshall, ("minimum", "add")),
}
"""What answers each algorithm, by its name in the benchmark."""
