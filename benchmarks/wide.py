"""How fast engines made of engines are: tables, wide numbers, long lists and large graphs.

python benchmarks/wide.py            prints a table
python benchmarks/wide.py --json     prints JSON
"""

import json
import sys
from functools import partial

import jax
import jax.numpy as jnp
import networkx as nx
import numpy as np
from speed import timed

import nee
from nee.compilation import keep_compiled_programs
from nee.engine.shown import encoded_sizes
from nee.evaluation.graphs import as_networkx, make_graphs
from nee.instances.practice_graphs import largest_path_weight
from nee.instances.wide import sparse_graph, wide_list
from nee.solve.engines import By, add_engine, minimum_engine
from nee.solve.graph_programs import run_dijkstra

NODES, GRAPHS = 100, 100
LISTS, SIZE = 100, 100
LARGE = 1600
LONG = 10_000


def main() -> None:
    """Measure and print."""
    keep_compiled_programs()
    figures = {
        "many graphs": many_graphs(),
        "one large graph": large_graph(),
        "lists": lists(),
        "many lists": many_lists(),
    }
    if "--json" in sys.argv:
        print(json.dumps(figures, indent=1))
        return
    for group, rows in figures.items():
        print(group)
        for name, figure in rows.items():
            print(f"  {name:66} {figure:10.3f}")


def many_graphs() -> dict[str, float]:
    """100 graphs of 100 nodes in one call by the table, and one by one by networkx."""
    test = make_graphs(NODES, GRAPHS, "mixed", 0, largest_path_weight(NODES, 8), 8)
    engines, shown = (minimum_engine("table", 8), add_engine("table", 8)), np.zeros(NODES, bool)

    def solve() -> np.ndarray:
        return np.asarray(run_dijkstra(*engines, *test, shown, traced=False).distances)

    _, first = timed(solve)
    found, seconds = timed(solve)
    plain = [as_networkx(weights) for weights in test.weights]
    pairs = list(zip(plain, test.starts.tolist(), strict=True))
    exact, by_networkx = timed(lambda: [nx.single_source_dijkstra_path_length(*pair) for pair in pairs])
    for distances, right in zip(found, exact, strict=True):
        assert all(distances[node] == distance for node, distance in right.items()), "a mistake"
    return {
        "dijkstra, 100 graphs of 100 nodes, table, seconds": seconds,
        "table / networkx": seconds / by_networkx,
        "compilation, or loading from the cache, seconds": first - seconds,
    }


def large_graph() -> dict[str, float]:
    """A graph of 1600 nodes with weights of 50 bits: the whole call, with reading, checks and names."""
    graph = sparse_graph(np.random.default_rng(0), LARGE, "erdos_renyi", 50)
    rows = {}
    for name, ours, theirs in (
        ("dijkstra", lambda: nee.shortest_paths(graph, 0), lambda: nx.single_source_dijkstra_path_length(graph, 0)),
        ("prim", lambda: nee.minimum_spanning_tree(graph), lambda: nx.minimum_spanning_tree(graph)),
    ):
        _, first = timed(ours)
        _, seconds = timed(ours)
        _, by_networkx = timed(theirs)
        rows[f"{name}, {LARGE} nodes, 50 bits, seconds"] = seconds
        rows[f"{name}: table / networkx"] = seconds / by_networkx
        rows[f"{name}: compilation, or loading from the cache, seconds"] = first - seconds
    return rows


def lists() -> dict[str, float]:
    """Long lists: by the table with wide numbers, by the network with numbers of 8 bits."""
    generator = np.random.default_rng(0)
    rows = {}
    cases: tuple[tuple[str, int, By], ...] = (
        ("63 bits", LONG, "table"),
        ("floats", LONG, "table"),
        ("8 bits", 1000, "network"),
        ("8 bits", LONG, "network"),
    )
    for kind, size, by in cases:
        values = wide_list(generator, size, kind)
        _, first = timed(partial(nee.sort, values, by=by))
        found, seconds = timed(partial(nee.sort, values, by=by))
        assert found == sorted(values), "a mistake"
        rows[f"{size} numbers, {kind}, by the {by}, seconds"] = seconds
        rows[f"{size} numbers, {kind}: compilation, or loading from the cache"] = first - seconds
    return rows


def many_lists() -> dict[str, float]:
    """100 lists of 100 numbers by the network, and how much of what this machine can do that takes."""
    rows = np.random.default_rng(0).integers(0, 256, (LISTS, SIZE))
    _, first = timed(lambda: nee.sort(rows, by="network"))
    found, seconds = timed(lambda: nee.sort(rows, by="network"))
    assert (found == np.sort(rows)).all(), "a mistake"
    operations = LISTS * sum(operations_of_a_reading(slots) for slots in slots_read(np.sort(rows)))
    peak = matrix_peak()
    return {
        f"{LISTS} lists of {SIZE} numbers, by the network, seconds": seconds,
        "compilation, or loading from the cache, seconds": first - seconds,
        "billions of operations": operations / 1e9,
        "billions of operations a second": operations / seconds / 1e9,
        "the same of a product of large matrices, the peak": peak / 1e9,
        "share of the peak": operations / seconds / peak,
    }


def slots_read(in_order: np.ndarray) -> list[int]:
    """The slots that each step reads: the most distinct numbers that a list still has, up to a part of all."""
    slots = in_order.shape[1]
    left = [max(len(np.unique(row[step:])) for row in in_order) for step in range(slots)]
    return [next(size for size in encoded_sizes(slots) if size >= count) for count in left]


def operations_of_a_reading(slots: int) -> int:
    """Multiplications, additions and absolute values of the encoder; the decoder has one query, and hardly any."""
    config = nee.load("minimum").config
    scores = 4 * slots**2 * config.score_width + 4 * slots * config.width * config.score_width
    reading = 2 * slots**2 * config.width + 4 * slots * config.width**2
    feed_forward = 4 * slots * config.width * config.feed_forward
    return config.layers * (scores + reading + feed_forward)


def matrix_peak(size: int = 2048) -> float:
    """Operations a second of a product of matrices, which is what a processor does fastest."""
    matrix = jnp.ones((size, size), jnp.float32)
    multiply = jax.jit(lambda a: a @ a)
    seconds = min(timed(lambda: jax.block_until_ready(multiply(matrix)))[1] for _ in range(5))
    return 2 * size**3 / seconds


if __name__ == "__main__":
    main()
