"""Read only what the mask shows.

Attention costs the square of the number of slots, and hidden slots change nothing. The shown ones are therefore moved
to the front, and the network runs on the smallest of a few sizes that holds them.
"""

from collections.abc import Callable

import jax
import jax.numpy as jnp
from jax.custom_batching import custom_vmap
from jaxtyping import Array, Bool, Float, Int

SMALL = 16
"""So few slots are always read as a whole."""
PARTS = 4

Read = Callable[[Int[Array, " slots"], Bool[Array, " slots"]], tuple[Float[Array, " digits"], Float[Array, " slots"]]]
"""From values and mask to the bits of the value and the logarithm of the attention."""


def read_shown(read, engine, values: Int[Array, " slots"], mask: Bool[Array, " slots"]):
    """The same answer as `read(values, mask)`, at the cost of the shown slots."""
    slots = values.shape[0]
    if slots <= SMALL:
        return read(engine, values, mask)
    sizes = [-(-slots * part // PARTS) for part in range(1, PARTS + 1)]

    def read_front(size, engine, values, mask):
        front = jnp.argsort(mask)[:size]  # Stable, so that equal attention still points at the lowest index.
        bits, attention = read(engine, values[front], mask[front])
        return bits, jnp.full(slots, -jnp.inf).at[front].set(attention)

    def read_lists(engine, values, mask):
        def branch(size):
            return lambda *lists: jax.vmap(lambda v, m: read_front(size, engine, v, m))(*lists)

        most_shown = jnp.max(jnp.sum(~mask, axis=-1))
        smallest = jnp.searchsorted(jnp.array(sizes), most_shown)
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
