"""Selection sort."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.steps import NOTHING, Engine, Execution, Trace


def selection_sort(
    values: Int[Array, " slots"], mask: Bool[Array, " slots"] | None = None, *, minimum: Engine
) -> Execution:
    """Repeatedly take the smallest number that the mask still shows, until it shows none.

    `mask` hides slots from the start, such as padding; without it every slot counts.
    """

    def step(mask, _):
        found = minimum(values, mask)
        return found.mask, Trace(mask, found)

    shown = jnp.zeros(values.shape, bool) if mask is None else mask
    _, trace = jax.lax.scan(step, shown, length=values.shape[-1])
    return Execution(result=jnp.where(trace.running, trace.step.value, NOTHING), trace=trace)
