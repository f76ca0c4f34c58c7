"""Random graphs of the paper's four types."""

from collections.abc import Callable
from typing import Literal, get_args

import networkx as nx
import numpy as np
from jaxtyping import Int

from nee.errors import InputError
from nee.instances.practice_graphs import CLOSE_WINDOWS
from nee.numbers import infinity

Kind = Literal["erdos_renyi", "newman_watts_strogatz", "regular", "barabasi_albert"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def random_graph(generator: np.random.Generator, nodes: int, kind: Kind) -> nx.Graph:
    """An undirected graph without weights. It need not be connected."""
    if nodes < 3:
        raise InputError(f"A random graph has at least 3 nodes, not {nodes}.")
    return _MAKE[kind](generator, nodes)


def random_weights(
    generator: np.random.Generator, graph: nx.Graph, largest: int, *, close: bool, bits: int
) -> Int[np.ndarray, "nodes nodes"]:
    """The graph as a matrix, with weights from 1 to `largest`, and infinity where there is no edge.

    Close weights all lie in a window of a few neighbouring numbers.
    """
    if largest < 1:
        raise InputError(f"On {graph.number_of_nodes()} nodes a path could be too long for {bits} bits.")
    low, high = 1, largest
    if close:
        width = min(int(generator.choice(CLOSE_WINDOWS)), largest)
        low = int(generator.integers(1, largest - width + 2))
        high = low + width - 1
    nodes = graph.number_of_nodes()
    weights = np.full((nodes, nodes), infinity(bits), np.int32)
    if graph.number_of_edges():
        first, second = np.array(graph.edges).T
        weights[first, second] = weights[second, first] = generator.integers(low, high + 1, len(first))
    return weights


def _erdos_renyi(generator: np.random.Generator, nodes: int) -> nx.Graph:
    return nx.gnp_random_graph(nodes, generator.uniform(), seed=generator)


def _newman_watts_strogatz(generator: np.random.Generator, nodes: int) -> nx.Graph:
    neighbours = min(int(generator.integers(2, 6)), nodes)
    return nx.newman_watts_strogatz_graph(nodes, neighbours, generator.uniform(), seed=generator)


def _regular(generator: np.random.Generator, nodes: int) -> nx.Graph:
    degrees = [degree for degree in range(2, nodes) if nodes * degree % 2 == 0]
    degree = int(generator.choice(degrees))
    # A dense graph is hardly ever found by pairing nodes at random; what it lacks is.
    if degree > nodes // 2:
        return nx.complement(nx.random_regular_graph(nodes - 1 - degree, nodes, seed=generator))
    return nx.random_regular_graph(degree, nodes, seed=generator)


def _barabasi_albert(generator: np.random.Generator, nodes: int) -> nx.Graph:
    edges = min(int(generator.integers(2, 6)), nodes - 1)
    return nx.barabasi_albert_graph(nodes, edges, seed=generator)


_MAKE: dict[Kind, Callable[[np.random.Generator, int], nx.Graph]] = {
    "erdos_renyi": _erdos_renyi,
    "newman_watts_strogatz": _newman_watts_strogatz,
    "regular": _regular,
    "barabasi_albert": _barabasi_albert,
}
