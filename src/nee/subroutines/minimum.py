"""Find the smallest number that the mask shows, and hide it."""

from dataclasses import dataclass

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int, PRNGKeyArray

from nee.engine import EngineConfig, NeuralEngine
from nee.instances.lists import practice_counts, practice_list, practice_size, test_lists
from nee.numbers import infinity
from nee.programs import selection_sort
from nee.steps import Engine, Step
from nee.subroutines.lesson import Lesson
from nee.subroutines.subroutine import Recipe, Subroutine

SLOTS = 8
"""The most numbers of a training list."""
VALIDATION_LISTS = 100
VALIDATION_SEED = 2**31 - 1
"""Apart from the seeds that people choose, so that validation lists are nobody's test lists."""


def oracle(values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Step:
    """The exact minimum.

    >>> oracle(jnp.array([5, 3, 7]), jnp.array([False, False, False])).pointer.item()
    1
    """
    shown = jnp.where(mask, jnp.iinfo(values.dtype).max, values)
    smallest = shown == shown.min()
    pointer = jnp.argmax(smallest)
    return Step(
        value=values[pointer],
        pointer=pointer,
        mask=mask.at[pointer].set(True),
        attention=smallest / smallest.sum(),  # Any of several equal numbers is a right answer.
    )


@dataclass(frozen=True, kw_only=True)
class ListRecipe(Recipe):
    """Which lists to learn from."""

    close: float
    """The share of close lists."""
    counts: int = 1
    """The most equal numbers that one number of a training list stands for."""


def lesson(key: PRNGKeyArray, recipe: ListRecipe) -> Lesson:
    """Sort a list of at most 8 numbers."""
    kind, step, numbers, infinite, length, scale, counts = jax.random.split(key, 7)
    bits = MINIMUM.config.bits
    values = practice_list(kind, step, numbers, SLOTS, bits, recipe.close)
    # In one list of eight some numbers are infinite: graphs start with hardly anything else.
    share = jnp.maximum(0, jax.random.uniform(infinite) * 8 - 7)
    values = jnp.where(jax.random.uniform(jax.random.fold_in(infinite, 1), (SLOTS,)) < share, infinity(bits), values)
    # Short lists are needed: a full list comes down to two numbers too, but only to its two largest.
    size = practice_size(length, SLOTS)
    log_counts = practice_counts(scale, counts, SLOTS, recipe.counts)
    trace = selection_sort(values, jnp.arange(SLOTS) >= size, minimum=oracle).trace
    return Lesson(values, log_counts, trace, taught=trace.running)


def validate(engine: NeuralEngine, recipe: ListRecipe) -> dict[str, float]:
    """Whole lists that are sorted without a mistake, at the training length and at a longer one."""
    key = jax.random.key(VALIDATION_SEED)
    exact = {size: MINIMUM.judge(engine, key, VALIDATION_LISTS, size).all(axis=-1) for size in (SLOTS, 50)}
    return {f"lists of {size}": 100 * float(lists.mean()) for size, lists in exact.items()}


def sort(values: Int[Array, " slots"], engine: Engine) -> Int[Array, " slots"]:
    """Selection sort."""
    return selection_sort(values, minimum=engine).result


MINIMUM = Subroutine(
    name="minimum",
    summary="the smallest number that is left, and where it stands",
    config=EngineConfig(),
    oracle=oracle,
    lesson=lesson,
    validate=validate,
    program=sort,
    instances=test_lists(EngineConfig().bits),
    recipes=(
        ListRecipe(
            name="counted",
            steps=16_000,
            lessons_per_step=16,
            schedule="cosine",
            learning_rate=2e-3,
            close=0.5,
            counts=54,  # More crowding than that costs more than it teaches; and so does dropout beside it.
        ),
        ListRecipe(
            name="paper",
            steps=16_000,
            lessons_per_step=16,
            schedule="warmup",
            learning_rate=16**-0.5 * 4000**-0.5,
            dropout=0.1,
            close=1 / 6,
            instances=24_000,
        ),
    ),
)
