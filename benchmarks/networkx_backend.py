"""How long the back end of networkx takes on one large graph, in networkx's own time.

python benchmarks/networkx_backend.py            prints a table
python benchmarks/networkx_backend.py --json     prints JSON

Both are measured in one run, in turns; each figure is the median of several.
"""

import json
import statistics
import sys
import warnings
from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
from speed import timed

from nee.instances.wide import sparse_graph

NODES, BITS, TIMES = 1600, 50, 5
PAIRS = np.random.default_rng(1).integers(0, NODES, (20, 2)).tolist()
"""Of nodes: networkx settles few nodes between some of them, and many between others."""
CALLS: dict[str, Callable[..., Any]] = {
    "single_source_dijkstra": lambda graph, **by: nx.single_source_dijkstra(graph, 0, **by),
    "dijkstra_path": lambda graph, **by: nx.dijkstra_path(graph, 0, NODES - 1, **by),
    "dijkstra_predecessor_and_distance": lambda graph, **by: nx.dijkstra_predecessor_and_distance(graph, 0, **by),
    "shortest_path": lambda graph, **by: nx.shortest_path(graph, 0, NODES - 1, weight="weight", **by),
    "shortest_path, 20 pairs": lambda graph, **by: [nx.shortest_path(graph, *ends, "weight", **by) for ends in PAIRS],
    "single_source_bellman_ford": lambda graph, **by: nx.single_source_bellman_ford(graph, 0, **by),
    "minimum_spanning_tree, kruskal": lambda graph, **by: edges(nx.minimum_spanning_tree(graph, **by)),
    "minimum_spanning_tree, prim": lambda graph, **by: edges(nx.minimum_spanning_tree(graph, algorithm="prim", **by)),
}


def edges(tree: nx.Graph) -> list[Any]:
    """What can be compared."""
    return list(tree.edges(data=True))


def main() -> None:
    """Measure and print."""
    nx.config.warnings_to_ignore.add("cache")
    warnings.simplefilter("error")
    graph = sparse_graph(np.random.default_rng(0), NODES, "erdos_renyi", BITS)
    rows = {name: measure(call, graph) for name, call in CALLS.items()}
    if "--json" in sys.argv:
        print(json.dumps(rows, indent=1))
        return
    print(f"{NODES} nodes, {graph.number_of_edges()} edges, weights of {BITS} bits")
    for name, row in rows.items():
        print(f"  {name:36}" + "".join(f"{figure:12.3f} {unit}" for unit, figure in row.items()))


def measure(call: Callable[..., Any], graph: nx.Graph) -> dict[str, float]:
    """The ratio of the times, after a first call that compiles."""
    answer, first = timed(lambda: call(graph, backend="nee"))
    assert answer == call(graph), "a mistake"
    turns = [(timed(lambda: call(graph, backend="nee"))[1], timed(lambda: call(graph))[1]) for _ in range(TIMES)]
    ours, theirs = (statistics.median(times) for times in zip(*turns, strict=True))
    return {"nee / networkx": ours / theirs, "seconds": ours, "compilation": first - ours}


if __name__ == "__main__":
    main()
