"""The answers of an engine to every pair of its domain, looked up instead of computed.

It is the same function, thousands of times as fast. It answers lists of two slots: the operands of `add` and
`multiply`, the heads of two lists (`ShownPair`), the matches of a tournament.
"""

from itertools import product
from pathlib import Path
from zipfile import BadZipFile

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Bool, Float, Int, Integer

from nee.certificates import Certificate
from nee.certificates.certificate import check_holds
from nee.certificates.questions import HIDDEN_SLOTS, NEITHER, all_pairs, ask_pairs
from nee.engine import NeuralEngine
from nee.errors import InputError
from nee.numbers import Number
from nee.steps import Step

SHOWN, MASKED, BEYOND = range(3)
"""What a slot's neighbour can be; beyond the end of the list there is none."""
ELSEWHERE, LEFT, CENTRE, RIGHT = range(4)
"""Where the pointer can be, as a slot sees it."""


class Table(eqx.Module):
    """An engine that looks its answers up."""

    value: Integer[Array, "hidden numbers numbers"]
    pointer: Integer[Array, "hidden numbers numbers"]
    attention: Float[Array, "hidden numbers numbers"]
    """The first slot's share; the second slot has the rest."""
    neighbourhood: Bool[Array, "4 3 2 3"]
    """A slot's next mask, by the place of the pointer, its left neighbour, itself and its right neighbour."""
    bits: int = eqx.field(static=True)

    def __call__(self, values: Int[Array, " 2"], mask: Bool[Array, " 2"]) -> Step:
        hidden = mask[0].astype(jnp.int32) + 2 * mask[1].astype(jnp.int32)
        # A pair that is hidden whole is never asked about: any answer will do.
        hidden = jnp.where(hidden == 3, NEITHER, hidden)
        numbers = self.value.shape[-1]
        first, second = values.astype(jnp.int32)
        place = (hidden * numbers + first) * numbers + second
        value, pointer, share = (
            table.ravel().at[place].get(mode="promise_in_bounds")
            for table in (self.value, self.pointer, self.attention)
        )
        pointer = pointer.astype(jnp.int32)
        attention = jnp.stack([share, 1 - share])
        return Step(value.astype(values.dtype), pointer, self.next_mask(mask, pointer), attention)

    def next_mask(self, mask: Bool[Array, " slots"], pointer: Int[Array, ""]) -> Bool[Array, " slots"]:
        """The mask after the slot at the pointer was used. Only its neighbourhood changes.

        A certificate says so of engines that work on lists; those that work on pairs have no other slots.
        """
        slots = mask.shape[0]

        def state(slot: Number) -> Number:
            inside = (slot >= 0) & (slot < slots)
            return jnp.where(inside, mask.at[slot].get(mode="clip").astype(jnp.int32), BEYOND)

        changed = mask
        for offset, place in ((-1, RIGHT), (0, CENTRE), (1, LEFT)):
            slot = pointer + offset
            centre = mask.at[slot].get(mode="clip").astype(jnp.int32)
            masked = self.neighbourhood[place, state(slot - 1), centre, state(slot + 1)]
            # A negative index would count from the end.
            changed = changed.at[jnp.where(slot < 0, slots, slot)].set(masked, mode="drop")
        return changed


def tabulate(network: NeuralEngine, numbers: int, certificate: Certificate) -> Table:
    """Ask the network about all pairs of the numbers below `numbers`, with either slot hidden, and all mask updates.

    Its certificate must hold: what is looked up is never asked again.
    """
    check_holds(certificate)
    if network.config.mask_filter_size != 3:
        raise InputError("Only an engine whose mask filter has the size 3 can be tabulated.")
    pairs = all_pairs(numbers)
    answers = [ask_pairs(network, pairs, hidden) for hidden in HIDDEN_SLOTS]
    shape = (len(answers), numbers, numbers)
    value, pointer, attention = (
        jnp.stack(part).reshape(shape)
        for part in zip(*((a.value, a.pointer, jnp.exp(a.log_attention[:, 0])) for a in answers), strict=True)
    )
    neighbourhood = ask_neighbourhoods(network)
    return Table(
        value.astype(jnp.uint16), pointer.astype(jnp.uint8), attention, jnp.asarray(neighbourhood), network.bits
    )


def ask_neighbourhoods(network: NeuralEngine) -> Bool[np.ndarray, "4 3 2 3"]:
    """The next mask of a slot in every neighbourhood."""
    answers = np.zeros((4, 3, 2, 3), bool)
    ask = jax.jit(lambda mask, pointer: network.mask_update(mask, pointer) > 0)
    for place, left, centre, right in product(range(4), range(3), range(2), range(3)):
        slots = [state for state in (left, centre, right) if state != BEYOND]
        at = 0 if left == BEYOND else 1
        pointer = {ELSEWHERE: -1, LEFT: at - 1, CENTRE: at, RIGHT: at + 1}[place]
        answers[place, left, centre, right] = ask(jnp.array(slots, bool), pointer)[at]
    return answers


def write_table(path: Path, table: Table, weights: str) -> None:
    """Keep a table in a file. `weights` is the SHA-256 of what it was asked of."""
    np.savez_compressed(
        path,
        value=table.value,
        pointer=table.pointer,
        attention=table.attention,
        neighbourhood=table.neighbourhood,
        bits=table.bits,
        weights=weights,
    )


def read_table(path: Path, weights: str) -> Table:
    """A table from a file, if it was asked of these weights."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            arrays = dict(stored)
        if str(arrays.pop("weights")) != weights:
            raise InputError(f"{path.name} was made for other weights: make it again with nee certify.")
        bits = int(arrays.pop("bits"))
        return Table(**{name: jnp.asarray(array) for name, array in arrays.items()}, bits=bits)
    except (OSError, ValueError, KeyError, TypeError, BadZipFile) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path} holds no table: make it again with nee certify.") from None
