"""Draws docs/sort.svg: what `nee sort --trace` prints."""

import io
from pathlib import Path

from rich.console import Console

from nee.cli.drawing import draw_trace
from nee.solve.sorting import sort_and_trace

VALUES = [100, 62, 114, 66, 241, 1, 63, 237]  # The paper's first example.

console = Console(record=True, width=70, force_terminal=True, color_system="truecolor", file=io.StringIO())
draw_trace(VALUES, sort_and_trace(VALUES).trace, console)
console.save_svg(str(Path(__file__).parent / "sort.svg"), title=f"nee sort --trace {' '.join(map(str, VALUES))}")
