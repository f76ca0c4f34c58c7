"""The report as Markdown, with its pictures as files beside it."""

from pathlib import Path

from nee.paper.report.blocks import Block, Comparison, Picture, Player, Table, Turnable
from nee.paper.report.contents import LEARNED_AND_GIVEN, Report, Section


def write_markdown(report: Report, folder: Path) -> Path:
    """`report.md`, and the folder `figures`."""
    figures = folder / "figures"
    figures.mkdir(parents=True, exist_ok=True)
    for section in report.sections:
        for block in section.blocks:
            if isinstance(block, Picture):
                (figures / f"{block.name}.png").write_bytes(block.png)
    path = folder / "report.md"
    path.write_text(render(report))
    return path


def render(report: Report) -> str:
    """All of the text."""
    header, *rows = LEARNED_AND_GIVEN
    parts = [
        "# Neural execution engines, reproduced",
        f"Report {report.identity[:16]}.",
        *(part for section in report.sections for part in section_parts(section)),
        "## What is learned and what is given",
        table(header, rows),
        "## What made this report",
        table(("", ""), list(report.made.items())),
        table(("weights", "SHA-256"), report.weights),
        table(("job", "key", "done on"), report.jobs),
    ]
    return "\n\n".join(parts) + "\n"


def section_parts(section: Section) -> list[str]:
    """One item."""
    failures = [f"**Failed**: {title}. {reason}\n\n```\n{log}\n```" for title, reason, log in section.failed]
    return [f"## {section.title} ({section.source})", *failures, *(block_text(block) for block in section.blocks)]


def block_text(block: Block) -> str:
    """What of a block can be said in text."""
    match block:
        case Comparison():
            return block_text(block.as_table())
        case Table():
            return "\n\n".join([block.caption, table(block.header, block.rows), *block.notes])
        case Picture():
            return f"![{block.caption}](figures/{block.name}.png)"
        case Turnable():
            return f"{block.caption} The figure that can be turned is in the HTML report."
        case Player():
            return "\n\n".join([block.caption, *(frame_text(index, frame) for index, frame in enumerate(block.frames))])
        case str():
            return block


def frame_text(index: int, frame) -> str:
    """A step as a few lines: the pointer in brackets, hidden slots as dots."""
    written = {"pointer": "[{}]", "hidden": "·", "": "{}"}
    rows = [
        f"    {label}: {' '.join(written[cell.mark].format(cell.text) for cell in cells)}"
        for label, cells in frame.rows
    ]
    return "\n".join([f"Step {index + 1}: {frame.caption}", "", *rows])


def table(header, rows) -> str:
    """A table of pipes."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(str(cell).replace('|', '/') for cell in line)} |" for line in lines)
