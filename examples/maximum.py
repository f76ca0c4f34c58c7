"""A subroutine of your own in one file: find the largest number. Selection sort with it sorts downwards.

nee train maximum.py
nee evaluate maximum.py --weights runs/maximum-short-0/engine.safetensors

>>> engine = nee.load("runs/maximum-short-0/engine.safetensors")  # doctest: +SKIP
>>> nee.programs.selection_sort(jnp.array([5, 3, 250, 1]), minimum=engine).result  # doctest: +SKIP
Array([250,   5,   3,   1], dtype=int32)
"""

import jax
import jax.numpy as jnp

import nee
from nee.instances.lists import practice_counts, practice_list, practice_size, test_lists

SLOTS = 8
"""How many numbers a training list has at most; the engine sorts longer ones."""
CONFIG = nee.EngineConfig(layers=2)


def oracle(values, mask):
    """The exact answer: the largest number that the mask shows, where it stands, and a mask that hides it too."""
    shown = jnp.where(mask, -1, values)
    largest = shown == shown.max()
    pointer = jnp.argmax(largest)
    return nee.Step(
        value=values[pointer],
        pointer=pointer,
        mask=mask.at[pointer].set(True),
        attention=largest / largest.sum(),  # Any of several equal numbers is a right answer.
    )


def lesson(key, recipe):
    """A random list of at most 8 numbers, and every step of sorting it downwards."""
    kind, step, numbers, infinite, length, scale, counts = jax.random.split(key, 7)
    values = practice_list(kind, step, numbers, SLOTS, CONFIG.bits, close=0.5)
    values = jnp.where(jax.random.bernoulli(infinite, 0.03, (SLOTS,)), 1 << CONFIG.bits, values)
    hidden = jnp.arange(SLOTS) >= practice_size(length, SLOTS)
    # A number stands for up to 54 equal ones, so that the engine meets the crowds of long lists.
    log_counts = practice_counts(scale, counts, SLOTS, most=54)
    trace = nee.programs.selection_sort(values, hidden, minimum=oracle).trace
    return nee.Lesson(values, log_counts, trace, taught=trace.running)


def sort_downwards(values, engine):
    """The program that the engine is judged in."""
    return nee.programs.selection_sort(values, minimum=engine).result


def validate(engine, recipe):
    """What to watch while training: whole lists of 50 that are sorted without a mistake."""
    right = MAXIMUM.judge(engine, jax.random.key(2**31 - 1), count=100, size=50)
    return {"lists of 50": 100 * float(right.all(axis=-1).mean())}


MAXIMUM = nee.Subroutine(
    name="maximum",
    summary="the largest number that is left, and where it stands",
    config=CONFIG,
    oracle=oracle,
    lesson=lesson,
    validate=validate,
    recipes=(nee.Recipe(name="short", steps=6000, lessons_per_step=16, schedule="cosine", learning_rate=3e-3),),
    program=sort_downwards,
    instances=test_lists(CONFIG.bits),
)
