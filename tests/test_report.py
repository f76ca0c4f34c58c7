import json
import re
from pathlib import Path

import pytest

from nee.paper import published
from nee.paper.report import data, html, markdown
from nee.paper.report.blocks import Comparison, Failed, Picture, Report, Row, Section, Table, Turnable
from nee.paper.report.pages import fill
from nee.paper.reproduction import write_report
from nee.paper.results import Measurement

ONE_SEED = [Row(("a",), 99.0, [98.5], [90.0]), Row(("b",), "under 10", [3.0]), Row(("c",), None, [50.0])]
ROOT = Path(__file__).parents[1]


def report(*blocks, failed=(), warning=""):
    sections = [Section("item", "Table 0", "A <title>", blocks, failed)]
    return Report(sections, "0" * 64, warning, {"date": "today", "nee": "0"}, [("w", "f" * 64)], [("job", "k", "now")])


def test_the_difference_stands_beside_what_is_published():
    table = Comparison("", ("model",), "share", ONE_SEED, exact="whole lists").as_table()
    assert table.header == ["model", "paper", "ours", "difference", "whole lists exact"]
    assert table.rows == [
        ["a", "99.00", "98.50", "-0.50", "90.00"],
        ["b", "under 10", "3.00", "", ""],
        ["c", "", "50.00", "", ""],
    ]


def test_several_seeds_show_mean_worst_and_best():
    rows = [Row(("a",), 100.0, [100.0, 98.0, 99.0], [100.0, 80.0, 90.0])]
    table = Comparison("", ("model",), "share", rows, exact="whole lists").as_table()
    assert table.header[2:6] == ["seeds", "ours, mean", "worst", "best"]
    assert table.rows == [["a", "100.00", "3", "99.00", "98.00", "100.00", "-1.00", "80.00"]]


def test_stored_figures_are_marked_and_dated():
    stored = Measurement("", {}, {}, {}, run='{"date": "2026-01-02"}')
    rows = [Row(("64",), 96.53, [97.0, 98.0], stored=[stored]), Row(("89",), 100.0, [99.0])]
    table = Comparison("", ("numbers",), "share", rows).as_table()
    assert [row[0] for row in table.rows] == ["64 †", "89"]
    assert table.notes == ["† In part or whole stored figures, measured on 2026-01-02, not by this run."]
    table = Comparison("", ("numbers",), "share", [Row(("64",), 96.53, [98.0], stored=[stored])]).as_table()
    assert table.rows[0][0] == "64"
    assert table.notes == ["Stored figures, measured on 2026-01-02, not by this run."]


@pytest.mark.parametrize("ours", [99.996, 100.004, 100.0])
def test_no_difference_has_no_sign(ours):
    (row,) = Comparison("", ("",), "", [Row(("a",), 100.0, [ours])]).as_table().rows
    assert row[-1] == "0.00"


def test_columns_of_numbers_stand_to_the_right_whatever_they_hold():
    table = Comparison("", ("model",), "share", ONE_SEED, exact="whole lists").as_table()
    lines = html.table_html(table.header, table.rows, table.labels).split("<tr>")[1:]
    assert {line.count("class=number") for line in lines} == {4}
    assert "| --- | --: | --: | --: | --: |" in markdown.block_text(table)


def test_a_failed_job_is_shown_with_its_log():
    failed = report(failed=[Failed("train it", "ValueError: x < y", "Traceback <b>")])
    page, text = html.render(failed), markdown.render(failed)
    assert "ValueError: x &lt; y" in page
    assert "Traceback &lt;b&gt;" in page
    assert "1 of 1 items failed" in page
    assert "**Failed**: train it. ValueError: x < y\n\n```\nTraceback <b>\n```" in text
    assert data.as_data(failed)["items"]["item"]["failed"][0]["log"] == "Traceback <b>"


def test_a_warning_stands_before_everything_else():
    quick = report("text", warning="A quick run")
    page = html.render(quick)
    assert page.index("A quick run") < page.index("At a glance")
    assert markdown.render(quick).split("\n\n")[1] == "**A quick run**"
    assert data.as_data(quick)["warning"] == "A quick run"
    assert "warning>" not in html.render(report("text"))


def test_text_cannot_become_markup():
    page = html.render(report("<i>", Table("<i>", ["<i>"], [["<i>"]]), Turnable("</script><i>", [{"title": "<i>"}])))
    assert "<i>" not in page.split("<main>")[1].split("</main>")[0]
    assert page.count("</script>") == 2  # The data's end and the script's own.


def test_pictures_are_files_beside_the_markdown(tmp_path):
    page, text = write_report(
        report(Picture("dot", "a dot", lambda data, file: file.write(data), b"\x89PNG" + bytes(20))), tmp_path
    )
    assert "![a dot](figures/dot.png)" in text.read_text()
    assert (tmp_path / "figures" / "dot.png").read_bytes().startswith(b"\x89PNG")
    assert "data:image/png" in page.read_text()


def test_where_the_paper_gives_no_number_the_summary_is_empty():
    summary = html.summary(report(Comparison("", ("model",), "", [Row(("c",), None, [50.0])])))
    assert "none" not in summary
    assert "<td class='number figures'><td class=number></table>" in summary


def test_the_data_is_json():
    made = data.as_data(report(Comparison("", ("model",), "share", ONE_SEED)))
    (comparison,) = json.loads(json.dumps(made))["items"]["item"]["comparisons"]
    assert comparison["rows"][0]["ours"] == {"mean": 98.5, "worst": 98.5, "best": 98.5, "seeds": 1}
    assert comparison["rows"][0]["difference"] == -0.5


def test_published_numbers_are_complete():
    assert all(set(row) == set(published.SIZES) for row in published.GRAPH_TYPES.values())
    assert len(published.VARIANTS_AT_8) == 10
    # A hundred lists of eight numbers and the end.
    assert all(abs(value * 9 - round(value * 9)) < 0.1 for value in published.VARIANTS_AT_8.values())


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda path: path.name
)
def test_the_tables_of_a_page_are_those_of_the_results(page):
    text = page.read_text()
    assert text == fill(text), "run `make tables`"
    assert len(re.findall("<!-- results: ", text)) == text.count("<!-- end -->")
