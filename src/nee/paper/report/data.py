"""The report as JSON: every figure with the paper's beside it."""

from statistics import mean
from typing import Any

from nee.paper.report.blocks import Comparison, Row, Table
from nee.paper.report.contents import Report, Section


def as_data(report: Report) -> dict[str, Any]:
    """All but the pictures."""
    return {
        "identity": report.identity,
        "made": report.made,
        "weights": dict(report.weights),
        "items": {section.name: section_data(section) for section in report.sections},
    }


def section_data(section: Section) -> dict[str, Any]:
    """One item."""
    comparisons = [block for block in section.blocks if isinstance(block, Comparison)]
    tables = [block for block in section.blocks if isinstance(block, Table)]
    return {
        "title": section.title,
        "source": section.source,
        "failed": [failed._asdict() for failed in section.failed],
        "comparisons": [
            {"metric": block.metric, "exact": block.exact, "rows": [row_data(row) for row in block.rows]}
            for block in comparisons
        ],
        "tables": [{"header": list(block.header), "rows": [list(row) for row in block.rows]} for block in tables],
    }


def row_data(row: Row) -> dict[str, Any]:
    """One figure."""
    return {
        "label": list(row.label),
        "published": row.published,
        "ours": of_seeds(row.ours),
        "difference": row.difference,
        "whole_instances_exact": of_seeds(row.exact) if row.exact else None,
        "stored": [file.name for file in row.stored],
    }


def of_seeds(values) -> dict[str, float]:
    """The mean, the worst and the best."""
    return {"mean": mean(values), "worst": min(values), "best": max(values), "seeds": len(values)}
