"""Read only what the mask shows.

Attention costs the square of the number of slots, and hidden slots change nothing. The shown ones are therefore moved
to the front, and the network runs on the smallest of a few sizes that holds them.
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax.custom_batching import custom_vmap
from jaxtyping import Array, Bool, Float, Int

SMALL = 16
"""So few slots are always read as a whole."""
PARTS = 4
"""More slots are read in quarters of all."""

Answer = tuple[Float[Array, " digits"], Float[Array, " slots"]]
"""The logits of the value's bits, and the logarithm of the attention to each slot."""
Read = Callable[[Int[Array, " slots"], Bool[Array, " slots"], Float[Array, " slots"]], Answer]
"""From values, mask and the logarithms of counts to the answer."""


def read_front(
    read: Read,
    size: int,
    values: Int[Array, " slots"],
    mask: Bool[Array, " slots"],
    log_counts: Float[Array, " slots"],
) -> Answer:
    """Read the first `size` shown slots. They keep their order: equal attention still points at the lowest index."""
    slots = values.shape[0]
    (front,) = jnp.nonzero(~mask, size=size, fill_value=slots)
    front_values, front_log_counts = (x.at[front].get(mode="fill", fill_value=0) for x in (values, log_counts))
    bits, attention = read(front_values, front == slots, front_log_counts)
    return bits, jnp.full(slots, -jnp.inf).at[front].set(attention, mode="drop")


def read_shown(engine: Any, values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Answer:
    """The same answer as `engine.read(values, mask)`, at the cost of the shown slots."""
    slots = values.shape[0]
    if slots <= SMALL or engine.config.most_shown is not None:
        return engine.read(values, mask)
    sizes = [-(-slots * part // PARTS) for part in range(1, PARTS + 1)]

    def read_lists(engine, values, mask):
        def branch(size):
            return jax.vmap(lambda v, m: read_front(engine.read, size, v, m, jnp.zeros(slots)))

        most = jnp.max(jnp.sum(~mask, axis=-1))
        smallest = jnp.searchsorted(jnp.array(sizes), most)
        return jax.lax.switch(smallest, [branch(size) for size in sizes], values, mask)

    @custom_vmap
    def read_one(engine, values, mask):
        return jax.tree.map(lambda x: x[0], read_lists(engine, values[None], mask[None]))

    # All lists of a batch share one size. The ordinary rule would run every branch for every list.
    @read_one.def_vmap
    def read_batch(lists, batched, engine, values, mask):
        values, mask = (
            x if is_batched else jnp.broadcast_to(x, (lists, slots))
            for x, is_batched in zip((values, mask), batched[1:], strict=True)
        )
        return read_lists(engine, values, mask), (True, True)

    return read_one(engine, values, mask)
