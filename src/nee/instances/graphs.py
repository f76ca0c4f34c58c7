"""Random graphs of the paper's four types, with weights that keep every path within the number range."""

from collections.abc import Callable
from typing import Literal, get_args

import jax
import jax.numpy as jnp
import networkx as nx
import numpy as np
from jaxtyping import Array, Int, PRNGKeyArray

from nee.errors import InputError
from nee.numbers import infinity

Kind = Literal["erdos_renyi", "newman_watts_strogatz", "regular", "barabasi_albert"]
KINDS: tuple[Kind, ...] = get_args(Kind)
CLOSE_WINDOWS = (1, 2, 3, 4, 5)
"""How many neighbouring numbers the weights of a close graph are drawn from."""
NARROWEST = 4
"""The fewest neighbouring numbers that the weights of any other practice graph are drawn from."""


def largest_path_weight(nodes: int, bits: int) -> int:
    """Weights up to here keep every path of a graph of this size below infinity.

    >>> [largest_path_weight(nodes, 8) for nodes in (8, 25, 50, 75, 100)]
    [31, 10, 5, 3, 2]
    """
    return -(-infinity(bits) // nodes) - 1


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


def practice_graph(key: PRNGKeyArray, nodes: int, largest: int, bits: int, close: float) -> Int[Array, "nodes nodes"]:
    """An Erdős–Rényi graph to learn from, drawn inside a compiled program: with close weights in the share `close`.

    A large graph asks about many numbers that are close to each other, small ones most of all, as it has a light edge
    to almost every node. A small graph does so if its weights come from a window of its own: of any width on a
    logarithmic scale, which starts at 1 in every other graph and anywhere in the rest.
    """
    density, edges, kind, width, place, weights = jax.random.split(key, 6)
    is_close, is_small = jax.random.bernoulli(kind, jnp.array([close, 0.5]))
    wide = (NARROWEST * (largest / NARROWEST) ** jax.random.uniform(width)).round().astype(int)
    numbers = jnp.where(is_close, jax.random.choice(width, jnp.array(CLOSE_WINDOWS)), wide)
    anywhere = jax.random.randint(place, (), 1, largest - numbers + 2)
    first = jnp.where(is_small & ~is_close, 1, anywhere)
    drawn = jax.random.randint(weights, (nodes, nodes), first, first + numbers)
    edge = jnp.triu(jax.random.bernoulli(edges, jax.random.uniform(density), (nodes, nodes)), k=1)
    one_way = jnp.where(edge, drawn, infinity(bits))
    return jnp.minimum(one_way, one_way.T)


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
