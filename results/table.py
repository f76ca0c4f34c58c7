"""Writes the tables of results into README.md and docs/baselines.md: `python results/table.py`."""

import json
from pathlib import Path

RESULTS = Path(__file__).parent
README = RESULTS.parent / "README.md"
BASELINES = RESULTS.parent / "docs" / "baselines.md"
BEGIN, END = "<!-- results: made by results/table.py -->", "<!-- end of results -->"
PAPER_SORTING = {25: "100", 50: "100", 75: "100", 100: "100"}
"""Table 1 of the paper, selection sort and merge sort alike: numbers in the right position, in percent."""
PAPER_GRAPHS = {
    ("shortest paths, four kinds", "dijkstra"): ("100", "100", "100", "100"),
    ("spanning trees, four kinds", "prim"): ("100", "100", "100", "100"),
    ("shortest paths, Erdős–Rényi", "dijkstra-erdos-renyi"): ("100", "100", "100", "100"),
    ("spanning trees, Erdős–Rényi", "prim-erdos-renyi"): ("100", "100", "100", "100"),
    ("shortest paths, four kinds, learned from graphs", "dijkstra-s2"): ("100", "100", "100", "99.91"),
    ("spanning trees, four kinds, learned from graphs", "prim-s2"): ("100", "99", "93", "92"),
}
"""Table 1 and the table of mixed graph types: nodes at the right distance, or whole trees, in percent, by file."""
PAPER_ADDITION = {89: "100", 76: "99.00", 64: "96.53"}
"""The paper's addition table: right answers in percent, by how many numbers training saw."""

PAPER_SEQ2SEQ = {
    "all_mod": "99.00",
    "all_mod-C1": "95.89",
    "all_mod-C2": "97.56",
    "all_mod-C3": "98.33",
    "all_mod-C4": "98.44",
    "all_mod-C5": "89.56",
    "all_mod+C6": "84.78",
    "vanilla": "93.11",
    "vanilla+C5": "96.67",
    "vanilla+C6": "77.11",
}
"""The paper's ablations at length 8 on mixed lists: right outputs in percent, the end among them."""


def render() -> str:
    """The tables, in Markdown."""
    return "\n\n".join([sorting(), graphs(), small_domains(), from_scratch(), addition()])


def sorting() -> str:
    """Both algorithms, by size."""
    files = {"selection sort": ["minimum", "minimum-500", "minimum-1000"], "merge sort": ["merge", "merge-1000"]}
    lines = [
        "| mixed lists | numbers | lists | whole lists exact (95 % interval) | numbers right | the paper's |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for algorithm, names in files.items():
        for row in (row for name in names for row in figures(name)):
            share, published = row["whole_lists"], PAPER_SORTING.get(row["size"], "not given")
            lines.append(
                f"| {algorithm} | {row['size']} | {row['lists']} | {share['percent']:g} % ({share['low']:.1f} to "
                f"{share['high']:.1f}) | {row['numbers']['percent']:g} % | {published} |"
            )
    return "\n".join(lines)


def graphs() -> str:
    """Both programs, with the engines that learned from lists (S1) and with those that learned from graphs (S2)."""
    lines = [
        "| graphs | nodes | graphs | whole graphs exact (95 % interval) | nodes right | the paper's |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for (title, name), published in PAPER_GRAPHS.items():
        for row, theirs in zip(figures(name), published, strict=True):
            share = row["whole_graphs"]
            lines.append(
                f"| {title} | {row['size']} | {row['graphs']} | {share['percent']:g} % ({share['low']:.1f} to "
                f"{share['high']:.1f}) | {row['nodes']['percent']:.4g} % | {theirs} |"
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
    for numbers, published in PAPER_ADDITION.items():
        names = [file.stem for file in sorted(RESULTS.glob(f"add-{numbers}-*.json"))]
        shares = [figures(name)[0]["unseen_percent"] for name in names]
        lines.append(
            f"| `add`, {numbers} numbers | {len(shares)} | {min(shares):.2f} % | {max(shares):.2f} % | {published} |"
        )
    (row,) = figures("multiply-decayed")
    lines.append(f"| `multiply`, nine pairs of ten | 1 | {row['unseen_percent']:.2f} % | | 100 |")
    return "\n".join(lines)


def baselines() -> str:
    """Every baseline that was measured at the training length and at a hundred numbers, and NEE."""
    lines = [
        "| mixed lists | seeds | right at 8: worst seed | best | the paper's | right at 100: worst seed | best | "
        "whole lists of 8: worst seed |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    rows = [row for row in figures("generalization") if row["distribution"] == "mixed"]
    measured = dict.fromkeys(row["model"] for row in rows)
    for model in [*PAPER_SEQ2SEQ, *sorted(measured.keys() - PAPER_SEQ2SEQ.keys())]:
        of_model = [row["accuracy"] for row in rows if row["model"] == model]
        short, long = ([row for row in of_model if row["size"] == size] for size in (8, 100))
        right, far = ([row["numbers"]["percent"] for row in part] for part in (short, long))
        whole = min(row["whole_lists"]["percent"] for row in short)
        lines.append(
            f"| `{model}` | {len(right)} | {min(right):.2f} % | {max(right):.2f} % | "
            f"{PAPER_SEQ2SEQ.get(model, 'not given')} | {min(far):.2f} % | {max(far):.2f} % | {whole:g} % |"
        )
    return "\n".join(lines)


def figures(name: str) -> list[dict]:
    """What a file in results/ holds."""
    return json.loads((RESULTS / f"{name}.json").read_text())["figures"]


PAGES = {README: render, BASELINES: baselines}


def written(page: Path) -> str:
    """A page with the tables in their place."""
    before, rest = page.read_text().split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{PAGES[page]()}\n{END}{after}"


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(written(page))
