"""As many activities as possible, of which no two take place at the same time."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.numbers import Number
from nee.programs.pairs import less_or_equal
from nee.programs.program import program
from nee.programs.selection_sort import selection_sort
from nee.steps import Engine


class Choice(NamedTuple):
    """Which of several things are chosen, and how it came about."""

    selected: Bool[Array, "*instances size"]
    trace: "Considered"


class Considered(NamedTuple):
    """What was looked at in each step, and whether it was taken."""

    place: Int[Array, "*steps"]
    taken: Bool[Array, "*steps"]


@program
def activity_selection(starts: Int[Array, " size"], finishes: Int[Array, " size"], *, minimum: Engine) -> Choice:
    """Of the activities by their finish, take each that starts when the last one taken is over.

    Learned: the order of the finishes, and whether an activity is over. Given: that a greedy choice is a good one.
    """

    def consider(over: Number, place: Number) -> tuple[Number, Considered]:
        fits = less_or_equal(over, starts[place], minimum=minimum)
        return jnp.where(fits, finishes[place], over), Considered(place, fits)

    by_finish = selection_sort(finishes, minimum=minimum).trace.step.pointer
    _, trace = jax.lax.scan(consider, jnp.zeros((), starts.dtype), by_finish)
    return chosen(trace)


def chosen(trace: Considered) -> Choice:
    """What was taken, by its place."""
    selected = jnp.zeros(trace.taken.shape, bool).at[trace.place].set(trace.taken)
    return Choice(selected, trace)
