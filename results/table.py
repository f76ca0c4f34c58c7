"""Writes the tables of results into README.md: `python results/table.py`."""

import json
from pathlib import Path

RESULTS = Path(__file__).parent
README = RESULTS.parent / "README.md"
BEGIN, END = "<!-- results: made by results/table.py -->", "<!-- end of results -->"
PAPER = {25: "100", 50: "100", 75: "100", 100: "100"}
"""Table 1 of the paper: numbers in the right position, in percent."""


def render() -> str:
    """The tables, in Markdown."""
    shipped = [row for name in ("minimum", "minimum-500", "minimum-1000") for row in figures(name)]
    pairs = figures("minimum-pairs")[0]
    wrong = sum(count for field, count in pairs.items() if field.startswith("wrong"))
    lines = [
        "| selection sort, mixed lists | lists | whole lists exact (95 % interval) | numbers right | the paper's |",
        "| --- | --- | --- | --- | --- |",
        *(
            f"| {row['size']} numbers | {row['lists']} | {interval(row['whole_lists'])} "
            f"| {row['numbers']['percent']:g} % | {PAPER.get(row['size'], 'not given')} |"
            for row in shipped
        ),
        "",
        f"All {pairs['singles']} single numbers and all {pairs['pairs']:,} pairs, infinity included: {wrong} mistakes.",
        "",
        "| trained from scratch | seeds | lists of 100 exact, worst seed | best seed |",
        "| --- | --- | --- | --- |",
        *(seeds(recipe) for recipe in ("counted", "paper")),
    ]
    return "\n".join(lines)


def seeds(recipe: str) -> str:
    """One row: all seeds of a recipe, the worst one first."""
    files = sorted(RESULTS.glob(f"minimum-{recipe}-seed-*.json"))
    shares = [row["whole_lists"]["percent"] for file in files for row in figures(file.stem) if row["size"] == 100]
    return f"| recipe `{recipe}` | {len(shares)} | {min(shares):g} % | {max(shares):g} % |"


def interval(share: dict[str, float]) -> str:
    """A percentage and its interval."""
    return f"{share['percent']:g} % ({share['low']:.1f} to {share['high']:.1f})"


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
