"""What an engine answers, what a program records, and what a program returns."""

from importlib import import_module
from typing import Any, NamedTuple, Protocol, runtime_checkable

from jaxtyping import Array, Bool, Float, Int

Mask = Bool[Array, " slots"]
"""Which slots an engine ignores: those that are True."""
NOTHING = -1
"""What a result holds at the steps that did not run because the mask had ended the program."""


def shown_in_notebook(answer: Any) -> str | None:
    """The page that plays an answer. It stands above all rooms, and is sent for when a notebook shows something."""
    page: str | None = import_module("nee.player.notebook").shown(answer)
    return page


class Step(NamedTuple):
    """One answer of an engine."""

    value: Int[Array, "*steps"]
    pointer: Int[Array, "*steps"]
    mask: Bool[Array, "*steps slots"]
    """The mask for the next step; True = ignore."""
    attention: Float[Array, "*steps slots"]


class Trace(NamedTuple):
    """Every step of an execution, stacked: the mask that the engine saw, and what it answered."""

    mask: Bool[Array, "*steps slots"]
    step: Step

    @property
    def running(self) -> Any:
        """For each step, whether the mask still showed something when it began. This is how a program ends."""
        return ~self.mask.all(axis=-1)


class Execution(NamedTuple):
    """A program's answer and how it came about. A notebook plays it."""

    result: Int[Array, "*shape"]
    trace: Trace

    def _repr_html_(self) -> str | None:
        return shown_in_notebook(self)


class LevelledExecution(NamedTuple):
    """The same of a program that works level by level, each on its own number of slots."""

    result: Int[Array, "*shape"]
    levels: tuple[Trace, ...]

    def _repr_html_(self) -> str | None:
        return shown_in_notebook(self)


@runtime_checkable
class Engine(Protocol):
    """Anything that can run one step: a trained network, an oracle."""

    def __call__(self, values: Int[Array, " slots"], mask: Bool[Array, " slots"], /) -> Step: ...
