"""Writes the tables of results into README.md and docs/: `python results/table.py`."""

import json
import re
from pathlib import Path

from nee.paper import published
from nee.paper.items.arithmetic import NUMBERS_SEEN

RESULTS = Path(__file__).parent
README = RESULTS.parent / "README.md"
BASELINES = RESULTS.parent / "docs" / "baselines.md"
EVERYTHING = RESULTS.parent / "docs" / "results.md"
BEGIN, END = "<!-- results: made by results/table.py -->", "<!-- end of results -->"
GRAPHS = {
    ("shortest paths, four kinds", "dijkstra"): published.GRAPH_TYPES["shortest path (S1)"],
    ("spanning trees, four kinds", "prim"): published.GRAPH_TYPES["minimum spanning tree (S1)"],
    ("shortest paths, Erdős–Rényi", "dijkstra-erdos-renyi"): published.GRAPHS,
    ("spanning trees, Erdős–Rényi", "prim-erdos-renyi"): published.GRAPHS,
    ("shortest paths, four kinds, learned from graphs", "dijkstra-s2"): published.GRAPH_TYPES["shortest path (S2)"],
    ("spanning trees, four kinds, learned from graphs", "prim-s2"): published.GRAPH_TYPES["minimum spanning tree (S2)"],
}
"""What the paper gives for the figures of each file."""
SORTING = {"selection sort": ["minimum", "minimum-500", "minimum-1000"], "merge sort": ["merge", "merge-1000"]}
"""The files of each algorithm."""


def overview() -> str:
    """What README shows: every algorithm by size in one line, and the rest as it is."""
    return "\n\n".join([by_size(), small_domains(), from_scratch(), addition()])


def by_size() -> str:
    """Whole instances that are exact: lists and graphs, and the paper's figures for the same."""
    sizes = (25, 50, 75, 100, 200, 500, 1000)
    rows = [
        ("selection sort", "whole_lists", SORTING["selection sort"], published.SORTING),
        ("merge sort", "whole_lists", SORTING["merge sort"], published.SORTING),
        *((title, "whole_graphs", [name], theirs) for (title, name), theirs in GRAPHS.items()),
    ]
    lines = [
        f"| whole lists and graphs exact, % | {' | '.join(map(str, sizes))} | the paper's, 25 to 100 |",
        "| --- |" + " --- |" * (len(sizes) + 1),
    ]
    for title, field, names, theirs in rows:
        ours = {row["size"]: f"{row[field]['percent']:g}" for name in names for row in figures(name)}
        cells = [ours.get(size, "") for size in sizes]
        lines.append(f"| {title} | {' | '.join(cells)} | {' / '.join(paper(theirs[size]) for size in sizes[:4])} |")
    return "\n".join(lines)


def sorting() -> str:
    """Both algorithms, by size."""
    lines = [
        "| mixed lists | numbers | lists | whole lists exact (95 % interval) | numbers right | the paper's |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for algorithm, names in SORTING.items():
        for row in (row for name in names for row in figures(name)):
            share, theirs = row["whole_lists"], paper(published.SORTING.get(row["size"]))
            lines.append(
                f"| {algorithm} | {row['size']} | {row['lists']} | {share['percent']:g} % ({share['low']:.1f} to "
                f"{share['high']:.1f}) | {row['numbers']['percent']:g} % | {theirs} |"
            )
    return "\n".join(lines)


def graphs() -> str:
    """Both programs, with the engines that learned from lists (S1) and with those that learned from graphs (S2)."""
    lines = [
        "| graphs | nodes | graphs | whole graphs exact (95 % interval) | nodes right | the paper's |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for (title, name), by_size in GRAPHS.items():
        for row in figures(name):
            share = row["whole_graphs"]
            lines.append(
                f"| {title} | {row['size']} | {row['graphs']} | {share['percent']:g} % ({share['low']:.1f} to "
                f"{share['high']:.1f}) | {row['nodes']['percent']:.4g} % | {paper(by_size[row['size']])} |"
            )
    return "\n".join(lines)


def small_domains() -> str:
    """What was asked in full, and how many answers were wrong."""
    lines = ["| every question there is | asked | wrong |", "| --- | --- | --- |"]
    for engine in ("minimum", "merge"):
        (row,) = figures(f"{engine}-pairs")
        wrong = sum(count for field, count in row.items() if field.startswith("wrong"))
        lines.append(
            f"| `{engine}`: single numbers and pairs, with infinity | {row['singles'] + row['pairs']:,} | {wrong} |"
        )
    for engine, which in (("add", "sums up to 255, and with infinity"), ("multiply", "products up to 4095")):
        (row,) = figures(engine)
        asked, wrong = row["seen_pairs"] + row["unseen_pairs"], row["wrong_seen_pairs"] + row["wrong_unseen_pairs"]
        lines.append(f"| `{engine}`: {which} | {asked:,} | {wrong} |")
    return "\n".join(lines)


def from_scratch() -> str:
    """All seeds of both recipes of minimum."""
    lines = [
        "| `minimum` from scratch | seeds | lists of 100 exact, worst seed | best seed |",
        "| --- | --- | --- | --- |",
    ]
    for recipe in ("counted", "paper"):
        names = [file.stem for file in sorted(RESULTS.glob(f"minimum-{recipe}-seed-*.json"))]
        shares = [row["whole_lists"]["percent"] for name in names for row in figures(name) if row["size"] == 100]
        lines.append(f"| recipe `{recipe}` | {len(shares)} | {min(shares):g} % | {max(shares):g} % |")
    return "\n".join(lines)


def addition() -> str:
    """Addition by how many numbers training saw."""
    lines = [
        "| seen in training | held-out sets | unseen pairs right, worst set | best set | the paper's |",
        "| --- | --- | --- | --- | --- |",
    ]
    for numbers in NUMBERS_SEEN:
        names = [file.stem for file in sorted(RESULTS.glob(f"add-{numbers}-*.json"))]
        shares = [figures(name)[0]["unseen_percent"] for name in names]
        worst, best = (f"{min(shares):.2f} %", f"{max(shares):.2f} %") if shares else ("not run", "")
        theirs = paper(published.ADDITION.get(numbers))
        lines.append(f"| `add`, {numbers} numbers | {len(shares)} | {worst} | {best} | {theirs} |")
    (row,) = figures("multiply-decayed")
    lines.append(
        f"| `multiply`, nine pairs of ten | 1 | {row['unseen_percent']:.2f} % | | {paper(published.MULTIPLICATION)} |"
    )
    return "\n".join(lines)


def baselines() -> str:
    """Both recipes of the baselines."""
    recipes = {"cosine": "generalization", "paper": "generalization-paper"}
    return "\n\n".join(f"Recipe `{recipe}`:\n\n{variants(name)}" for recipe, name in recipes.items())


def variants(name: str) -> str:
    """Every baseline that was measured at the training length and at a hundred numbers, and NEE."""
    lines = [
        "| mixed lists | seeds | right at 8: worst seed | best | the paper's | right at 100: worst seed | best | "
        "whole lists of 8: worst seed |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    rows = [row for row in figures(name) if row["distribution"] == "mixed"]
    models = {row["model"] for row in rows}
    of_table = [model for model in published.VARIANTS_AT_8 if model in models]
    for model in [*of_table, *sorted(models.difference(of_table))]:
        of_model = [row["accuracy"] for row in rows if row["model"] == model]
        short, long = ([row for row in of_model if row["size"] == size] for size in (8, 100))
        right, far = ([row["numbers"]["percent"] for row in part] for part in (short, long))
        whole = min(row["whole_lists"]["percent"] for row in short)
        lines.append(
            f"| `{model}` | {len(right)} | {min(right):.2f} % | {max(right):.2f} % | "
            f"{paper(published.VARIANTS_AT_8.get(model))} | {min(far):.2f} % | {max(far):.2f} % | {whole:g} % |"
        )
    return "\n".join(lines)


def figures(name: str) -> list[dict]:
    """What a file in results/ holds."""
    return json.loads((RESULTS / f"{name}.json").read_text())["figures"]


def everything() -> str:
    """All tables, and what made the figures of each file."""
    lines = ["| file | made by | on | weights |", "| --- | --- | --- | --- |"]
    for file in sorted(RESULTS.glob("*.json")):
        made = json.loads(file.read_text())
        weights = made.get("weights", "")
        hashes = f"{len(weights)} files" if isinstance(weights, dict) else f"`{weights[:12]}`" if weights else ""
        # A shell has written out the pattern that named many runs.
        command = re.sub(r"(\S+\.safetensors\s+){3,}", "RUNS ", made["command"].replace("|", "/"))
        lines.append(f"| {file.name} | `{command}` | {made['date']} | {hashes} |")
    tables = [sorting(), graphs(), small_domains(), from_scratch(), addition(), "\n".join(lines)]
    return "\n\n".join(tables)


def paper(value: float | None) -> str:
    """A published percentage."""
    return "not given" if value is None else f"{value:.2f}".removesuffix(".00")


PAGES = {README: overview, BASELINES: baselines, EVERYTHING: everything}


def written(page: Path) -> str:
    """A page with the tables in their place."""
    before, rest = page.read_text().split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{PAGES[page]()}\n{END}{after}"


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(written(page))
