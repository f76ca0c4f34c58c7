"""The report as one HTML file that needs nothing else."""

import base64
import dataclasses
import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from nee.paper.report.blocks import Block, Comparison, Picture, Player, Table, Turnable, signed
from nee.paper.report.contents import LEARNED_AND_GIVEN, Report, Section
from nee.plots import TURNABLE

FOLDER = Path(__file__).parent


def write_html(report: Report, folder: Path) -> Path:
    """`report.html`."""
    path = folder / "report.html"
    path.write_text(render(report))
    return path


def render(report: Report) -> str:
    """The page, with style, script, pictures and data inside."""
    header, *rows = LEARNED_AND_GIVEN
    body = "\n".join(
        [
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
    )
    page = (FOLDER / "page.html").read_text()
    script = TURNABLE.read_text() + (FOLDER / "page.js").read_text()
    return (
        page.replace("/* style */", (FOLDER / "page.css").read_text())
        .replace("/* script */", script)
        .replace("<!-- body -->", body)
    )


def head(report: Report) -> str:
    """What it is, and how to cite it."""
    failed = sum(bool(section.failed) for section in report.sections)
    verdict = f"{failed} of {len(report.sections)} items failed" if failed else f"{len(report.sections)} items"
    made = report.made
    return (
        f"<header><h1>Neural execution engines, reproduced</h1><p class=lead>Every table and figure of <cite>Neural "
        "Execution Engines: Learning to Execute Subroutines</cite> (Yan, Swersky, Koutra, Ranganathan, Hashemi, "
        f"NeurIPS 2020), measured again and set beside what the paper publishes.</p><p class=facts>{verdict} · "
        f"{escape(made['date'])} · nee {escape(made['nee'])} · report {report.identity[:16]}</p></header>"
    )


def summary(report: Report) -> str:
    """A line for each item, with a link to it."""
    rows = []
    for section in report.sections:
        gaps = section.differences
        largest = signed(max(gaps, key=abs)) if gaps else "none"
        link = f'<a href="#{section.name}">{escape(section.title)}</a>'
        figures = f"<td class='number figures'>{len(gaps)}<td class=number>{'failed' if section.failed else largest}"
        rows.append(f"<tr><td>{link}<td>{escape(section.source)}{figures}")
    return (
        "<section><h2>At a glance</h2><div class=scroll><table><thead><tr><th>item<th>in the paper"
        f"<th class='number figures'>figures<th class=number>largest difference<tbody>{''.join(rows)}</table></div>"
        "<p class=note>Figures are those that the paper gives a number for. The difference is ours less the paper's, "
        "in percentage points.</p></section>"
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
    """A block; figures that answer to the hand are filled in by the script."""
    match block:
        case Comparison():
            return block_html(block.as_table())
        case Table():
            notes = "".join(f"<p class=note>{escape(note)}</p>" for note in block.notes)
            return f"<p>{escape(block.caption)}</p>{table_html(block.header, block.rows)}{notes}"
        case Picture():
            data = base64.b64encode(block.png).decode()
            caption = escape(block.caption)
            width = int.from_bytes(block.png[16:20]) * 3 // 5  # Of the PNG's header: fine enough for any screen.
            image = f'<img alt="{caption}" width={width} src="data:image/png;base64,{data}">'
            return f"<figure>{image}<figcaption>{caption}</figcaption></figure>"
        case Turnable():
            return interactive("turnable", block)
        case Player():
            return interactive("player", block)
        case str():
            return f"<p>{escape(block)}</p>"


def interactive(kind: str, block: Any) -> str:
    """The data of a figure, for the script."""
    data = json.dumps(dataclasses.asdict(block)).replace("<", "\\u003c")
    return f'<div class="{kind}"><script type="application/json">{data}</script></div>'


def table_html(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns of nothing but numbers stand to the right."""
    columns = zip(*rows, strict=True) if rows and any(header) else [()] * len(header)
    right = [is_number("".join(column)) for column in columns]

    def line(tag: str, cells: Sequence[str]) -> str:
        return "<tr>" + "".join(
            f"<{tag}{' class=number' if number else ''}>{escape(cell)}"
            for cell, number in zip(cells, right, strict=True)
        )

    head = f"<thead>{line('th', header)}" if any(header) else ""
    return f"<div class=scroll><table>{head}<tbody>{''.join(line('td', row) for row in rows)}</table></div>"


def is_number(text: str) -> bool:
    """Whether there are digits and signs only."""
    return bool(text) and not text.strip("0123456789.+-")


def folded(title: str, content: str) -> str:
    """Out of the way until somebody wants to see it."""
    return f"<details><summary>{escape(title)}</summary>{content}</details>"
