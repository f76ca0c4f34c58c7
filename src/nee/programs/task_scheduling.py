"""Tasks of one hour each, with deadlines and with penalties for those that are late."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Int

from nee.numbers import Number
from nee.programs.activity_selection import Choice, Considered, chosen
from nee.programs.pairs import less, sum_of
from nee.programs.program import program
from nee.programs.selection_sort import selection_sort
from nee.steps import Engine


@program
def task_scheduling(
    deadlines: Int[Array, " size"], penalties: Int[Array, " size"], *, minimum: Engine, add: Engine
) -> Choice:
    """Of the tasks by their penalty, the highest first, take each that can be done after those that were taken.

    This is the rule of CLRS-30. It never moves a task that was taken, so it can miss the best schedule, which the
    textbook's matroid finds.

    Learned: the order of the penalties, the hours, and whether a deadline is met. Given: the greedy choice.
    """

    def consider(hour: Number, place: Number) -> tuple[Number, Considered]:
        in_time = less(hour, deadlines[place], minimum=minimum)
        following = sum_of(hour, jnp.ones_like(hour), add=add)
        return jnp.where(in_time, following, hour), Considered(place, in_time)

    # The minimum of a list that is read backwards is the last of equal numbers; and the last comes first in the end.
    upwards = selection_sort(penalties[::-1], minimum=minimum).trace.step.pointer
    by_penalty = penalties.shape[0] - 1 - upwards[::-1]
    _, trace = jax.lax.scan(consider, jnp.zeros((), deadlines.dtype), by_penalty)
    return chosen(trace)
