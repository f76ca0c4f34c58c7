"""How fast programs of engines are, as ratios against other ways to the same answer, measured in the same run.

python benchmarks/speed.py            prints a table
python benchmarks/speed.py --json     prints JSON
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import networkx as nx
import numpy as np
from plain_network import run_step

from nee import pretrained
from nee.compilation import keep_compiled_programs
from nee.evaluation.graphs import as_networkx, make_graphs
from nee.instances.lists import make_lists
from nee.instances.practice_graphs import largest_path_weight
from nee.solve.graph_programs import run_dijkstra, run_prim
from nee.solve.sorting import ENGINES, sort_rows
from nee.training import provenance
from nee.training.checkpoints import weights_hash

LISTS = SIZE = 100
MERGE_SIZE = 1000
GRAPHS = NODES = 100
PLAIN_STEPS = 10
"""Of one list: the plain network needs the same time for every step, as it reads hidden slots too."""


def main() -> None:
    """Measure and print."""
    figures = {"sorting": sorting(), "graphs": graphs(), "commands": commands()}
    if "--json" in sys.argv:
        made = provenance.describe_measurement(weights_hash(pretrained.weights("minimum")))
        made["weights"] = {name: weights_hash(pretrained.weights(name)) for name in ("minimum", "merge", "add")}
        print(json.dumps(made | {"figures": figures}, indent=1))
        return
    for group, rows in figures.items():
        print(group)
        for name, figure in rows.items():
            print(f"  {name:58} {figure:10.2f}")


def sorting() -> dict[str, float]:
    """Seconds for 100 lists with either algorithm, and how many times as long the plain network takes."""
    rows, seconds, compiling = sort_twice("selection", SIZE)
    mask = np.zeros(SIZE, bool)
    clock = time.perf_counter()
    for _ in range(PLAIN_STEPS):
        _, _, mask, _ = run_step(pretrained.load("minimum"), rows[0], mask)
    plain = (time.perf_counter() - clock) / PLAIN_STEPS * LISTS * SIZE
    _, merging, _ = sort_twice("merge", MERGE_SIZE)
    return {
        f"{LISTS} lists of {SIZE} numbers, seconds": seconds,
        "the same, plain numpy, seconds (from 10 steps)": plain,
        "plain / compiled": plain / seconds,
        "compilation, or loading from the cache, seconds": compiling,
        f"merge sort of {LISTS} lists of {MERGE_SIZE} numbers, seconds": merging,
    }


def sort_twice(algorithm: str, size: int) -> tuple[np.ndarray, float, float]:
    """Mixed lists, the seconds to sort them when it is compiled, and the seconds more that the first time takes."""
    engine = pretrained.load(ENGINES[algorithm])
    rows = np.asarray(make_lists(jax.random.key(0), LISTS, size, engine.config.bits, "mixed"))
    _, first = timed(lambda: sort_rows(engine, rows, algorithm))
    result, seconds = timed(lambda: sort_rows(engine, rows, algorithm))
    assert (result == np.sort(rows)).all(), "the engine made a mistake, its speed means nothing"
    return rows, seconds, first - seconds


def graphs() -> dict[str, float]:
    """Seconds for 100 graphs of 100 nodes in one compiled call, and how much of that networkx takes."""
    minimum, add = pretrained.load("minimum"), pretrained.load("add")
    test = make_graphs(NODES, GRAPHS, "mixed", 0, largest_path_weight(NODES, 8), 8)
    padding = np.zeros(NODES, bool)
    keep_compiled_programs()
    _, compiling = timed(lambda: jax.block_until_ready(run_dijkstra(minimum, add, *test, padding)))
    paths, dijkstra = timed(lambda: jax.block_until_ready(run_dijkstra(minimum, add, *test, padding)))
    jax.block_until_ready(run_prim(minimum, *test, padding))
    _, prim = timed(lambda: jax.block_until_ready(run_prim(minimum, *test, padding)))

    plain = [as_networkx(weights) for weights in test.weights]
    starts = test.starts.tolist()
    exact, by_networkx = timed(
        lambda: [nx.single_source_dijkstra_path_length(g, s) for g, s in zip(plain, starts, strict=True)]
    )
    trees_by_networkx = timed(lambda: [nx.minimum_spanning_tree(graph) for graph in plain])[1]
    for found, right in zip(np.asarray(paths.distances), exact, strict=True):
        assert all(found[node] == distance for node, distance in right.items()), "a mistake: its speed means nothing"
    return {
        f"dijkstra on {GRAPHS} graphs of {NODES} nodes, seconds": dijkstra,
        "dijkstra: compiled / networkx": dijkstra / by_networkx,
        f"prim on {GRAPHS} graphs of {NODES} nodes, seconds": prim,
        "prim: compiled / networkx": prim / trees_by_networkx,
        "compilation of dijkstra, or loading from the cache, seconds": compiling - dijkstra,
    }


def commands() -> dict[str, float]:
    """Seconds for whole commands, and their ratio to starting Python with JAX, which is most of them."""
    _, bare = timed(lambda: run("-c", "import jax; jax.numpy.zeros(1)"))
    _, help_ = timed(lambda: run("-m", "nee", "--help"))
    with tempfile.TemporaryDirectory() as cache:
        numbers = [str(number) for number in range(20, 0, -1)]
        _, first = timed(lambda: run("-m", "nee", "sort", *numbers, cache=cache))
        _, again = timed(lambda: run("-m", "nee", "sort", *numbers, cache=cache))
    return {
        "python with jax alone, seconds": bare,
        "nee --help, seconds": help_,
        "nee sort of 20 numbers, the first time, seconds": first,
        "nee sort of 20 numbers, compiled before, seconds": again,
        "compiled before / python with jax alone": again / bare,
    }


def run(*arguments: str, cache: str | None = None) -> None:
    """A fresh Python process."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(Path.home())} | ({"XDG_CACHE_HOME": cache} if cache else {})
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=environment)


def timed(call: Callable[[], Any]) -> tuple[Any, float]:
    """What a call returns, and its seconds."""
    clock = time.perf_counter()
    result = call()
    return result, time.perf_counter() - clock


if __name__ == "__main__":
    main()
