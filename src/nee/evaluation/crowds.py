"""Whether an engine finds one number in a crowd of equal ones."""

from dataclasses import dataclass

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int

from nee.engine import NeuralEngine
from nee.numbers import from_bits, infinity

PAIRS_AT_ONCE = 4096


@dataclass(frozen=True)
class Crowded:
    """Wrong answers among all pairs of different numbers, infinity included."""

    pairs: int
    crowd: int
    """How often the larger number stands in the list; the smaller one stands there once."""
    wrong_values: int
    wrong_pointers: int


def evaluate_crowds(engine: NeuralEngine, crowd: int) -> Crowded:
    """Ask for the smaller of two numbers, of which the larger counts as `crowd` slots."""
    pairs = jnp.stack(jnp.triu_indices(infinity(engine.config.bits) + 1, k=1), axis=-1)
    values, pointers = find_smaller(engine, pairs, jnp.log(jnp.array([1.0, crowd])))
    return Crowded(
        len(pairs),
        crowd,
        wrong_values=int(jnp.sum(values != pairs[:, 0])),
        wrong_pointers=int(jnp.sum(pointers != 0)),
    )


@eqx.filter_jit
def find_smaller(
    engine: NeuralEngine, pairs: Int[Array, "pairs 2"], log_counts: Float[Array, " 2"]
) -> tuple[Int[Array, " pairs"], Int[Array, " pairs"]]:
    """The value that the engine names for each pair, and which of the two it points at."""

    def find(pair: Int[Array, " 2"]) -> tuple[Int[Array, ""], Int[Array, ""]]:
        bits, log_attention = engine.read(pair, jnp.zeros(2, bool), log_counts)
        # The pointer is a slot: each of the crowd has its share of what all of them got.
        return from_bits(bits), jnp.argmax(log_attention - log_counts)

    found: tuple[Int[Array, " pairs"], Int[Array, " pairs"]] = jax.lax.map(find, pairs, batch_size=PAIRS_AT_ONCE)
    return found
