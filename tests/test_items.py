"""What items make of results and of stored figures."""

import json

import pytest

from nee import pretrained
from nee.baselines import weights as baselines
from nee.baselines.experiments import EXAMPLES
from nee.checkpoints import fingerprint
from nee.paper import stored as stored_figures
from nee.paper.items import ITEMS, Plan
from nee.paper.report.blocks import Comparison, Table


def share(percent):
    return {"percent": percent, "low": 0.0, "high": 100.0}


def accuracy(size, percent):
    return {"size": size, "lists": 100, "whole_lists": share(percent / 2), "numbers": share(percent)}


@pytest.fixture
def results(tmp_path, monkeypatch):
    """A folder of stored figures that a test fills."""
    monkeypatch.setattr(stored_figures, "results_folder", lambda: tmp_path)

    def write(name, figures, weights):
        made = {"date": "2026-01-02", "weights": weights, "figures": figures}
        (tmp_path / f"{name}.json").write_text(json.dumps(made))

    return write


def comparison(item, plan, measured):
    return next(block for block in ITEMS[item].show(plan, measured) if isinstance(block, Comparison))


def test_variants_that_ship_are_measured_and_the_others_are_stored(results):
    figures = [
        {"model": model, "training_seed": seed, "distribution": "mixed", "accuracy": accuracy(8, percent)}
        for model, seed, percent in (("all_mod", 0, 11.0), ("all_mod", 1, 80.0), ("all_mod-C1", 0, 70.0))
    ]
    # The first is the file that ships: this run has measured it itself.
    hashes = {"all_mod, seed 0": fingerprint(baselines.weights("all_mod"))}
    results("generalization", figures, hashes | {"all_mod, seed 1": "b" * 64, "all_mod-C1, seed 0": "c" * 64})
    measured = {("all_mod", "mixed", 0): {"training_seed": 0, "accuracies": [accuracy(8, 90.0)]}}
    rows = {row.label[0]: row for row in comparison("ablation", Plan(), measured).rows}
    assert rows["all_mod"].ours == [90.0, 80.0]
    assert rows["all_mod"].exact == [45.0, 40.0]
    assert rows["all_mod-C1"].ours == [70.0]
    blocks = ITEMS["ablation-mixed"].show(Plan(), measured)
    table = {row[0]: row[1:] for block in blocks if isinstance(block, Table) for row in block.rows}
    assert table["all_mod"] == ["99.00", "85.00 (80.00)"]
    assert table["all_mod-C2"] == ["97.56", "not trained"]
    assert any("generalization.json of 2026-01-02" in block for block in blocks if isinstance(block, str))
    assert comparison("ablation", Plan(retrain=True), measured).rows[0].ours == [90.0]


def test_the_paper_s_recipe_has_a_table_of_its_own(results):
    figures = [
        {"model": model, "training_seed": 0, "distribution": kind, "accuracy": accuracy(size, percent)}
        for model, kind, size, percent in (
            ("vanilla", "mixed", 8, 90.0),
            ("vanilla", "close", 8, 1.0),
            ("NEE", "mixed", 8, 2.0),
        )
    ]
    results("generalization-paper", figures, {"vanilla, seed 0": "a" * 64})
    measured = {("all_mod", "mixed", 0): {"training_seed": 0, "accuracies": [accuracy(8, 95.0)]}}
    first, second = (block for block in ITEMS["ablation"].show(Plan(), measured) if isinstance(block, Comparison))
    assert [row.ours for row in first.rows] == [[95.0]]
    assert [(row.label, row.published, row.ours, row.exact) for row in second.rows] == [
        (("vanilla",), 93.11, [90.0], [45.0])
    ]


def test_addition_shows_every_held_out_set_and_none_twice(results):
    shipped = fingerprint(pretrained.weights("add-89"))
    for held_out, weights in enumerate((shipped, "b" * 64)):
        results(f"add-89-{held_out}", [{"unseen_percent": 98.0 + held_out}], weights)
    measured = {(89, 0): {"unseen_percent": 100.0}}
    (row,) = comparison("addition", Plan(), measured).rows
    assert row.ours == [100.0, 99.0]
    assert [file.name for file in row.stored] == ["add-89-1.json"]
    (row,) = comparison("addition", Plan(retrain=True), measured).rows
    assert row.ours == [100.0]


def test_trees_count_as_a_whole_and_paths_by_node():
    plan = Plan(quick=True)
    results = {
        (f"{program} ({kind})", 25, 0): {"nodes": share(99.0), "whole_graphs": share(50.0)}
        for program in ("shortest path", "minimum spanning tree")
        for kind in ("S1", "S2")
    }
    rows = {row.label[0]: row for row in comparison("graph-types", plan, results).rows}
    assert rows["shortest path (S2)"].ours == [99.0]
    assert rows["minimum spanning tree (S2)"].ours == rows["shortest path (S2)"].exact == [50.0]


def test_the_paper_s_own_examples_are_shown_beside_ours():
    made = [
        {"model": "m", "distribution": kind, "values": list(values), "outputs": [1, 256], "wrong": [True, False]}
        for kind, values in EXAMPLES
    ]
    (table,) = ITEMS["examples"].show(Plan(), {("vanilla",): {"examples": made}, ("NEE",): {"examples": made}})
    assert ["", "the paper's vanilla", "1 62 63 66 100 114 237 [53] e"] in table.rows
    assert ["", "our m", "[1] e"] in table.rows
