"""Lists of numbers to learn from and to be tested on: random ones, and close ones, which are harder to tell apart."""

from collections.abc import Callable
from functools import partial
from typing import Literal, get_args

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int, PRNGKeyArray

Distribution = Literal["mixed", "random", "close"]

CLOSE_STEPS = (1, 2, 3, 4)
CLOSE_NUMBERS = 60
"""How many numbers of a close list are close: 60 numbers 4 apart still fit in 8 bits; the rest is random."""


def random_list(key: PRNGKeyArray, size: int, bits: int) -> Int[Array, " size"]:
    """Independent numbers."""
    return jax.random.randint(key, (size,), 0, 1 << bits)


def close_list(key: PRNGKeyArray, size: int, bits: int, step: Int[Array, ""] | int) -> Int[Array, " size"]:
    """An arithmetic progression from a random start, shuffled."""
    start_key, rest_key, order_key = jax.random.split(key, 3)
    count = min(size, CLOSE_NUMBERS)
    start = jax.random.randint(start_key, (), 0, (1 << bits) - step * (count - 1))
    progression = start + step * jnp.arange(count)
    numbers = jnp.concatenate([progression, random_list(rest_key, size - count, bits)])
    return jax.random.permutation(order_key, numbers)


def practice_list(
    kind: PRNGKeyArray, step: PRNGKeyArray, numbers: PRNGKeyArray, size: int, bits: int, close: float
) -> Int[Array, " size"]:
    """A list to learn from: a close one in the share `close` of all draws, and a random one otherwise."""
    return jnp.where(
        jax.random.bernoulli(kind, close),
        close_list(numbers, size, bits, jax.random.choice(step, jnp.array(CLOSE_STEPS))),
        random_list(numbers, size, bits),
    )


def practice_size(key: PRNGKeyArray, most: int) -> Int[Array, ""]:
    """How many numbers a training list has: half of the lists are shorter than the longest."""
    return jnp.clip(jax.random.randint(key, (), 1, 2 * most + 1), max=most)


def practice_counts(scale: PRNGKeyArray, counts: PRNGKeyArray, size: int, most: int) -> Float[Array, " size"]:
    """The logarithms of how many equal numbers each number of a training list stands for.

    They are log-uniform, up to a maximum that differs from list to list: some lists are crowded, some are not.
    """
    return jax.random.uniform(counts, (size,)) * (jax.random.uniform(scale) * jnp.log(most))


def make_lists(
    key: PRNGKeyArray, lists: int, size: int, bits: int, distribution: Distribution
) -> Int[Array, "lists size"]:
    """A test set. `mixed` has, in each ten lists, six random ones and one of each step from 1 to 4."""
    index = jnp.arange(lists)
    step = {"mixed": jnp.maximum(index % 10 - 5, 0), "random": 0 * index, "close": index % 4 + 1}[distribution]

    def one(key: PRNGKeyArray, step: Int[Array, ""]) -> Int[Array, " size"]:
        return jnp.where(step == 0, random_list(key, size, bits), close_list(key, size, bits, jnp.maximum(step, 1)))

    made: Int[Array, "lists size"] = jax.vmap(one)(jax.random.split(key, lists), step)
    return made


def test_lists(bits: int) -> dict[str, Callable[[PRNGKeyArray, int, int], Int[Array, "lists size"]]]:
    """The test sets of each distribution, for numbers of `bits` bits; `mixed` comes first."""
    return {each: partial(make_lists, bits=bits, distribution=each) for each in get_args(Distribution)}
