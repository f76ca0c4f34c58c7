"""A trace as one HTML file with everything inside."""

import json
import re
from functools import cache
from html import escape
from pathlib import Path

from nee.player.steps_data import Data

PAGE = Path(__file__).parent / "page"
MODULES = (
    "elements.js",
    "stories.js",
    "frames.js",
    "bits_view.js",
    "limbs_view.js",
    "lines_view.js",
    "list_view.js",
    "merge_view.js",
    "graph_view.js",
    "arithmetic_view.js",
    "player.js",
)
"""Each one imports only from those before it, and no two share a name: they can stand together in a single script."""
GRAPH_LIBRARY = "cytoscape.min.js"


def html(trace: Data, title: str = "", *, address: bool = True) -> str:
    """The page. With `address`, the step stands in the address, and a link opens on it; else it fits a frame."""
    library = f"<script>{(PAGE / GRAPH_LIBRARY).read_text()}</script>" if "graph" in trace else ""
    data = json.dumps(trace, separators=(",", ":")).replace("<", "\\u003c")
    parts = {
        "<!-- title -->": escape(title or f"nee: {trace['program']}"),
        "/* style */": (PAGE / "export.css").read_text() + (PAGE / "player.css").read_text(),
        "<!-- library -->": library,
        "<!-- player -->": f"<nee-player {'address' if address else 'fits'}>{_script(data)}</nee-player>",
        "/* script */": script(),
    }
    # All at once: what is put in may well have such words of its own, as the name of a node.
    return re.sub("|".join(map(re.escape, parts)), lambda place: parts[place[0]], (PAGE / "export.html").read_text())


@cache
def script() -> str:
    """All modules as one script. There is no build step: imports go, and what is exported is simply there."""
    modules = "\n".join((PAGE / name).read_text() for name in MODULES)
    return re.sub(r"^export ", "", re.sub(r"^import .*;\n", "", modules, flags=re.MULTILINE), flags=re.MULTILINE)


def write_html(trace: Data, path: Path) -> None:
    """Leave the page in a file that needs nothing else, not even a network."""
    path.write_text(html(trace), encoding="utf-8")


def _script(data: str) -> str:
    return f'<script type="application/json">{data}</script>'
