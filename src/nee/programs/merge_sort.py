"""Merge sort."""

from functools import partial

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int

from nee.programs.program import program
from nee.steps import Engine, Execution, LevelledExecution, Mask, Trace


@program
def merge_sort(values: Int[Array, " size"], *, merge: Engine, end: int) -> LevelledExecution:
    """Merge pairs of sorted lists, all of a level side by side, until one list is left.

    `end` is the token `e`, infinity. Lists are filled up with it, so that every list of a level is equally long.

    Learned: the smaller of two heads, and which head follows. Given: which lists are merged.
    """
    size = values.shape[0]
    count = 1 << max(size - 1, 0).bit_length()
    lists = jnp.full(count, end, values.dtype).at[:size].set(values)[:, None]
    levels = []
    while len(lists) > 1:
        lists, trace = jax.vmap(partial(merge_two, merge=merge, end=end))(lists[0::2], lists[1::2])
        levels.append(trace)
    return LevelledExecution(result=lists[0, :size], levels=tuple(levels))


@program
def merge_two(first: Int[Array, " length"], second: Int[Array, " length"], *, merge: Engine, end: int) -> Execution:
    """Take the smaller of two numbers and move on in its list, until the end of both lists is reached."""
    length = first.shape[0]
    last = jnp.array([end], first.dtype)
    values = jnp.concatenate([first, last, second, last])

    def step(mask: Mask, _: None) -> tuple[Mask, Trace]:
        taken = merge(values, mask)
        ended = taken.value == end
        return jnp.where(ended, mask, taken.mask), Trace(mask, taken)

    slots = jnp.arange(2 * length + 2)
    both_heads = (slots != 0) & (slots != length + 1)
    _, trace = jax.lax.scan(step, both_heads, length=2 * length)
    return Execution(result=trace.step.value, trace=trace)
