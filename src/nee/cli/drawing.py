"""Draw an execution in the terminal, one line per step."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Array, Bool, Float
from rich.console import Console
from rich.style import Style
from rich.text import Text

from nee.cli.output import terminal
from nee.steps import Trace

SHADES = " ░▒▓█"
WIDE_SLOT = 5
"""A slot is drawn as its number where the list fits in the terminal, and as one shade where it does not."""


def draw_trace(values: Sequence[int | float], trace: Trace, console: Console | None = None) -> None:
    """Each step: what the mask hides (·), how the attention is spread (shading), the pointer (brackets), the value."""
    console = console or terminal()
    fits = len(values) * WIDE_SLOT + 20 <= console.width
    slots = number_slots if fits else shade_slots
    masks, steps = trace
    console.print(Text("step  slots".ljust((len(values) * WIDE_SLOT if fits else len(values)) + 8) + "value", "bold"))
    for index, mask in enumerate(masks):
        line = Text.assemble((f"{index + 1:4}  ", "dim"))
        line.append_text(slots(values, mask, steps.attention[index], int(steps.pointer[index])))
        line.append(f"  {steps.value[index]}", "bold green")
        console.print(line, soft_wrap=True)
    print_legend(
        console, "·  hidden by the mask", "[ ]  the pointer" if fits else "●  the pointer", "shading  the attention"
    )


def draw_merges(values: Sequence[int | float], levels: Sequence[Trace], console: Console | None = None) -> None:
    """Each merge of each level, with every number it took. Merges of nothing but filling are left out."""
    console = console or terminal()
    lists = [[value] for value in values]
    for level in levels:
        pairs = [(lists[i], lists[i + 1] if i + 1 < len(lists) else []) for i in range(0, len(lists), 2)]
        console.print(Text(f"into lists of {2 * len(lists[0])}", "bold"))
        lists = [[int(v) for v in level.step.value[i][: len(a) + len(b)]] for i, (a, b) in enumerate(pairs)]
        for index, (first, second) in enumerate(pairs):
            line = Text()
            for taken, pointer in zip(lists[index], level.step.pointer[index], strict=False):
                from_first = pointer < level.mask.shape[-1] // 2
                line.append(f" {taken}", "bold yellow" if from_first else "bold cyan")
            before = Text.assemble("  ", (spaced(first), "yellow"), " | ", (spaced(second), "cyan"), "  →")
            console.print(before + line, soft_wrap=True)
    console.print(Text("a number's colour tells which list the pointer took it from", "dim"))


def print_legend(console: Console, *signs: str) -> None:
    """What the signs mean: on one line, or on one line each where that is too narrow."""
    line = "   ".join(signs)
    console.print(Text(line if len(line) <= console.width else "\n".join(signs), "dim"))


def spaced(values: Sequence[int | float]) -> str:
    """The numbers with spaces between them."""
    return " ".join(map(str, values))


def number_slots(
    values: Sequence[int | float],
    mask: Bool[Array | np.ndarray, " slots"],
    attention: Float[Array | np.ndarray, " slots"],
    pointer: int,
) -> Text:
    """The numbers that are left, on a background as bright as the attention they get."""
    line = Text()
    for slot, value in enumerate(values):
        if mask[slot]:
            line.append("  · ".rjust(WIDE_SLOT), "dim")
            continue
        glow = int(60 + 180 * attention[slot]) if attention[slot] > 0.005 else 0
        style = Style(color="white", bgcolor=f"rgb({glow},{glow // 2},0)" if glow else None, bold=slot == pointer)
        line.append(f"[{value:>3}]" if slot == pointer else f" {value:>3} ", style)
    return line


def shade_slots(
    values: Sequence[int | float],
    mask: Bool[Array | np.ndarray, " slots"],
    attention: Float[Array | np.ndarray, " slots"],
    pointer: int,
) -> Text:
    """One character per slot."""
    line = Text()
    for slot in range(len(values)):
        shade = SHADES[min(int(attention[slot] * len(SHADES)), len(SHADES) - 1)]
        if slot == pointer:
            line.append("●", "bold yellow")
        else:
            line.append("·" if mask[slot] else shade if shade != " " else "_", "dim")
    return line
