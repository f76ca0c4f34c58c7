"""Graphs to learn from, drawn inside a compiled program."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int, PRNGKeyArray

from nee.numbers import infinity

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
