"""One table for all programs: how each is run, what it is run on, and how its answer is checked without engines."""

import bisect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree
from scipy.sparse.csgraph import dijkstra as scipy_dijkstra

from nee import programs
from nee.steps import NOTHING


class Engines(NamedTuple):
    """What programs are made of."""

    minimum: Any
    add: Any
    multiply: Any
    end: int


@dataclass(frozen=True)
class Case:
    run: Callable[..., Any]
    """The program on engines and on one instance."""
    draw: Callable[[np.random.Generator, int, int, str], tuple]
    """An instance of a size, with all that is summed up in it below a bound; random or hostile in the way named."""
    check: Callable[..., None]
    """Raises unless the answer is right."""


HOSTILE = ("all equal", "zeros", "largest", "two values", "upwards", "downwards", "close", "sparse")


def numbers(rng, size, bound, kind):
    """Numbers below the bound."""
    largest = bound - 1
    return {
        "random": lambda: rng.integers(0, bound, size),
        "all equal": lambda: np.full(size, rng.integers(0, bound)),
        "zeros": lambda: np.zeros(size, int),
        "largest": lambda: np.full(size, largest),
        "two values": lambda: rng.choice([0, largest], size),
        "upwards": lambda: np.sort(rng.integers(0, bound, size)),
        "downwards": lambda: np.sort(rng.integers(0, bound, size))[::-1],
        "close": lambda: largest - rng.integers(0, min(3, bound), size),
        "sparse": lambda: np.where(rng.random(size) < 0.9, 0, rng.integers(0, bound, size)),
    }[kind]()


# Lists


def one_list(rng, size, bound, kind):
    values = numbers(rng, size, bound, kind)
    # Infinity is a number that engines can read: some lists hold it.
    return (np.where(rng.random(size) < 0.1, bound, values) if rng.random() < 0.3 else values,)


def check_sorted(answer, values, stable=False):
    assert answer.result.tolist() == sorted(values.tolist())
    assert values[answer.places].tolist() == answer.result.tolist()
    assert sorted(answer.places.tolist()) == list(range(len(values)))
    if stable:
        assert answer.places.tolist() == np.argsort(values, kind="stable").tolist()
    if len(answer.trace.values):
        assert answer.trace.values[-1].tolist() == answer.result.tolist()


def check_stable(answer, values):
    check_sorted(answer, values, stable=True)


def list_and_rank(rng, size, bound, kind):
    return (*one_list(rng, size, bound, kind), rng.integers(0, size))


def check_selected(answer, values, rank):
    assert answer.result == sorted(values.tolist())[rank] == values[answer.place]


def sorted_and_target(rng, size, bound, kind):
    values = np.sort(one_list(rng, size, bound, kind)[0])
    return values, rng.choice(values) if rng.random() < 0.5 else rng.integers(0, bound)


def check_found(answer, values, target):
    assert answer.result == min(bisect.bisect_left(values.tolist(), target), len(values) - 1)


# Graphs


def graph(rng, size, bound, kind, symmetric=False):
    """A matrix of weights, of which any path stays below the bound, which is infinity."""
    # Scipy's numbers are floats, and exact up to 53 bits.
    largest = min(bound, 2**52) // size
    weights = numbers(rng, size * size, max(largest, 1), kind).reshape(size, size)
    density = {"sparse": 1.5 / size, "zeros": 0.3, "largest": 2 / size}.get(kind, rng.choice([0.1, 0.5, 1]))
    weights = np.where(rng.random((size, size)) < density, weights, bound)
    if kind == "upwards":  # One long path, along which everything else is far away.
        weights = np.where(np.eye(size, k=1, dtype=bool), weights % 2, weights)
    if kind == "two values":  # Two parts.
        part = np.arange(size) < size // 2
        weights = np.where(part[:, None] == part, weights, bound)
    np.fill_diagonal(weights, bound)
    return np.minimum(weights, weights.T) if symmetric else weights


def graph_and_source(rng, size, bound, kind):
    return graph(rng, size, bound, kind), rng.integers(0, size)


def acyclic_and_source(rng, size, bound, kind):
    weights, source = graph_and_source(rng, size, bound, kind)
    order = rng.permutation(size)
    return np.where(np.triu(np.ones((size, size), bool), 1), weights, bound)[order][:, order], source


def between_all(rng, size, bound, kind):
    weights = graph(rng, size, bound, kind)
    np.fill_diagonal(weights, 0)
    return (weights,)


def undirected(rng, size, bound, kind):
    return (graph(rng, size, bound, kind, symmetric=True),)


def sparse_graph(weights, end, more=0):
    # Scipy takes an explicit 0 for an edge, except where it makes trees.
    rows, columns = np.nonzero(weights < end)
    return csr_array((weights[rows, columns].astype(float) + more, (rows, columns)), shape=weights.shape)


def check_distances(distances, predecessors, weights, sources, end):
    """For each source a row."""
    expected = scipy_dijkstra(sparse_graph(weights, end), indices=sources)
    assert distances.tolist() == np.where(np.isinf(expected), end, expected).astype(np.int64).tolist()
    rows, nodes = np.indices(distances.shape)
    reached = (distances < end) & (nodes != np.asarray(sources)[:, None])
    assert (predecessors[~reached] == NOTHING).all()
    before = predecessors[reached]
    assert (before != NOTHING).all()
    assert (distances[rows[reached], before] + weights[before, nodes[reached]] == distances[reached]).all()


def check_paths(answer, weights, source):
    end = int(weights[0, 0])
    check_distances(answer.distances[None], answer.predecessors[None], weights, [source], end)


def check_all_paths(answer, weights):
    end = int(answer.end)
    check_distances(answer.paths.distances, answer.paths.predecessors, weights, range(len(weights)), end)


def check_forest(answer, weights):
    end = int(weights[0, 0])
    taken = answer.edges[answer.weights != NOTHING]
    assert (answer.edges[answer.weights == NOTHING] == NOTHING).all()
    shifted = minimum_spanning_tree(sparse_graph(weights, end, more=1))
    assert len(taken) == len(weights) - connected_components(shifted, directed=False)[0]
    assert weights[taken[:, 0], taken[:, 1]].tolist() == answer.weights[: len(taken)].tolist()
    assert answer.weights[: len(taken)].tolist() == sorted(answer.weights[: len(taken)].tolist())
    assert len(taken) == 0 or nx.is_forest(nx.Graph(taken.tolist()))
    assert int(answer.weights[: len(taken)].sum()) == int(shifted.sum()) - len(taken)


# Tables


def dimensions(rng, size, bound, kind):
    largest = max(1, round((bound / (size + 1)) ** (1 / 3)) - 1)
    return (1 + numbers(rng, size + 1, largest, kind),)


def check_splits(answer, alone, price):
    """Against a table in numpy that is filled interval by interval; the first of equal splits counts."""
    size = len(alone)
    costs, splits = np.zeros((size, size), np.int64), np.full((size, size), NOTHING)
    np.fill_diagonal(costs, alone)
    for length in range(1, size):
        for i in range(size - length):
            j = i + length
            every = costs[i, i:j] + costs[i + 1 : j + 1, j] + price(i, np.arange(i, j), j)
            costs[i, j], splits[i, j] = every.min(), i + every.argmin()
    upper = np.triu_indices(size)
    assert answer.costs[upper].tolist() == costs[upper].tolist()
    assert answer.splits.tolist() == splits.tolist()


def check_chain(answer, p):
    check_splits(answer, np.zeros(len(p) - 1), lambda i, k, j: p[i] * p[k + 1] * p[j + 1])


def keys_and_gaps(rng, size, bound, kind):
    # A tree of this size has so few levels that each number is counted only so often.
    largest = max(1, bound // ((2 * size + 1) * (size.bit_length() + 2)))
    return numbers(rng, size, largest, kind), numbers(rng, size + 1, largest, kind)


def check_tree(answer, keys, gaps):
    before = np.concatenate([[0], np.cumsum(keys)]), np.concatenate([[0], np.cumsum(gaps)])
    check_splits(answer, gaps, lambda i, _, j: before[0][j] - before[0][i] + before[1][j + 1] - before[1][i])


def two_strings(rng, size, bound, kind):
    symbols = rng.choice([2, 4, min(bound, 26)])
    return numbers(rng, size, symbols, kind), numbers(rng, size, symbols, rng.choice(["random", kind]))


def check_common(answer, x, y):
    lengths = np.zeros((len(x) + 1, len(y) + 1), int)
    for i in range(len(x)):
        for j in range(len(y)):
            up, left = lengths[i, j + 1], lengths[i + 1, j]
            same = x[i] == y[j]
            lengths[i + 1, j + 1] = lengths[i, j] + 1 if same else max(up, left)
            assert answer.choices[i, j] == (0 if same else 1 if up >= left else 2)
    assert answer.table.tolist() == lengths[1:, 1:].tolist()
    assert answer.result == lengths[-1, -1]


def check_edits(answer, x, y):
    row = list(range(len(y) + 1))
    for i, symbol in enumerate(x.tolist()):
        before, row = row, [i + 1]
        for j, other in enumerate(y.tolist()):
            row.append(min(before[j] + (symbol != other), before[j + 1] + 1, row[j] + 1))
        assert answer.table[i].tolist() == row[1:]
    assert answer.result == row[-1]


def items(rng, size, bound, kind):
    weights = numbers(rng, size, min(bound, 2 * size), rng.choice(["random", kind]))
    return weights, numbers(rng, size, max(bound // size, 1), kind)


def check_packing(answer, weights, worths):
    capacity = answer.trace.shape[-1] - 1
    most = np.zeros(capacity + 1, np.int64)
    for weight, worth in zip(weights.tolist(), worths.tolist(), strict=True):
        if weight <= capacity:
            most[weight:] = np.maximum(most[weight:], most[: capacity + 1 - weight] + worth)
    assert answer.result == most[-1] == worths[answer.packed].sum()
    assert weights[answer.packed].sum() <= capacity


# Choices


def activities(rng, size, bound, kind):
    ends = np.sort(np.stack([numbers(rng, size, bound, kind), numbers(rng, size, bound, "random")]), axis=0)
    return ends[0], ends[1]


def check_activities(answer, starts, finishes):
    over, selected = 0, np.zeros(len(starts), bool)
    for place in sorted(range(len(starts)), key=lambda place: finishes[place]):
        if starts[place] >= over:
            over, selected[place] = finishes[place], True
    assert answer.selected.tolist() == selected.tolist()


def tasks(rng, size, bound, kind):
    return 1 + numbers(rng, size, min(size, bound - 1), kind), numbers(rng, size, bound, kind)


def check_tasks(answer, deadlines, penalties):
    hour, selected = 0, np.zeros(len(deadlines), bool)
    for place in sorted(range(len(deadlines)), key=lambda place: -penalties[place]):
        if hour < deadlines[place]:
            hour, selected[place] = hour + 1, True
    assert answer.selected.tolist() == selected.tolist()


class WithEnd(NamedTuple):
    paths: Any
    end: Any


def in_place(program):
    return lambda e, values: program(values, minimum=e.minimum)


def shortest(program):
    return lambda e, weights, source: program(weights, source, minimum=e.minimum, add=e.add, end=e.end)


CASES = {
    "insertion_sort": Case(in_place(programs.insertion_sort), one_list, check_stable),
    "bubble_sort": Case(in_place(programs.bubble_sort), one_list, check_stable),
    "heapsort": Case(in_place(programs.heapsort), one_list, check_sorted),
    "quicksort": Case(in_place(programs.quicksort), one_list, check_sorted),
    "quickselect": Case(
        lambda e, values, rank: programs.quickselect(values, rank, minimum=e.minimum), list_and_rank, check_selected
    ),
    "binary_search": Case(
        lambda e, values, target: programs.binary_search(values, target, minimum=e.minimum),
        sorted_and_target,
        check_found,
    ),
    "bellman_ford": Case(shortest(programs.bellman_ford), graph_and_source, check_paths),
    "dag_shortest_paths": Case(shortest(programs.dag_shortest_paths), acyclic_and_source, check_paths),
    "floyd_warshall": Case(
        lambda e, weights: WithEnd(programs.floyd_warshall(weights, minimum=e.minimum, add=e.add, end=e.end), e.end),
        between_all,
        check_all_paths,
    ),
    "kruskal": Case(
        lambda e, weights: programs.kruskal(weights, minimum=e.minimum, end=e.end)._replace(trace=None),
        undirected,
        check_forest,
    ),
    "matrix_chain_order": Case(
        lambda e, p: programs.matrix_chain_order(p, minimum=e.minimum, add=e.add, multiply=e.multiply, end=e.end),
        dimensions,
        check_chain,
    ),
    "optimal_search_tree": Case(
        lambda e, keys, gaps: programs.optimal_search_tree(keys, gaps, minimum=e.minimum, add=e.add, end=e.end),
        keys_and_gaps,
        check_tree,
    ),
    "longest_common_subsequence": Case(
        lambda e, x, y: programs.longest_common_subsequence(x, y, minimum=e.minimum, add=e.add),
        two_strings,
        check_common,
    ),
    "edit_distance": Case(
        lambda e, x, y: programs.edit_distance(x, y, minimum=e.minimum, add=e.add), two_strings, check_edits
    ),
    "activity_selection": Case(
        lambda e, starts, finishes: programs.activity_selection(starts, finishes, minimum=e.minimum),
        activities,
        check_activities,
    ),
    "task_scheduling": Case(
        lambda e, deadlines, penalties: programs.task_scheduling(deadlines, penalties, minimum=e.minimum, add=e.add),
        tasks,
        check_tasks,
    ),
    "knapsack": Case(
        lambda e, weights, worths: programs.knapsack(
            weights, worths, 2 * weights.shape[0], minimum=e.minimum, add=e.add
        ),
        items,
        check_packing,
    ),
}
