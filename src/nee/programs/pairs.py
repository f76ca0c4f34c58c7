"""What programs ask engines about two numbers. All of it works number by number on arrays, and broadcasts."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.steps import Engine, Step

Numbers = Int[Array, "..."] | int


def less_or_equal(a: Numbers, b: Numbers, *, minimum: Engine) -> Bool[Array, "..."]:
    """Whether a <= b: of two equal numbers, `minimum` points at the first."""
    return ask(minimum, a, b).pointer == 0


def less(a: Numbers, b: Numbers, *, minimum: Engine) -> Bool[Array, "..."]:
    """Whether a < b."""
    return ask(minimum, b, a).pointer == 1


def equal(a: Numbers, b: Numbers, *, minimum: Engine) -> Bool[Array, "..."]:
    """Whether a = b: neither is less."""
    return less_or_equal(a, b, minimum=minimum) & less_or_equal(b, a, minimum=minimum)


def sum_of(a: Numbers, b: Numbers, *, add: Engine) -> Int[Array, "..."]:
    """A + b."""
    return ask(add, a, b).value


def product_of(a: Numbers, b: Numbers, *, multiply: Engine) -> Int[Array, "..."]:
    """A * b."""
    return ask(multiply, a, b).value


def ask(engine: Engine, a: Numbers, b: Numbers) -> Step:
    """The engine's answers on two slots, of which none is hidden."""
    pairs = jnp.stack(jnp.broadcast_arrays(a, b), axis=-1)

    def run(pairs: Int[Array, "... 2"]) -> Step:
        return engine(pairs, jnp.zeros(2, bool)) if pairs.ndim == 1 else jax.vmap(run)(pairs)

    return run(pairs)
