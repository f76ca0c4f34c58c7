"""The shape of a baseline, and the variants of it that have a name.

The names are the paper's: `vanilla` is the ordinary transformer, `all_mod` has the modifications C1 to C5, and a `+` or
`-` adds or takes away one of them.

| | the modification |
| --- | --- |
| C1 | residual connections with a ratio of 1.5 |
| C2 | an MLP scores the pairs, instead of the scaled dot product |
| C3 | the MLP scores a pair in both orders |
| C4 | query, key and value share one projection |
| C5 | numbers are read as bits, with a vector for each bit, instead of a vector for each number |
| C6 | numbers are read as bits, without any vectors |
"""

from dataclasses import dataclass, replace
from typing import Any, Literal

from nee.engine import EngineConfig
from nee.errors import InputError


@dataclass(frozen=True)
class Seq2SeqConfig(EngineConfig):
    """The blocks are an engine's; what differs is how numbers are read and written."""

    reads: Literal["numbers", "bits", "bare_bits"] = "bits"
    """A vector for each number, a vector for each bit, or the bits themselves."""
    writes: Literal["numbers", "bits"] = "numbers"
    """One-hot over all numbers and the end, or bit by bit."""
    supervised: bool = False
    """Whether the decoder's last attention is taught where the next number stands."""


VANILLA = Seq2SeqConfig(
    residual=1.0, attention="dot_product", symmetric=False, shared_projection=False, reads="numbers"
)
ALL_MOD = Seq2SeqConfig()

# Without the MLP of C2 there is nothing for C3 to symmetrise.
WITHOUT: dict[str, dict[str, Any]] = {
    "C1": {"residual": 1.0},
    "C2": {"attention": "dot_product"},
    "C3": {"symmetric": False},
    "C4": {"shared_projection": False},
    "C5": {"reads": "numbers"},
}
PUBLISHED: dict[str, Seq2SeqConfig] = {
    "all_mod": ALL_MOD,
    **{f"all_mod-{name}": replace(ALL_MOD, **change) for name, change in WITHOUT.items()},
    "all_mod+C6": replace(ALL_MOD, reads="bare_bits"),
    "vanilla": VANILLA,
    "vanilla+C5": replace(VANILLA, reads="bits"),
    "vanilla+C6": replace(VANILLA, reads="bare_bits"),
}
"""The ten variants of the paper's table, in its order."""

WIDE_SCORE = "all_mod+wide_score"
"""All modifications, with an MLP for the scores that is as wide as in the authors' runs."""
VARIANTS: dict[str, Seq2SeqConfig] = {
    **PUBLISHED,
    WIDE_SCORE: replace(ALL_MOD, score_width=128),
    **{f"{name}+binary_output": replace(config, writes="bits") for name, config in PUBLISHED.items()},
    **{f"{name}+supervised": replace(PUBLISHED[name], supervised=True) for name in ("all_mod", "vanilla")},
}
"""All that have a name."""


def name_of(config: Seq2SeqConfig) -> str:
    """The variant's name.

    >>> name_of(VANILLA)
    'vanilla'
    """
    for name, named in VARIANTS.items():
        if named == config:
            return name
    raise InputError("This baseline is none of the named variants.")
