"""Writes the tables of README and docs from results/: `python -m nee.paper.report.pages`, or `make tables`.

A page says where: `<!-- results: NAME -->`, with the name of an item or one of `PARTS`, up to `<!-- end -->`.
"""

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from nee.paper import published, results
from nee.paper.items import ITEMS, Plan
from nee.paper.items.algorithms import NAMES, learned_from, lessons_of, whole
from nee.paper.report.blocks import LEARNED_AND_GIVEN, Comparison, Section, Table
from nee.paper.report.markdown import block_text, table
from nee.paper.reproduction import make_section
from nee.pretrained import names, weights
from nee.training.checkpoints import read_provenance

ROOT = Path(__file__).parents[4]
PLACE = re.compile(r"<!-- results: (\S+) -->\n.*?<!-- end -->", re.DOTALL)


class Worst(NamedTuple):
    """Of one program on one kind of instances: the share of whole ones that are exact, and what the paper gives."""

    by_size: dict[int, float]
    """With the worst seed."""
    published: Collection[float]


def worst_shares() -> dict[str, Worst]:
    """The paper's own setting."""
    worst: dict[str, Worst] = {}
    for each in [each for name in ("table1", "long-lists", "graph-types") for each in results.read(name)]:
        algorithm, kind = each.arguments["algorithm"], each.arguments.get("kind", "lists")
        theirs = dict.fromkeys(published.SIZES, published.ALGORITHMS)
        if kind == "mixed":
            kind, theirs = f"four kinds, {lessons_of(each)}", published.GRAPH_TYPES[algorithm, learned_from(each)]
        name = f"{NAMES[algorithm]}, {kind.replace('erdos_renyi', 'Erdős–Rényi')}"
        row, size = worst.setdefault(name, Worst({}, theirs.values())).by_size, each.arguments["size"]
        row[size] = min(row.get(size, 100.0), whole(each))
    return worst


def overview() -> str:
    """Whole instances that are exact, by size; and what the paper gives."""
    worst = worst_shares()
    sizes = sorted({size for shares in worst.values() for size in shares.by_size})
    rows = [
        [name, *(f"{shares.by_size[size]:g}" if size in shares.by_size else "" for size in sizes), paper_says(shares)]
        for name, shares in worst.items()
    ]
    return table(["whole lists and graphs exact, %", *map(str, sizes), "the paper, 25 to 100"], rows, 1)


def paper_says(shares: Worst) -> str:
    """The paper's shares from the smallest to the largest size."""
    return " / ".join(f"{share:g}" for share in shares.published)


def glance() -> str:
    """The one table of README: the paper's own setting beside the paper, and what goes beyond it."""
    rows = [
        [name, "network", shares_of(shares, published.SIZES), f"{paper_says(shares)} %"]
        for name, shares in worst_shares().items()
    ]
    return table(["what", "by", "whole ones exact", "the paper"], [*rows, *([*row, ""] for row in wide_rows())], 2)


def shares_of(shares: Worst, sizes: Sequence[int]) -> str:
    """Our shares at the paper's sizes."""
    return " / ".join(f"{shares.by_size[size]:g}" for size in sizes) + " %"


def wide() -> str:
    """What engines made of engines do."""
    return table(["what", "by", "exact"], wide_rows(), 2)


def wide_rows() -> list[list[str]]:
    """Lists, pairs, and graphs of all families together."""
    rows: dict[tuple[str, str], list[int]] = {}
    for each in [each for name in ("wide-lists", "wide-pairs", "wide-graphs") for each in results.read(name)]:
        said, by = each.arguments, each.arguments.get("by", "table")
        what = {
            "sort_wide_lists": "sort {size:,} numbers, {kind}",
            "calculate_wide_pairs": "{operation} numbers of {bits:,} bits",
            "run_on_wide_graphs": "{algorithm}, {size:,} nodes, weights of {bits} bits",
        }[each.job].format_map(said)
        found = rows.setdefault((what, by), [0, 0])
        found[0] += each.answer["exact"]
        found[1] += each.answer["instances"]
    return [[what, by, f"{exact:,} of {count:,}"] for (what, by), (exact, count) in rows.items()]


def engines() -> str:
    """What ships, and by which recipe it was trained."""
    made = {name: read_provenance(weights(name)) for name in names()}
    rows = [[f"`{name}`", f"`{each.recipe['name']}`", str(each.seed), str(each.step)] for name, each in made.items()]
    return table(["ships", "recipe", "seed", "steps"], rows, 2)


def learned() -> str:
    """What is learned and what is given."""
    header, *rows = LEARNED_AND_GIVEN
    return table(header, rows)


def files() -> str:
    """What made the figures of each file."""
    rows, folder = [], results.results_folder()
    for path in sorted(folder.rglob("*.json")):
        for run in json.loads(path.read_text())["runs"]:
            name, figures = path.relative_to(folder).as_posix(), str(len(run["measurements"]))
            rows.append([name, f"`{run['command']}`", run["date"], figures])
    return table(["file", "made by", "on", "figures"], rows, 3)


def item(name: str) -> str:
    """The tables of an item."""
    return tables_of(make_section(ITEMS[name], Plan(stored=True), []))


def everything() -> str:
    """The tables of all items."""
    return "\n\n".join(f"## {each.title} ({each.source})\n\n{item(each.name)}" for each in ITEMS.values())


def retrained() -> str:
    """The tables of the run that trained everything again, without what it did not measure."""
    found = [(each, results.read(each.stored, results.RETRAINED)) for each in ITEMS.values() if each.stored]
    sections = [make_section(each, Plan(retrain=True), measured) for each, measured in found if measured]
    return "\n\n".join(f"## {each.title} ({each.source})\n\n{tables_of(each)}" for each in sections)


def tables_of(section: Section) -> str:
    """What a section shows in cells."""
    tables = [block.as_table() if isinstance(block, Comparison) else block for block in section.blocks]
    return "\n\n".join(block_text(replace(each, notes=())) for each in tables if isinstance(each, Table))


PARTS = {
    "glance": glance,
    "overview": overview,
    "wide": wide,
    "engines": engines,
    "learned": learned,
    "files": files,
    "everything": everything,
    "retrained": retrained,
}


def fill(text: str) -> str:
    """A page with the tables in their places."""

    def write(place: re.Match[str]) -> str:
        name = place[1]
        return f"<!-- results: {name} -->\n{PARTS[name]() if name in PARTS else item(name)}\n<!-- end -->"

    return PLACE.sub(write, text)


if __name__ == "__main__":
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        path.write_text(fill(path.read_text()))
