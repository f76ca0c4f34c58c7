"""Writes the tables of results into README.md: `python results/table.py`."""

import json
from pathlib import Path

RESULTS = Path(__file__).parent
README = RESULTS.parent / "README.md"
BEGIN, END = "<!-- results: made by results/table.py -->", "<!-- end of results -->"
PAPER_SORTING = {25: "100", 50: "100", 75: "100", 100: "100"}
"""Table 1 of the paper, selection sort and merge sort alike: numbers in the right position, in percent."""
PAPER_ADDITION = {256: "100", 224: "100", 192: "100", 128: "100", 89: "100", 76: "99.00", 64: "96.53"}
"""The paper's addition table: right answers in percent, by how many numbers training saw."""
SEEN_IN_ADDITION = (*PAPER_ADDITION, 48, 32)
"""The rows of ours."""


def render() -> str:
    """The tables, in Markdown."""
    return "\n\n".join([sorting(), small_domains(), from_scratch(), addition()])


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
    for numbers in SEEN_IN_ADDITION:
        names = [file.stem for file in sorted(RESULTS.glob(f"add-{numbers}-*.json"))]
        shares = [figures(name)[0]["unseen_percent"] for name in names]
        worst, best = (f"{min(shares):.2f} %", f"{max(shares):.2f} %") if shares else ("not run", "")
        published = PAPER_ADDITION.get(numbers, "not given")
        lines.append(f"| `add`, {numbers} numbers | {len(shares)} | {worst} | {best} | {published} |")
    (row,) = figures("multiply-decayed")
    lines.append(f"| `multiply`, nine pairs of ten | 1 | {row['unseen_percent']:.2f} % | | 100 |")
    return "\n".join(lines)


def figures(name: str) -> list[dict]:
    """What a file in results/ holds."""
    return json.loads((RESULTS / f"{name}.json").read_text())["figures"]


def written(readme: str) -> str:
    """The README with the tables in their place."""
    before, rest = readme.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{render()}\n{END}{after}"


if __name__ == "__main__":
    README.write_text(written(README.read_text()))
