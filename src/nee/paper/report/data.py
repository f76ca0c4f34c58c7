"""The report as JSON: every figure with the paper's beside it."""

from collections.abc import Sequence
from statistics import mean
from typing import Any

from nee.paper.report.blocks import Comparison, Report, Row, Section, Table


def as_data(report: Report) -> dict[str, Any]:
    """All but the pictures."""
    told = {"identity": report.identity, "warning": report.warning, "made": report.made}
    items = {section.name: section_data(section) for section in report.sections}
    return told | {"weights": dict(report.weights), "items": items}


def section_data(section: Section) -> dict[str, Any]:
    """One item."""
    compared = [block for block in section.blocks if isinstance(block, Comparison)]
    tables = [block for block in section.blocks if isinstance(block, Table)]
    return {
        "title": section.title,
        "source": section.source,
        "failed": [failed._asdict() for failed in section.failed],
        "comparisons": [{"metric": each.metric, "rows": [row_data(row) for row in each.rows]} for each in compared],
        "tables": [{"header": list(each.header), "rows": [list(row) for row in each.rows]} for each in tables],
    }


def row_data(row: Row) -> dict[str, Any]:
    """One figure."""

    def of_seeds(values: Sequence[float]) -> dict[str, float]:
        return {"mean": mean(values), "worst": min(values), "best": max(values), "seeds": len(values)}

    return {
        "label": list(row.label),
        "published": row.published,
        "ours": of_seeds(row.ours),
        "difference": row.difference,
        "whole_instances_exact": of_seeds(row.exact) if row.exact else None,
        "stored": len(row.stored),
    }
