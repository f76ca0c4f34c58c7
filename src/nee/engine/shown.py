"""Read only what the mask shows.

Attention costs the square of the number of slots, and hidden slots change nothing. The shown ones are therefore moved
to the front, and the encoder runs on the smallest of a few sizes that holds them.
"""

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
from jax.custom_batching import custom_vmap
from jaxtyping import Array, Bool, Float, Int

SMALL = 32
"""Up to this many slots are always encoded as a whole: each size that can be encoded is compiled."""
PARTS = 3
"""More slots are encoded in thirds of all. More parts would run a little faster, and take longer to compile."""

Answer = tuple[Float[Array, " digits"], Float[Array, " slots"]]
"""The logits of the value's bits, and the logarithm of the attention to each slot."""
Read = Callable[[Int[Array, " slots"], Bool[Array, " slots"], Float[Array, " slots"]], Answer]
"""From values, mask and the logarithms of counts to the answer."""
Encode = Callable[[Int[Array, " slots"], Bool[Array, " slots"]], Float[Array, "slots width"]]
"""From values and mask to what the decoder reads. It must be a pytree, as a module's methods are."""
Lists = Int[Array, "lists slots"]
Masks = Bool[Array, "lists slots"]
Encoded = Float[Array, "lists slots width"]


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
    front = first_shown(mask, size)
    bits, attention = read(fetch(values, front), front == slots, fetch(log_counts, front))
    return bits, jnp.full(slots, -jnp.inf, attention.dtype).at[front].set(attention, mode="drop")


def encode_shown(
    encode: Encode, values: Int[Array, " slots"], mask: Bool[Array, " slots"]
) -> Float[Array, "slots width"]:
    """What `encode` makes of the shown slots, at their cost. The decoder does not see the others."""
    slots = values.shape[0]
    if slots <= SMALL:
        return encode(values, mask)
    sizes = encoded_sizes(slots)

    def branch(size: int) -> Callable[[Encode, Lists, Masks], Encoded]:
        def encode_list(
            encode: Encode, values: Int[Array, " slots"], mask: Bool[Array, " slots"]
        ) -> Float[Array, "slots width"]:
            front = first_shown(mask, size)
            encoded = encode(fetch(values, front), front == slots)
            return jnp.zeros((slots, encoded.shape[1]), encoded.dtype).at[front].set(encoded, mode="drop")

        return jax.vmap(encode_list, in_axes=(None, 0, 0))

    def encode_lists(encode: Encode, values: Lists, mask: Masks) -> Encoded:
        shown = jnp.max(jnp.sum(~mask, axis=-1))
        smallest = jnp.searchsorted(jnp.array(sizes), shown)
        encoded: Encoded = jax.lax.switch(smallest, [branch(size) for size in sizes], encode, values, mask)
        return encoded

    @custom_vmap
    def encode_one(
        encode: Encode, values: Int[Array, " slots"], mask: Bool[Array, " slots"]
    ) -> Float[Array, "slots width"]:
        return encode_lists(encode, values[None], mask[None])[0]

    # All lists of a batch share one size. The ordinary rule would run every branch for every list.
    @encode_one.def_vmap
    def encode_batch(
        lists: int, batched: Sequence[Any], encode: Encode, values: Array, mask: Array
    ) -> tuple[Encoded, bool]:
        values, mask = (
            x if is_batched else jnp.broadcast_to(x, (lists, slots))
            for x, is_batched in zip((values, mask), batched[1:], strict=True)
        )
        return encode_lists(encode, values, mask), True

    encoded: Float[Array, "slots width"] = encode_one(encode, values, mask)
    return encoded


def encoded_sizes(slots: int) -> list[int]:
    """The numbers of slots that are encoded together, of more than SMALL.

    >>> encoded_sizes(100)
    [34, 67, 100]
    """
    return [-(-slots * part // PARTS) for part in range(1, PARTS + 1)]


def first_shown(mask: Bool[Array, " slots"], size: int) -> Int[Array, " {size}"]:
    """The places of the first `size` shown slots, in their order; if there are fewer, a place beyond the end."""
    (places,) = jnp.nonzero(~mask, size=size, fill_value=mask.shape[0])
    return places


def fetch(x: Array, places: Int[Array, " size"]) -> Array:
    """What stands at these places; zero beyond the end."""
    return x.at[places].get(mode="fill", fill_value=0)
