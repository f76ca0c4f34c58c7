"""Bitonic sort: a network of comparisons, many of them side by side."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int

from nee.programs.program import program
from nee.steps import Engine, Execution, Trace


@program
def bitonic_sort(values: Int[Array, " size"], *, minimum: Engine, end: int) -> Execution:
    """Compare pairs at ever smaller distances, and swap those in the wrong order, until lists that rise and fall
    have become one that rises.

    Which pairs are compared does not depend on the numbers: every round compares all of its pairs at once. The list is
    filled up with `end`, infinity, to a power of two. Learned: every comparison. Given: which pairs are compared.
    """
    size = values.shape[0]
    count = 1 << max(size - 1, 1).bit_length()
    filled = jnp.full(count, end, values.dtype).at[:size].set(values)
    both = jnp.zeros((count // 2, 2), bool)

    def compare_round(values: Int[Array, " count"], settings: Int[Array, " 2"]) -> tuple[Int[Array, " count"], Trace]:
        block, distance = settings
        # The places below are those whose bit at this distance is not set.
        pair = jnp.arange(count // 2, dtype=jnp.int32)
        below = 2 * pair - (pair & (distance - 1))
        above = below + distance
        smaller = jax.vmap(minimum)(jnp.stack([values[below], values[above]], axis=-1), both)
        swap = (smaller.pointer == 1) == ((below & block) == 0)
        first, second = (jnp.where(swap, values[a], values[b]) for a, b in ((above, below), (below, above)))
        return values.at[below].set(first).at[above].set(second), Trace(both, smaller)

    blocks = [1 << power for power in range(1, count.bit_length())]
    rounds = jnp.array([(block, distance) for block in blocks for distance in powers_below(block)], jnp.int32)
    ordered, trace = jax.lax.scan(compare_round, filled, rounds)
    return Execution(result=ordered[:size], trace=trace)


def powers_below(block: int) -> list[int]:
    """The powers of two below a power of two, largest first."""
    return [1 << power for power in reversed(range(block.bit_length() - 1))]
