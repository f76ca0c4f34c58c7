"""Find the smallest number that the mask shows, and hide it."""

from dataclasses import dataclass

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int, PRNGKeyArray

from nee.engine import EngineConfig, NeuralEngine
from nee.lists import make_lists, practice_counts, practice_list, practice_size
from nee.numbers import infinity
from nee.programs import selection_sort
from nee.steps import Step
from nee.subroutines.subroutine import Lesson, Recipe, Subroutine

SLOTS = 8
"""Training lists have at most so many numbers."""
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
    """A number of a training list stands for up to so many equal ones."""


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
    return {f"lists of {size}": exact_lists(engine, size) for size in (SLOTS, 50)}


def exact_lists(engine: NeuralEngine, size: int) -> float:
    """In percent, of 100 lists that no training and no test draws."""
    lists = make_lists(jax.random.key(VALIDATION_SEED), 100, size, engine.config.bits, "mixed")
    exact = sort_all(engine, lists) == jnp.sort(lists)
    return 100 * float(exact.all(axis=-1).mean())


@eqx.filter_jit
def sort_all(engine: NeuralEngine, lists: Int[Array, "lists slots"]) -> Int[Array, "lists slots"]:
    """Selection sort of each list."""
    return jax.vmap(lambda values: selection_sort(values, minimum=engine).result)(lists)


MINIMUM = Subroutine(
    name="minimum",
    summary="the smallest number that is left, and where it stands",
    config=EngineConfig(),
    oracle=oracle,
    lesson=lesson,
    validate=validate,
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
