"""Take the smaller of the two numbers that the mask shows, hide it, and show its right neighbour."""

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int, PRNGKeyArray

from nee.engine import EngineConfig, NeuralEngine
from nee.instances.lists import practice_list, test_lists
from nee.numbers import infinity
from nee.programs import merge_sort, merge_two
from nee.steps import Engine, Step
from nee.subroutines import minimum
from nee.subroutines.lesson import Lesson
from nee.subroutines.minimum import ListRecipe
from nee.subroutines.subroutine import Subroutine

HALF = 8
"""The most numbers of each of the two lists of a lesson."""
BITS = 8
END = infinity(BITS)


def oracle(values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Step:
    """The exact step.

    >>> oracle(jnp.array([5, 7, 256, 3, 9, 256]), jnp.array([False, True, True, False, True, True])).mask.tolist()
    [False, True, True, True, False, True]
    """
    smaller = minimum.oracle(values, mask)
    return smaller._replace(mask=smaller.mask.at[smaller.pointer + 1].set(False, mode="drop"))


def lesson(key: PRNGKeyArray, recipe: ListRecipe) -> Lesson:
    """Merge two sorted lists of at most 8 numbers. Pairs that are held out for validation are not taught."""
    kind, step, numbers, lengths = jax.random.split(key, 4)
    values = practice_list(kind, step, numbers, 2 * HALF, BITS, recipe.close).reshape(2, HALF)
    beyond = jnp.arange(HALF) >= jax.random.randint(lengths, (2, 1), 0, HALF + 1)
    first, second = jnp.sort(jnp.where(beyond, END, values), axis=-1)
    trace = merge_two(first, second, merge=oracle, end=END).trace
    slots = jnp.concatenate([first, jnp.array([END]), second, jnp.array([END])])
    # The first step at which both lists have ended is taught too: the engine says itself that it is done.
    running = trace.step.value != END
    reached = jnp.concatenate([jnp.array([True]), running[:-1]])
    heads = jax.vmap(lambda mask: jnp.where(mask, -1, slots).max())(trace.mask)
    return Lesson(slots, jnp.zeros(slots.shape), trace, reached & ~held_out(trace.step.value, heads))


def held_out(smaller: Int[Array, "*shape"], larger: Int[Array, "*shape"]) -> Bool[Array, "*shape"]:
    """Whether a pair is one of the three in ten that training never compares."""
    return (larger < END) & ((smaller * 7919 + larger * 104_729) % 10 >= 7)


def validate(engine: NeuralEngine, recipe: ListRecipe) -> dict[str, float]:
    """The percentage of right answers on the held-out pairs, and on all others, infinity included."""
    first, second = (axis.ravel() for axis in jnp.indices((END + 1, END + 1)))
    smaller, larger = jnp.minimum(first, second), jnp.maximum(first, second)
    right = compare(engine, jnp.stack([first, second], axis=-1)) == smaller
    unseen = held_out(smaller, larger)
    return {
        "seen pairs": 100 * float(jnp.mean(right, where=~unseen)),
        "unseen pairs": 100 * float(jnp.mean(right, where=unseen)),
    }


@eqx.filter_jit
def compare(engine: NeuralEngine, pairs: Int[Array, "pairs 2"]) -> Int[Array, " pairs"]:
    """The number that the engine points at in each pair, if it is also the number that it names."""

    def one(pair: Int[Array, " 2"]) -> Int[Array, ""]:
        step = engine(pair, jnp.zeros(2, bool))
        return jnp.where(step.value == pair[step.pointer], step.value, -1)

    taken: Int[Array, " pairs"] = jax.lax.map(one, pairs, batch_size=4096)
    return taken


def sort(values: Int[Array, " size"], engine: Engine) -> Int[Array, " size"]:
    """Merge sort."""
    return merge_sort(values, merge=engine, end=END).result


MERGE = Subroutine(
    name="merge",
    summary="the smaller of two numbers, and where to go on",
    config=EngineConfig(bits=BITS, most_shown=2),
    oracle=oracle,
    lesson=lesson,
    validate=validate,
    program=sort,
    instances=test_lists(BITS),
    recipes=(
        ListRecipe(
            name="cosine",
            steps=8000,
            lessons_per_step=16,
            schedule="cosine",
            learning_rate=2e-3,
            close=0.5,
        ),
    ),
)
