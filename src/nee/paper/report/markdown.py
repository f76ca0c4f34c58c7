"""The report as Markdown, with its pictures as files beside it."""

from collections.abc import Sequence

from nee.paper.report.blocks import (
    LEARNED_AND_GIVEN,
    TITLE,
    Block,
    Comparison,
    Picture,
    Report,
    Section,
    Table,
    Turnable,
)


def render(report: Report) -> str:
    """All of the text."""
    header, *rows = LEARNED_AND_GIVEN
    parts = [
        f"# {TITLE}",
        *([f"**{report.warning}**"] if report.warning else []),
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
            return "\n\n".join([block.caption, table(block.header, block.rows, block.labels), *block.notes])
        case Picture():
            return f"![{block.caption}](figures/{block.name}.png)"
        case Turnable():
            return f"{block.caption} The figure that can be turned is in the HTML report."
        case str():
            return block


def table(header: Sequence[str], rows: Sequence[Sequence[str]], labels: int | None = None) -> str:
    """A table of pipes; columns after the labels hold numbers, and stand to the right."""
    rule = ["---" if labels is None or column < labels else "--:" for column in range(len(header))]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in [header, rule, *rows])
