"""What an engine must offer to be part of another."""

from typing import Protocol, runtime_checkable

from jaxtyping import Array, Bool, Float, Int

from nee.steps import Step


@runtime_checkable
class Part(Protocol):
    """An engine that also tells its width, and updates a mask for any pointer."""

    @property
    def bits(self) -> int:
        """How many bits the numbers have that it reads."""

    def __call__(self, values: Int[Array, " slots"], mask: Bool[Array, " slots"], /) -> Step: ...

    def next_mask(self, mask: Bool[Array, " slots"], pointer: Int[Array, ""], /) -> Bool[Array, " slots"]:
        """The mask after the slot at the pointer was used."""


def holding(attention: Float[Array, "*shape slots"]) -> Bool[Array, "*shape slots"]:
    """The slots that attention points at: those with at least half of the highest share.

    Equal numbers get equal attention, so attention points at a set. A certificate says how far all others are below.
    """
    return attention >= attention.max(axis=-1, keepdims=True) / 2
