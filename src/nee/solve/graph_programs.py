"""Graph programs on many graphs side by side, or on one: raw, they hand out what the engines say."""

from collections.abc import Callable
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Int

from nee.compilation import bucket, keep_compiled_programs
from nee.composed.part import Part
from nee.graphs.weight_matrix import WeightMatrix
from nee.numbers import Number, infinity
from nee.programs import Paths, Tree, dijkstra, prim
from nee.solve.engines import FEW, integers_of

NO_TRACE: Any = None
"""Instead of a trace, where nobody asked for one."""


def run_one(run: Callable[..., Any], matrix: WeightMatrix, start: int, *engines: Part) -> Any:
    """Run a program on one graph, padded to a size that is compiled once. The padding is cut off the answer again."""
    keep_compiled_programs()
    nodes = len(matrix.names)
    slots = bucket(nodes)
    weights = np.full((1, slots, slots), matrix.end, np.int64 if matrix.bits > 30 else np.int32)
    weights[0, :nodes, :nodes] = matrix.weights
    with integers_of(matrix.bits):
        padding = np.arange(slots) >= nodes
        answer = jax.device_get(run(*engines, weights, np.array([start], np.int32), padding, traced=nodes <= FEW))
    return jax.tree.map(lambda x: x[0][(slice(nodes),) * (x.ndim - 1)], answer)


@eqx.filter_jit
def run_dijkstra(
    minimum: Part,
    add: Part,
    weights: Int[Array | np.ndarray, "graphs nodes nodes"],
    sources: Int[Array | np.ndarray, " graphs"],
    padding: Bool[Array | np.ndarray, " nodes"],
    traced: bool = True,
) -> Paths:
    """Dijkstra's algorithm on graphs side by side. The trace takes the square of the nodes in memory."""
    end = infinity(minimum.bits)

    def one(weights: Int[Array, "nodes nodes"], source: Number) -> Paths:
        paths = dijkstra(weights, source, jnp.asarray(padding), minimum=minimum, add=add, end=end)
        return paths if traced else paths._replace(trace=NO_TRACE)

    return jax.vmap(one)(jnp.asarray(weights), jnp.asarray(sources))


@eqx.filter_jit
def run_prim(
    minimum: Part,
    weights: Int[Array | np.ndarray, "graphs nodes nodes"],
    starts: Int[Array | np.ndarray, " graphs"],
    padding: Bool[Array | np.ndarray, " nodes"],
    traced: bool = True,
) -> Tree:
    """Prim's algorithm on graphs side by side. The trace takes the square of the nodes in memory."""
    end = infinity(minimum.bits)

    def one(weights: Int[Array, "nodes nodes"], start: Number) -> Tree:
        tree = prim(weights, start, jnp.asarray(padding), minimum=minimum, end=end)
        return tree if traced else tree._replace(trace=NO_TRACE)

    return jax.vmap(one)(jnp.asarray(weights), jnp.asarray(starts))
