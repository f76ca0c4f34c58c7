"""A share, and how sure it is."""

from dataclasses import dataclass
from typing import Literal

Reading = Literal["every slot", "equal numbers once"]
"""How a share was measured: each slot of a list read by itself, as in the paper, or equal numbers only once."""


@dataclass(frozen=True)
class Interval:
    """A share in percent, and the 95 % confidence interval around it."""

    percent: float
    low: float
    high: float


def wilson(share: float, observations: int) -> Interval:
    """Wilson's 95 % interval, which is honest about a perfect score.

    >>> wilson(1.0, 100)
    Interval(percent=100.0, low=96.3..., high=100.0)
    """
    z = 1.96
    centre = (share + z**2 / (2 * observations)) / (1 + z**2 / observations)
    spread = z * (share * (1 - share) / observations + z**2 / (4 * observations**2)) ** 0.5 / (1 + z**2 / observations)
    return Interval(*(round(100 * x, 4) for x in (share, max(0.0, centre - spread), min(1.0, centre + spread))))
