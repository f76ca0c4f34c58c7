"""The minimum of any number of slots, out of matches of two.

A match is the engine on two slots with their masks, so a masked slot loses by what the engine has learned. The slots
play in groups, all groups side by side: in a group one after the other against the best so far. Then the winners of the
groups play in pairs. Both are loops over one compiled match.
"""

import math
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Int

from nee.composed.part import Part
from nee.numbers import Number
from nee.steps import Step


class Slots(NamedTuple):
    """Slots that play: what stands in them, whether they are hidden, and where they stand in the list."""

    value: Int[Array, "*slots"]
    hidden: Bool[Array, "*slots"]
    place: Int[Array, "*slots"]

    def at(self, index: int | slice) -> "Slots":
        """Some of them."""
        return Slots(*(x[index] for x in self))


class Tournament(eqx.Module):
    """An engine for any number of slots out of an engine for two."""

    engine: Part

    @property
    def bits(self) -> int:
        """How many bits the numbers have that it reads."""
        return self.engine.bits

    def __call__(self, values: Int[Array, " slots"], mask: Bool[Array, " slots"]) -> Step:
        slots = values.shape[0]
        if slots == 2:
            return self.engine(values, mask)
        everyone = Slots(values, mask, jnp.arange(slots, dtype=jnp.int32))
        winner = self.play(everyone)
        alone = self.ask(winner, winner._replace(hidden=jnp.array(True)))
        # One more match of each slot against the winner tells those that are equal to it.
        against = jax.vmap(self.ask, in_axes=(None, 0))(winner, everyone)
        level = jnp.where(mask, 0, against.attention[:, 1])
        attention = level / jnp.maximum(level.sum(), 1e-9)
        return Step(alone.value, winner.place, self.next_mask(mask, winner.place), attention)

    def play(self, slots: Slots) -> Slots:
        """The winner. Neighbours in the list play first, so among equals the lowest place wins."""
        groups = 1 << math.ceil(math.log2(2 * math.sqrt(slots.place.shape[0])))
        length = -(-slots.place.shape[0] // groups)
        slots = fill_up(slots, groups * length)
        turns = Slots(*(x.reshape(groups, length).T for x in slots))
        first, others = turns.at(0), turns.at(slice(1, None))
        best = jax.lax.scan(lambda best, turn: (self.match(best, turn), None), first, others)[0]

        def halve(_: Number, best: Slots) -> Slots:
            return fill_up(self.match(best.at(slice(0, None, 2)), best.at(slice(1, None, 2))), groups)

        winners: Slots = jax.lax.fori_loop(0, groups.bit_length() - 1, halve, best)
        return winners.at(0)

    def match(self, a: Slots, b: Slots) -> Slots:
        """The winners of matches side by side."""
        second_wins = jax.vmap(self.ask)(a, b).pointer == 1
        return Slots(*(jnp.where(second_wins, second, first) for first, second in zip(a, b, strict=True)))

    def ask(self, a: Slots, b: Slots) -> Step:
        """One match."""
        return self.engine(jnp.stack([a.value, b.value]), jnp.stack([a.hidden, b.hidden]))

    def next_mask(self, mask: Bool[Array, " slots"], pointer: Int[Array, ""]) -> Bool[Array, " slots"]:
        """The mask after the slot at the pointer was used."""
        return self.engine.next_mask(mask, pointer)


def fill_up(slots: Slots, count: int) -> Slots:
    """Hidden slots behind the others, up to this many."""
    missing = (0, count - slots.place.shape[0])
    return Slots(
        jnp.pad(slots.value, missing),
        jnp.pad(slots.hidden, missing, constant_values=True),
        jnp.pad(slots.place, missing),
    )
