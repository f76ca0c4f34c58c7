"""The two layers that every part of the network is made of, and dropout."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Int, PRNGKeyArray, UInt32


class Linear(eqx.Module):
    """A linear map over the last axis."""

    weight: Float[Array, "inputs outputs"]
    bias: Float[Array, " outputs"]

    def __init__(self, inputs: int, outputs: int, *, key: PRNGKeyArray):
        weight_key, bias_key = jax.random.split(key)
        limit = inputs**-0.5
        self.weight = jax.random.uniform(weight_key, (inputs, outputs), jnp.float32, -limit, limit)
        # The number 0 embeds to the zero vector. Zero biases would carry it unchanged through every layer, and each
        # LayerNorm would multiply its gradient by 1 / sqrt(epsilon): a list of zeros alone overflows.
        self.bias = jax.random.uniform(bias_key, (outputs,), jnp.float32, -limit, limit)

    def __call__(self, x: Float[Array, "*shape inputs"]) -> Float[Array, "*shape outputs"]:
        return x @ self.weight + self.bias


class LayerNorm(eqx.Module):
    """Normalisation over the last axis, with a learned scale and shift."""

    scale: Float[Array, " width"]
    shift: Float[Array, " width"]

    # Bounds the gradient of a vector without variance to 30 times; the customary 1e-6 makes it 1000.
    EPSILON = 1e-3

    def __init__(self, width: int):
        self.scale = jnp.ones(width, jnp.float32)
        self.shift = jnp.zeros(width, jnp.float32)

    def __call__(self, x: Float[Array, "*shape width"]) -> Float[Array, "*shape width"]:
        centred = x - x.mean(axis=-1, keepdims=True)
        variance = jnp.mean(centred**2, axis=-1, keepdims=True)
        return centred * jax.lax.rsqrt(variance + self.EPSILON) * self.scale + self.shift


class Dropout(eqx.Module):
    """Sets a share of the numbers to zero while training, and does nothing with a rate of 0.

    Whether a number is dropped is a hash of the seed, the place in the network and the number's index. The usual
    random keys cost more on a CPU than the layers they are applied to.
    """

    seed: UInt32[Array | np.ndarray, ""]
    rate: float = eqx.field(static=True)

    def at(self, layer: Int[Array, ""] | int) -> "Dropout":
        """The dropout of one layer."""
        return Dropout(scramble(jnp.asarray(self.seed) + jnp.uint32(layer)), self.rate)

    def __call__(self, x: Float[Array, "*shape"], place: int) -> Float[Array, "*shape"]:
        if self.rate == 0:
            return x
        index = jnp.arange(x.size, dtype=jnp.uint32).reshape(x.shape)
        noise = scramble(scramble(jnp.asarray(self.seed) + jnp.uint32(place)) + index)
        return jnp.where(noise >= jnp.uint32(self.rate * 2**32), x / (1 - self.rate), 0)


def scramble(x: UInt32[Array, "*shape"]) -> UInt32[Array, "*shape"]:
    """A permutation of the 32-bit integers that looks random: xor-shifts and odd multipliers."""
    x = (x + jnp.uint32(0x9E3779B9)) * jnp.uint32(0x85EBCA6B)
    x = (x ^ (x >> 16)) * jnp.uint32(0x7FEB352D)
    x = (x ^ (x >> 15)) * jnp.uint32(0x846CA68B)
    return x ^ (x >> 16)


NO_DROPOUT = Dropout(np.zeros((), np.uint32), 0.0)
