import json

import pytest

from nee.paper import published
from nee.paper.report import data, html, markdown
from nee.paper.report.blocks import Cell, Comparison, Frame, Picture, Player, Row, Table
from nee.paper.report.contents import Failed, Report, Section
from nee.paper.stored import Stored, stored

ONE_SEED = [Row(("a",), 99.0, [98.5], [90.0]), Row(("b",), "under 10", [3.0]), Row(("c",), None, [50.0])]


def report(*blocks, failed=()):
    sections = [Section("item", "Table 0", "A <title>", blocks, failed)]
    return Report(sections, "0" * 64, {"date": "today", "nee": "0"}, [("w", "f" * 64)], [("job", "k", "today")])


def test_the_difference_stands_beside_what_is_published():
    table = Comparison("", ("model",), "share", ONE_SEED, exact="whole lists").as_table()
    assert table.header == ["model", "paper", "ours", "difference", "whole lists exact"]
    assert table.rows == [
        ["a", "99.00", "98.50", "-0.50", "90.00"],
        ["b", "under 10", "3.00", "", ""],
        ["c", "not given", "50.00", "", ""],
    ]


def test_several_seeds_show_mean_worst_and_best():
    rows = [Row(("a",), 100.0, [100.0, 98.0, 99.0], [100.0, 80.0, 90.0])]
    table = Comparison("", ("model",), "share", rows, exact="whole lists").as_table()
    assert table.header == ["model", "paper", "ours, mean", "worst", "best", "difference", "whole lists exact, worst"]
    assert table.rows == [["a", "100.00", "99.00", "98.00", "100.00", "-1.00", "80.00"]]


def test_stored_figures_are_marked_and_dated():
    file = Stored("add-64-0.json", "2026-01-02", "abcdef" * 10, [])
    table = Comparison("", ("numbers",), "share", [Row(("64",), 96.53, [97.0, 98.0], stored=[file])]).as_table()
    assert table.rows[0][0] == "64 †"
    assert table.notes == [
        "† 64: stored figures, 1 of 2, not measured by this run: add-64-0.json of 2026-01-02, weights abcdefabcdef."
    ]


@pytest.mark.parametrize("ours", [99.996, 100.004, 100.0])
def test_no_difference_has_no_sign(ours):
    (row,) = Comparison("", ("",), "", [Row(("a",), 100.0, [ours])]).as_table().rows
    assert row[-1] == "0.00"


def test_a_failed_job_is_shown_with_its_log():
    failed = report(failed=[Failed("train it", "ValueError: x < y", "Traceback <b>")])
    page, text = html.render(failed), markdown.render(failed)
    assert "ValueError: x &lt; y" in page
    assert "Traceback &lt;b&gt;" in page
    assert "1 of 1 items failed" in page
    assert "**Failed**: train it. ValueError: x < y\n\n```\nTraceback <b>\n```" in text
    assert data.as_data(failed)["items"]["item"]["failed"][0]["log"] == "Traceback <b>"


def test_text_cannot_become_markup():
    frame = Frame("</script>", [("row", [Cell("1", 0.5, "pointer"), Cell("2", 0.0, "hidden")])])
    page = html.render(report("<i>", Table("<i>", ["<i>"], [["<i>"]]), Player("<i>", [frame])))
    assert "<i>" not in page.split("<main>")[1].split("</main>")[0]
    assert page.count("</script>") == 2  # The data's end and the script's own.


def test_markdown_has_pictures_as_files_and_steps_as_text(tmp_path):
    frame = Frame("it points", [("row", [Cell("1", 0.5, "pointer"), Cell("2", 0.0, "hidden"), Cell("3")])])
    made = report(Picture("dot", "a dot", b"\x89PNG" + bytes(20)), Player("walk", [frame]))
    text = markdown.write_markdown(made, tmp_path).read_text()
    assert "![a dot](figures/dot.png)" in text
    assert (tmp_path / "figures" / "dot.png").read_bytes().startswith(b"\x89PNG")
    assert "Step 1: it points\n\n    row: [1] · 3" in text


def test_the_data_is_json():
    made = data.as_data(report(Comparison("", ("model",), "share", ONE_SEED)))
    (comparison,) = json.loads(json.dumps(made))["items"]["item"]["comparisons"]
    assert comparison["rows"][0]["ours"] == {"mean": 98.5, "worst": 98.5, "best": 98.5, "seeds": 1}
    assert comparison["rows"][0]["difference"] == -0.5


def test_published_numbers_are_complete():
    assert set(published.SORTING) == set(published.GRAPHS) == set(published.SIZES)
    assert all(set(row) == set(published.SIZES) for row in published.GRAPH_TYPES.values())
    assert len(published.VARIANTS_AT_8) == 10
    # A hundred lists of eight numbers and the end.
    assert all(abs(value * 9 - round(value * 9)) < 0.1 for value in published.VARIANTS_AT_8.values())


def test_stored_results_say_where_they_come_from():
    (file,) = stored("multiply-decayed")
    assert len(file.weights) == 64
    assert file.figures[0]["unseen_percent"] > 99
    assert stored("there-is-no-such-file") == []
