"""The shape of an engine. Every choice that the paper ablates is a field."""

from dataclasses import dataclass
from typing import Literal

MOST_BITS = 30
"""Of the numbers that a network reads as they are: integers of 32 bits hold them, and infinity."""


@dataclass(frozen=True)
class EngineConfig:
    """The paper's hyper-parameters for sorting are the defaults."""

    bits: int = 8
    signed_bits: bool = False
    """Read a bit that is 0 as -1, so that all numbers have vectors of about one length. The paper reads it as 0."""
    width: int = 16
    layers: int = 6
    """Of the encoder, and as many of the decoder."""
    feed_forward: int = 128
    heads: int = 1
    residual: float = 1.5
    """Each block computes `residual * x + (2 - residual) * f(x)`; 1 is the ordinary transformer."""
    attention: Literal["mlp", "dot_product"] = "mlp"
    symmetric: bool = True
    """Score a pair in both orders. Only the MLP attention can be asymmetric."""
    shared_projection: bool = True
    """One projection for query, key and value."""
    score_width: int = 32
    """Hidden units of the MLP that scores a pair. The paper does not give it, its authors used 128. 32 are enough."""
    most_shown: int | None = None
    """The mask never shows more slots than these, and no more are read; None reads as many as it shows."""
    mask_filters: int = 16
    mask_filter_size: int = 3

    def __post_init__(self) -> None:
        for name in ("bits", "width", "layers", "feed_forward", "heads", "score_width", "mask_filters"):
            if type(getattr(self, name)) is not int or getattr(self, name) < 1:
                raise ValueError(f"An engine's {name} is a whole number from 1 on, not {getattr(self, name)!r}.")
        if self.bits > MOST_BITS:
            raise ValueError(f"An engine reads numbers of up to {MOST_BITS} bits, not {self.bits}.")
        if self.width % self.heads:
            raise ValueError(f"A width of {self.width} cannot be split into {self.heads} heads.")
        if self.score_width % 16:
            raise ValueError(f"The score's width must be a multiple of 16, not {self.score_width}.")
        if self.mask_filter_size % 2 == 0:
            raise ValueError(f"The mask filter needs an odd size to be centred, not {self.mask_filter_size}.")
