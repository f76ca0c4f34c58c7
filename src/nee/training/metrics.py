"""How a run is doing, as it is reported, and as rows of metrics.csv."""

import csv
import io
import os
import re
from pathlib import Path
from typing import NamedTuple

from nee.training.whole_file import refuse_unwritable, write_whole

METRICS = "metrics.csv"
FIRST, LAST = "step", ["steps_per_second", "exact"]


class Report(NamedTuple):
    """How a run is doing. Losses are means since the last report."""

    step: int
    losses: dict[str, float]
    steps_per_second: float
    exact: dict[str, float]
    """Percentages by name; empty at the steps without validation."""


def append(metrics: Path, report: Report) -> None:
    """Add a row, on disk before the checkpoint that follows it."""
    exact = "; ".join(f"{name}: {percent:g} %" for name, percent in report.exact.items())
    rows = [[report.step, *report.losses.values(), report.steps_per_second, exact]]
    if not metrics.exists():
        rows.insert(0, [FIRST, *(f"{name}_loss" for name in report.losses), *LAST])
    with refuse_unwritable(metrics), metrics.open("ab") as file:
        file.write(_as_lines(rows))
        file.flush()
        os.fsync(file.fileno())


def read_rows(metrics: Path) -> list[list[str]]:
    """The header and all whole rows; none where there is no such file, or one that was damaged."""
    if not metrics.exists():
        return []
    # A row without its end was being written when the run was killed.
    text = "".join(line for line in metrics.read_text(errors="replace").splitlines(keepends=True) if line[-1] == "\n")
    try:
        header, *rows = [row for row in csv.reader(text.splitlines()) if row] or [[]]
    except csv.Error:
        return []
    if header[:1] != [FIRST] or header[-2:] != LAST:
        return []
    return [header, *(row for row in rows if len(row) == len(header) and re.fullmatch("[0-9]{1,9}", row[0]))]


def read_validations(metrics: Path) -> dict[int, dict[str, float]]:
    """What was validated on the way, by step; what is damaged is left out."""
    _, *rows = read_rows(metrics) or [[]]
    by_step = {int(row[0]): re.findall(r"(.+?): (\d+(?:\.\d+)?(?:e[-+]\d+)?) %(?:; |$)", row[-1]) for row in rows}
    return {step: {name: float(percent) for name, percent in exact} for step, exact in by_step.items() if exact}


def keep_until(metrics: Path, step: int) -> None:
    """Drop what was reported after a checkpoint, as it is about to be reported again, and what is damaged."""
    header, *rows = read_rows(metrics) or [[]]
    if header:
        write_whole(metrics, _as_lines([header, *(row for row in rows if int(row[0]) <= step)]))
    else:
        metrics.unlink(missing_ok=True)


def _as_lines(rows: list[list[object]] | list[list[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
