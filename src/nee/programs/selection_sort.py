"""Selection sort."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int

from nee.programs.program import program
from nee.steps import NOTHING, Engine, Execution, Mask, Trace


@program
def selection_sort(values: Int[Array, " slots"], mask: Mask | None = None, *, minimum: Engine) -> Execution:
    """Repeatedly take the smallest number that the mask still shows, until it shows none.

    `mask` hides slots from the start, such as padding; without it every slot counts.

    Learned: the smallest number, and what is left without it. Given: that this is done over and over.
    """

    def step(mask: Mask, _: None) -> tuple[Mask, Trace]:
        found = minimum(values, mask)
        return found.mask, Trace(mask, found)

    shown = jnp.zeros(values.shape, bool) if mask is None else mask
    _, trace = jax.lax.scan(step, shown, length=values.shape[-1])
    return Execution(result=jnp.where(trace.running, trace.step.value, NOTHING), trace=trace)
