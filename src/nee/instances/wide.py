"""Wide numbers and large sparse graphs to be tested on."""

from typing import Literal, get_args

import networkx as nx
import numpy as np
from scipy.spatial import Delaunay

Family = Literal["erdos_renyi", "watts_strogatz", "delaunay"]
"""The families of the SALSA-CLRS benchmark."""
FAMILIES: tuple[Family, ...] = get_args(Family)
NEIGHBOURS = 4
"""Of a node in a graph of Watts and Strogatz, before edges are moved."""


def wide_integer(generator: np.random.Generator, bits: int) -> int:
    """A random integer of up to this many bits."""
    return int.from_bytes(generator.bytes(-(-bits // 8)), "little") >> (-bits % 8)


def wide_list(generator: np.random.Generator, size: int, kind: str) -> list[int | float]:
    """Random numbers, such as "63 bits" or "floats"; every tenth is close to the one before it."""
    if kind == "floats":
        floats: list[int | float] = (generator.normal(size=size) * 10.0 ** generator.integers(-300, 300, size)).tolist()
        return floats
    bits = int(kind.split()[0])
    numbers: list[int | float] = [wide_integer(generator, bits) for _ in range(size)]
    for place in range(9, size, 10):
        numbers[place] = min(int(numbers[place - 1]) + int(generator.integers(0, 2)), (1 << bits) - 1)
    return numbers


def wide_pair(generator: np.random.Generator, bits: int) -> tuple[int, int]:
    """Two random integers; in a third of all pairs a row of ones and a small number, whose sum carries all the way."""
    if generator.integers(3):
        return wide_integer(generator, bits), wide_integer(generator, bits)
    return (1 << int(generator.integers(1, bits + 1))) - 1, int(generator.integers(0, 3))


def sparse_graph(generator: np.random.Generator, nodes: int, family: Family, bits: int) -> nx.Graph:
    """A graph with a few edges at each node, with random weights of up to this many bits."""
    if family == "erdos_renyi":
        graph = nx.fast_gnp_random_graph(nodes, min(1.0, 1.5 * np.log(nodes) / nodes), seed=generator)
    elif family == "watts_strogatz":
        graph = nx.watts_strogatz_graph(nodes, NEIGHBOURS, 0.1, seed=generator)
    else:
        corners = Delaunay(generator.random((nodes, 2))).simplices
        graph = nx.empty_graph(nodes)
        graph.add_edges_from((int(a), int(b)) for abc in corners for a, b in zip(abc, np.roll(abc, 1), strict=True))
    for edge in graph.edges:
        graph.edges[edge]["weight"] = wide_integer(generator, bits)
    return graph
