"""Read only what the mask shows.

Attention costs the square of the number of slots, and hidden slots change nothing. The shown ones are therefore moved
to the front, and the network runs on the smallest of a few sizes that holds them.
"""

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax.custom_batching import custom_vmap
from jaxtyping import Array, Bool, Float, Int

SMALL = 32
"""Up to this many slots are always read as a whole: each size that can be read is compiled."""
PARTS = 4
"""More slots are read in quarters of all."""

Answer = tuple[Float[Array, " digits"], Float[Array, " slots"]]
"""The logits of the value's bits, and the logarithm of the attention to each slot."""
Read = Callable[[Int[Array, " slots"], Bool[Array, " slots"], Float[Array, " slots"]], Answer]
"""From values, mask and the logarithms of counts to the answer. It must be a pytree, as a module's methods are."""
Lists = Int[Array, "lists slots"]
Masks = Bool[Array, "lists slots"]
Answers = tuple[Float[Array, "lists digits"], Float[Array, "lists slots"]]


def read_front(
    read: Read,
    size: int,
    values: Int[Array, " slots"],
    mask: Bool[Array, " slots"],
    log_counts: Float[Array, " slots"],
) -> Answer:
    """Read the first `size` shown slots. They keep their order: equal attention still points at the lowest index."""
    slots = values.shape[0]
    if size >= slots:
        return read(values, mask, log_counts)
    (front,) = jnp.nonzero(~mask, size=size, fill_value=slots)
    front_values, front_log_counts = (x.at[front].get(mode="fill", fill_value=0) for x in (values, log_counts))
    bits, attention = read(front_values, front == slots, front_log_counts)
    return bits, jnp.full(slots, -jnp.inf, attention.dtype).at[front].set(attention, mode="drop")


def read_shown(read: Read, most: int, values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Answer:
    """The answer of `read`, at the cost of the slots that are shown, which are at most `most`."""
    slots = values.shape[0]
    most = min(most, slots)
    sizes = [most] if most <= SMALL else [-(-most * part // PARTS) for part in range(1, PARTS + 1)]

    def branch(size: int) -> Callable[[Read, Lists, Masks], Answers]:
        def read_list(read: Read, values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Answer:
            return read_front(read, size, values, mask, jnp.zeros(slots, jnp.float32))

        return jax.vmap(read_list, in_axes=(None, 0, 0))

    def read_lists(read: Read, values: Lists, mask: Masks) -> Answers:
        shown = jnp.max(jnp.sum(~mask, axis=-1))
        smallest = jnp.searchsorted(jnp.array(sizes), shown)
        answers: Answers = jax.lax.switch(smallest, [branch(size) for size in sizes], read, values, mask)
        return answers

    @custom_vmap
    def read_one(read: Read, values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Answer:
        bits, attention = read_lists(read, values[None], mask[None])
        return bits[0], attention[0]

    # All lists of a batch share one size. The ordinary rule would run every branch for every list.
    @read_one.def_vmap
    def read_batch(
        lists: int, batched: Sequence[Any], read: Read, values: Array, mask: Array
    ) -> tuple[Answers, tuple[bool, bool]]:
        values, mask = (
            x if is_batched else jnp.broadcast_to(x, (lists, slots))
            for x, is_batched in zip((values, mask), batched[1:], strict=True)
        )
        return read_lists(read, values, mask), (True, True)

    if len(sizes) == 1:
        return read_front(read, most, values, mask, jnp.zeros(slots, jnp.float32))
    answer: Answer = read_one(read, values, mask)
    return answer
