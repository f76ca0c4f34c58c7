"""The report as one HTML file that needs nothing else."""

import base64
import dataclasses
import json
from collections.abc import Sequence
from html import escape
from pathlib import Path

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
    signed,
)

FOLDER = Path(__file__).parent


def render(report: Report) -> str:
    """The page, with style, script, pictures and data inside."""
    header, *rows = LEARNED_AND_GIVEN
    parts = [
        head(report),
        summary(report),
        *(section_html(section) for section in report.sections),
        "<section><h2>What is learned and what is given</h2>",
        table_html(header, rows),
        "</section><section id=made><h2>What made this report</h2>",
        table_html(("", ""), list(report.made.items())),
        folded(f"{len(report.weights)} weights files", table_html(("weights", "SHA-256"), report.weights)),
        folded(f"{len(report.jobs)} jobs", table_html(("job", "key", "done on"), report.jobs)),
        "</section>",
    ]
    return page(TITLE, "\n".join(parts))


def page(title: str, body: str) -> str:
    """A page with its style and script inside."""
    style, script = ((FOLDER / name).read_text() for name in ("page.css", "page.js"))
    text = (FOLDER / "page.html").read_text().replace("<!-- title -->", escape(title))
    return text.replace("/* style */", style).replace("/* script */", script).replace("<!-- body -->", body)


def head(report: Report) -> str:
    """What it is, and how to cite it."""
    failed = sum(bool(section.failed) for section in report.sections)
    verdict = f"{failed} of {len(report.sections)} items failed" if failed else f"{len(report.sections)} items"
    warning = f"<p class=warning>{escape(report.warning)}</p>" if report.warning else ""
    return (
        f"<header><h1>{TITLE}</h1>{warning}<p class=lead>Every table and figure of <cite>Neural Execution Engines: "
        "Learning to Execute Subroutines</cite> (Yan, Swersky, Koutra, Ranganathan, Hashemi, NeurIPS 2020), measured "
        f"again and set beside what the paper publishes.</p><p class=facts>{verdict} · {escape(report.made['date'])} · "
        f"nee {escape(report.made['nee'])} · report {report.identity[:16]}</p></header>"
    )


def summary(report: Report) -> str:
    """A line for each item, with a link to it."""
    rows = []
    for section in report.sections:
        gaps = section.differences
        largest = "failed" if section.failed else signed(max(gaps, key=abs)) if gaps else ""
        link = f'<a href="#{section.name}">{escape(section.title)}</a>'
        rows.append(f"<tr><td>{link}<td>{escape(section.source)}<td class='number figures'>{len(gaps) or ''}")
        rows.append(f"<td class=number>{largest}")
    return (
        "<section><h2>At a glance</h2><div class=scroll><table><thead><tr><th>item<th>in the paper"
        f"<th class='number figures'>figures<th class=number>largest difference<tbody>{''.join(rows)}</table></div>"
        "<p class=note>The figures that the paper gives a number for. The difference is ours less the paper's, in "
        "percentage points.</p></section>"
    )


def section_html(section: Section) -> str:
    """One item."""
    failures = "".join(
        f"<div class=failed><p><b>Failed:</b> {escape(title)}. {escape(reason)}</p><pre>{escape(log)}</pre></div>"
        for title, reason, log in section.failed
    )
    blocks = "".join(block_html(block) for block in section.blocks)
    return (
        f'<section id="{section.name}"><p class=source>{escape(section.source)}</p><h2>{escape(section.title)}</h2>'
        f"{failures}{blocks}</section>"
    )


def block_html(block: Block) -> str:
    """A block."""
    match block:
        case Comparison():
            return block_html(block.as_table())
        case Table():
            notes = "".join(f"<p class=note>{escape(note)}</p>" for note in block.notes)
            return f"<p>{escape(block.caption)}</p>{table_html(block.header, block.rows, block.labels)}{notes}"
        case Picture():
            data = base64.b64encode(block.png).decode()
            caption = escape(block.caption)
            width = int.from_bytes(block.png[16:20]) * 3 // 5  # Of the PNG's header: fine enough for any screen.
            image = f'<img alt="{caption}" width={width} src="data:image/png;base64,{data}">'
            return f"<figure>{image}<figcaption>{caption}</figcaption></figure>"
        case Turnable():
            data = json.dumps(dataclasses.asdict(block)).replace("<", "\\u003c")  # The script fills it in.
            return f'<div class=turnable><script type="application/json">{data}</script></div>'
        case str():
            return f"<p>{escape(block)}</p>"


def table_html(header: Sequence[str], rows: Sequence[Sequence[str]], labels: int | None = None) -> str:
    """Columns after the labels hold numbers, and stand to the right."""

    def line(tag: str, cells: Sequence[str]) -> str:
        return "<tr>" + "".join(
            f"<{tag}{' class=number' if labels is not None and column >= labels else ''}>{escape(cell)}"
            for column, cell in enumerate(cells)
        )

    head = f"<thead>{line('th', header)}" if any(header) else ""
    return f"<div class=scroll><table>{head}<tbody>{''.join(line('td', row) for row in rows)}</table></div>"


def folded(title: str, content: str) -> str:
    """Out of the way until somebody wants to see it."""
    return f"<details><summary>{escape(title)}</summary>{content}</details>"
