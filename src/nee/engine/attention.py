"""Attention: which slots are read, and how much of each."""

import math
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, PRNGKeyArray

from nee.engine.config import EngineConfig
from nee.engine.layers import Linear

FEW_PAIRS = 256
"""Up to here every pair's hidden layer fits in the cache, and is kept for the backward pass."""
UNITS_PER_ROUND = 16
"""As many as leave the loop over the pairs free of memory traffic; half or twice as many take twice the time."""


class PairScore(eqx.Module):
    """The MLP that scores a query against a key, shared by all layers: out · relu(A q + B k + c).

    Its first layer is split into the query's share and the key's, so that no pair is ever concatenated.
    """

    first: Linear
    second: Linear
    out: Float[Array, " hidden"]
    symmetric: bool = eqx.field(static=True)

    def __init__(self, width: int, hidden: int, *, symmetric: bool, key: PRNGKeyArray):
        first_key, second_key, out_key = jax.random.split(key, 3)
        self.first = Linear(width, hidden, key=first_key)
        self.second = Linear(width, hidden, key=second_key)
        self.out = jax.random.uniform(out_key, (hidden,), jnp.float32, -1, 1) * hidden**-0.5
        self.symmetric = symmetric

    def __call__(self, q: Float[Array, "queries width"], k: Float[Array, "keys width"]) -> Float[Array, "queries keys"]:
        score = weighted_relu(self.first(q), self.second(k), self.out)
        if not self.symmetric:
            return score
        if q is k:  # Flipping the pairs of a list with itself is a transposition.
            return score + score.T
        return score + weighted_relu(self.second(q), self.first(k), self.out)


def weighted_relu(
    q: Float[Array, "queries hidden"], k: Float[Array, "keys hidden"], out: Float[Array, " hidden"]
) -> Float[Array, "queries keys"]:
    """Out · relu(q + k) for every pair."""
    if q.shape[0] * k.shape[0] <= FEW_PAIRS:
        return jax.nn.relu(q[:, None, :] + k[None, :, :]) @ out

    # relu(x) = (x + |x|) / 2, and the first half needs no pairs. The second is summed up unit by unit: the compiler
    # makes one loop over the pairs of it, which keeps a round's units in registers and never stores a hidden layer.
    def add_round(total: Float[Array, "queries keys"], units: list[Array]) -> tuple[Float[Array, "queries keys"], None]:
        for q_unit, k_unit, out_unit in zip(*units, strict=True):
            total += out_unit * jnp.abs(q_unit[:, None] + k_unit[None, :])
        return total, None

    first_half = (q @ out)[:, None] + (k @ out)[None, :]
    rounds = [x.reshape(-1, UNITS_PER_ROUND, *x.shape[1:]) for x in (q.T, k.T, out)]
    return jax.lax.scan(add_round, first_half, rounds)[0] / 2


class DotProductScore(eqx.Module):
    """The ordinary transformer's score."""

    def __call__(self, q: Float[Array, "queries width"], k: Float[Array, "keys width"]) -> Float[Array, "queries keys"]:
        scale: float = q.shape[-1] ** -0.5
        return q @ k.T * scale


class Sharpened(eqx.Module):
    """Another score, times a factor: attention with a lower temperature."""

    score: PairScore | DotProductScore
    factor: Float[Array, ""]

    def __call__(self, q: Float[Array, "queries width"], k: Float[Array, "keys width"]) -> Float[Array, "queries keys"]:
        return self.factor * self.score(q, k)


Score = PairScore | DotProductScore | Sharpened


def make_score(config: EngineConfig, *, key: PRNGKeyArray) -> PairScore | DotProductScore:
    """The score that all attention layers of a network share."""
    if config.attention == "dot_product":
        return DotProductScore()
    return PairScore(config.width // config.heads, config.score_width, symmetric=config.symmetric, key=key)


class Memory(NamedTuple):
    """What attention reads of some slots, head by head. It can be kept while queries come and go."""

    keys: list[Float[Array, "slots head"]]
    values: list[Float[Array, "slots head"]]


class Attention(eqx.Module):
    """Every query reads the keys."""

    projections: tuple[Linear, ...]
    """Of query, key and value; or one for all three."""
    output: Linear
    heads: int = eqx.field(static=True)

    def __init__(self, config: EngineConfig, *, key: PRNGKeyArray):
        output_key, *keys = jax.random.split(key, 2 if config.shared_projection else 4)
        self.projections = tuple(Linear(config.width, config.width, key=k) for k in keys)
        self.output = Linear(config.width, config.width, key=output_key)
        self.heads = config.heads

    def __call__(
        self,
        queries: Float[Array, "queries width"],
        slots: Float[Array, "slots width"] | Memory,
        bias: Float[Array, "#queries slots"],
        score: Score,
    ) -> tuple[Float[Array, "queries width"], Float[Array, "queries slots"]]:
        """What each query read, and the logarithm of its attention. `bias` is added to the scores."""
        k, v = slots if isinstance(slots, Memory) else self.remember(slots)
        shared = len(self.projections) == 1
        q = k if shared and queries is slots else self.split(self.projections[0], queries)
        attention = [jax.nn.log_softmax(score(*head) + bias) for head in zip(q, k, strict=True)]
        read = [jnp.exp(weights) @ head for weights, head in zip(attention, v, strict=True)]
        mean = jax.nn.logsumexp(jnp.stack(attention), axis=0) - math.log(self.heads)
        return self.output(jnp.concatenate(read, axis=-1)), mean

    def remember(self, slots: Float[Array, "slots width"]) -> Memory:
        """The slots as queries will meet them."""
        if len(self.projections) == 1:
            keys = self.split(self.projections[0], slots)
            return Memory(keys, keys)
        _, of_keys, of_values = self.projections
        return Memory(self.split(of_keys, slots), self.split(of_values, slots))

    def split(self, projection: Linear, x: Float[Array, "slots width"]) -> list[Float[Array, "slots head"]]:
        return jnp.split(projection(x), self.heads, axis=-1)
