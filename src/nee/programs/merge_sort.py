"""Merge sort."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int

from nee.steps import Engine, Execution, LevelledExecution, Trace


def merge_sort(values: Int[Array, " size"], *, merge: Engine, end: int = 256) -> LevelledExecution:
    """Merge pairs of sorted lists, all of a level side by side, until one list is left.

    `end` is the token `e`, infinity. Lists are filled up with it, so that every list of a level is equally long.
    """
    size = values.shape[0]
    count = 1 << max(size - 1, 0).bit_length()
    lists = jnp.full(count, end).at[:size].set(values)[:, None]
    levels = []
    while len(lists) > 1:
        level = jax.vmap(lambda first, second: merge_two(first, second, merge=merge, end=end))
        lists, trace = level(lists[0::2], lists[1::2])
        levels.append(trace)
    return LevelledExecution(result=lists[0, :size], levels=tuple(levels))


def merge_two(
    first: Int[Array, " length"], second: Int[Array, " length"], *, merge: Engine, end: int = 256
) -> Execution:
    """Take the smaller of two numbers and move on in its list, until the end of both lists is reached."""
    length = first.shape[0]
    values = jnp.concatenate([first, jnp.array([end]), second, jnp.array([end])])

    def step(mask, _):
        taken = merge(values, mask)
        ended = taken.value == end
        return jnp.where(ended, mask, taken.mask), Trace(mask, taken)

    slots = jnp.arange(2 * length + 2)
    both_heads = (slots != 0) & (slots != length + 1)
    _, trace = jax.lax.scan(step, both_heads, length=2 * length)
    return Execution(result=trace.step.value, trace=trace)
