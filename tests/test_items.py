"""What items make of measurements, of this run and stored."""

import inspect
import json
import re
from functools import cache
from pathlib import Path

import pytest
from scipy.stats import spearmanr

from nee import pretrained
from nee.baselines.experiments import EXAMPLES
from nee.baselines.variants import PUBLISHED
from nee.baselines.weights import shipped
from nee.errors import InputError
from nee.evaluation.networkx_tests import run_networkx_tests
from nee.paper import published, results
from nee.paper.items import ITEMS, Plan, hyper_parameters
from nee.paper.items.item import recipe_named
from nee.paper.report.blocks import Comparison, Table
from nee.paper.reproduction import jobs_of, make_section
from nee.paper.results import Measurement
from nee.subroutines.add import ADD
from nee.subroutines.minimum import MINIMUM
from nee.training.checkpoints import weights_hash

RUN = json.dumps({"command": "nee reproduce", "versions": {}, "machine": "", "date": "2026-01-02"})


def share(percent):
    return {"percent": percent, "low": 0.0, "high": 100.0}


def sorted_by(variant, percent, *, seed=0, size=8, kind="mixed", recipe="cosine", run=""):
    made = {"subroutine": "seq2seq", "recipe": recipe, "seed": seed, "variant": variant, "sha256": "a" * 64}
    arguments = {"algorithm": "selection", "size": size, "lists": 100, "distribution": kind, "seed": 1}
    answer = {"whole_lists": share(percent / 2), "numbers": share(percent)}
    return Measurement("sort_lists", arguments, {"weights": made}, answer, run=run)


def added(numbers, percent, *, seed=0, run=""):
    made = {"subroutine": "add", "recipe": "some", "seed": seed, "numbers": numbers, "held_out": seed, "sha256": ""}
    return Measurement("ask_everything", {}, {"weights": made}, {"unseen_percent": percent}, run=run)


def comparisons(item, measurements):
    return [block for block in ITEMS[item].show(measurements) if isinstance(block, Comparison)]


@pytest.mark.parametrize("plan", [Plan(), Plan(retrain=True, seeds=2), Plan(quick=True)])
@pytest.mark.parametrize("item", ITEMS.values(), ids=ITEMS)
def test_every_item_knows_its_jobs(item, plan, tmp_path):
    for job in [] if plan.retrain and item.only_shipped else item.jobs(plan):
        json.dumps(job.arguments)
        assert len(job.key) == 64
        inspect.signature(job.function).bind(tmp_path, **job.arguments, **job.inputs)
        trains = any(needed.title.startswith("train") for needed in job.needs)
        assert trains == (plan.retrain and bool(job.inputs))


def test_what_rests_on_the_weights_that_ship_is_not_measured_with_others():
    only_shipped = {name for name, item in ITEMS.items() if item.only_shipped}
    assert only_shipped == {"clrs", "networkx", "wide-lists", "wide-pairs", "wide-graphs"}
    for name in only_shipped:
        assert ITEMS[name].missing() or jobs_of(ITEMS[name], Plan())
        assert not jobs_of(ITEMS[name], Plan(retrain=True))
        *_, says = make_section(ITEMS[name], Plan(retrain=True), []).blocks
        assert re.fullmatch(
            r"Stored figures, measured on .*, not by this run. It rests on the weights that ship: leave out .*", says
        )
        (says,) = make_section(ITEMS[name], Plan(retrain=True, quick=True), []).blocks
        assert says.startswith("This run measures nothing here. It rests on the weights that ship: leave out --retrain")


def test_without_pytest_the_tests_of_networkx_are_shown_as_they_are_stored(monkeypatch):
    monkeypatch.setattr("nee.evaluation.networkx_tests.find_spec", lambda name: None)
    assert not jobs_of(ITEMS["networkx"], Plan())
    *_, says = make_section(ITEMS["networkx"], Plan(), []).blocks
    assert says.endswith("not by this run. networkx's tests need pytest: pip install 'nee[test]' brings it.")
    *_, says = make_section(ITEMS["networkx"], Plan(stored=True), []).blocks
    assert says.endswith("not by this run.")
    with pytest.raises(InputError, match="need pytest: pip install"):
        run_networkx_tests("utils/tests", Path())


STORED = sorted({item.stored for item in ITEMS.values() if item.stored})


@pytest.mark.parametrize("file", STORED)
def test_a_whole_run_measures_again_all_that_ships(file):
    """What is stored of weights that ship would else be shown for ever, whatever becomes of them."""
    if file == "from-scratch":  # Trainings, one of which happens to ship.
        return
    jobs = [job for item in ITEMS.values() if item.stored == file for job in item.jobs(Plan())]
    asked = {(job.function.__name__, json.dumps(job.arguments, sort_keys=True)) for job in jobs}
    for each in results.read(file):
        if each.weights and all("ships" in made for made in each.weights.values()):
            assert (each.job, json.dumps(each.arguments, sort_keys=True)) in asked


@pytest.mark.parametrize("file", STORED)
def test_what_is_stored_of_weights_that_ship_is_of_those_that_ship_now(file):
    for each in results.read(file):
        for made in each.weights.values():
            if "ships" in made:
                assert made["tensors"] == hashes()[made["ships"]], f"run `nee reproduce ITEM --store` for {file}.json"


@cache
def hashes():
    """Of all weights that ship."""
    files = [*map(pretrained.weights, pretrained.names()), pretrained.SHARED, *shipped()]
    return {path.stem: weights_hash(path) for path in files}


def test_variants_are_compared_at_eight_and_the_worst_seed_is_shown():
    measured = [
        sorted_by("all_mod", 90.0),
        sorted_by("all_mod", 80.0, seed=1, run=RUN),
        sorted_by("all_mod", 3.0, size=16),
        sorted_by("all_mod", 5.0, kind="close"),
        sorted_by("vanilla", 75.0, recipe="paper", run=RUN),
    ]
    (with_cosine,) = comparisons("ablation", measured)
    (with_paper,) = comparisons("ablation-paper", measured)
    (row,) = with_cosine.rows
    assert (row.label, row.published, row.ours, row.exact) == (("all_mod",), 99.0, [90.0, 80.0], [45.0, 40.0])
    assert [(row.label, row.published, row.ours) for row in with_paper.rows] == [(("vanilla",), 93.11, [75.0])]
    first, *_ = (block for block in ITEMS["generalization"].show(measured) if isinstance(block, Table))
    assert first.header == ["mixed lists of", "8", "16"]
    assert first.rows == [["all_mod", "85.00 (80.00)", "3.00"]]


def followed(variant, shares, *, seed=0):
    made = {"subroutine": "seq2seq", "recipe": "paper", "seed": seed, "variant": variant, "sha256": "a" * 64}
    answer = {str(step): {"outputs at 8": share, "outputs at 25": 1.0} for step, share in shares.items()}
    return Measurement("follow_training", {}, {"weights": made}, answer)


def test_shorter_trainings_are_beginnings_of_longer_ones():
    by_paper = sorted(published.VARIANTS_AT_8, key=published.VARIANTS_AT_8.__getitem__)
    measured = [followed(variant, {900: 50.0 + place, 2000: 90.0}) for place, variant in enumerate(by_paper)]
    # The other seed moves the last variant to the middle, and ends before the second validation.
    wide = followed("all_mod+wide_score", {900: 1.0, 2000: 1.0})
    table = ITEMS["ablation-paper"].show([wide, *measured, followed(by_paper[-1], {900: 50.0}, seed=1)])[-1]
    assert table.header[1:] == ["900", "2000"]
    assert [row[0] for row in table.rows[:-2]] == list(PUBLISHED)
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows[by_paper[0]] == ["50.00", "90.00"]
    assert rows[by_paper[-1]] == ["54.50 (50.00)", "90.00"]
    assert table.rows[-2] == ["all_mod+wide_score", "1.00", "1.00"]  # It has no place in the paper's order.
    # Five places down, and four others one place up: 1 - 6 * (16 + 4) / (10 * 99), and no order among equals.
    assert rows["rank correlation with the paper"] == ["0.88", ""]


def test_a_variant_without_the_first_validation_keeps_its_row():
    table = ITEMS["ablation-paper"].show([followed("all_mod", {10: 5.0, 20: 6.0}), followed("vanilla", {20: 7.0})])[-1]
    assert table.rows[:2] == [["all_mod", "5.00", "6.00"], ["vanilla", "not measured", "7.00"]]
    assert table.rows[2][1:] == ["", ""]  # Two variants have no order to speak of.


def test_the_order_of_the_variants_is_compared_with_the_papers():
    shares = [99.0, 95.0, 97.0, 98.0, 96.0, 90.0, 85.0, 93.0, 94.0, 70.0]
    measured = [sorted_by(variant, share, recipe="paper") for variant, share in zip(PUBLISHED, shares, strict=True)]
    wide = sorted_by("all_mod+wide_score", 10.0, recipe="paper")
    (table,) = comparisons("ablation-paper", [wide, *measured])
    assert (table.rows[-1].label, table.rows[-1].published) == (("all_mod+wide_score",), None)
    correlation, p = spearmanr(list(published.VARIANTS_AT_8.values()), shares)
    assert f"is {correlation:.2f} (p = {p:.2f})." in table.caption
    assert 0.8 < correlation < 1
    assert "Spearman" not in comparisons("ablation-paper", measured[:4])[0].caption


def test_the_papers_training_is_repeated_with_every_seed():
    jobs = ITEMS["ablation-paper"].jobs(Plan(retrain=True, seeds=2))
    trained = {
        (job.function.__name__, *(job.needs[0].arguments[field] for field in ("variant", "seed"))) for job in jobs
    }
    assert len(trained) == len(jobs) == 2 * 2 * (len(PUBLISHED) + 1)
    assert {job.needs[0].arguments["recipe"]["name"] for job in jobs} == {"paper"}


def test_sums_are_learned_from_every_set_and_every_beginning():
    trainings = [job.needs[0].arguments for job in ITEMS["addition"].jobs(Plan(retrain=True, seeds=3))]
    sets = {(each["recipe"]["numbers"], each["recipe"]["held_out"], each["seed"]) for each in trainings}
    assert len(sets) == len(trainings) == 9 * 3 * 3
    products = [job.needs[0].arguments for job in ITEMS["multiplication"].jobs(Plan(retrain=True, seeds=2))]
    assert [(each["recipe"]["name"], each["recipe"]["held_out"], each["seed"]) for each in products] == [
        ("every", 0, 0), ("most", 6, 0), ("every", 0, 1), ("most", 7, 1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "recipe", "wanted"),
    [
        ("addition", "some", [*range(10), *range(21, 31)]),
        ("addition", "restless", [*range(10), *range(21, 31)]),
        ("multiplication", "most", [6, 7, 8, 9, *range(15, 20), *range(21, 32)]),
    ],
)
def test_no_figure_is_of_a_set_that_chose_its_recipe(name, recipe, wanted):
    trainings = [job.needs[0].arguments["recipe"] for job in ITEMS[name].jobs(Plan(retrain=True, seeds=20))]
    assert sorted({each["held_out"] for each in trainings if each["name"] == recipe}) == wanted


def test_what_was_not_measured_is_not_called_untrained():
    measured = [sorted_by("all_mod", 90.0), sorted_by("vanilla", 3.0, size=16)]
    first, *_ = (block for block in ITEMS["generalization"].show(measured) if isinstance(block, Table))
    assert first.rows == [["all_mod", "90.00", "not measured"], ["vanilla", "not measured", "3.00"]]


def test_addition_has_a_row_for_each_number_and_every_held_out_set():
    (table,) = comparisons("addition", [added(89, 100.0), added(48, 70.0), added(89, 99.0, seed=1, run=RUN)])
    many, few = table.rows
    assert (many.label, many.published, many.ours, len(many.stored)) == (("89", "some"), 100.0, [100.0, 99.0], 1)
    assert (few.label, few.published, few.ours) == (("48", "some"), None, [70.0])


def test_wrong_sums_are_counted_by_kinds_of_numbers_and_by_difference():
    def missed(numbers, by_gap, by_ones, off_by, *, seed=0, recipe="some"):
        made = {"subroutine": "add", "recipe": recipe, "seed": seed, "numbers": numbers, "held_out": 1, "sha256": ""}
        answer = {"unseen_percent": 99.0, "by_gap": by_gap, "by_ones": by_ones, "off_by": off_by}
        failed = sum(wrong for wrong, _ in by_gap.values())
        return Measurement("ask_everything", {}, {"weights": made}, answer | {"wrong_unseen_pairs": failed})

    measured = [
        missed(64, {"1": [6, 10], "2": [1, 10], "40": [1, 4]}, {"1": [8, 24]}, {"32": 5, "-64": 2, "1": 1}),
        missed(64, {"1": [1, 10], "32": [0, 4]}, {"1": [0, 8], "8": [1, 6]}, {"-64": 4, "2": 3}, seed=1),
        missed(64, {"3": [1, 3]}, {"2": [1, 3]}, {"2": 1}, recipe="all"),
        # Beside trainings without a mistake, the others' would look rare.
        missed(64, {"1": [0, 1000]}, {"1": [0, 1000]}, {}, seed=2),
        missed(128, {"1": [0, 2]}, {"1": [0, 2]}, {}),
        added(89, 99.0),
    ]
    gaps, ones, off_by = ITEMS["addition"].show(measured)[1:]
    columns = ["1", "2 to 3", "4 to 7", "8 to 15", "16 to 31", "32 or more"]
    assert (gaps.header, gaps.labels) == (["numbers seen", "recipe", *columns], 2)
    assert (ones.header, ones.labels) == (["numbers seen", "recipe", *"012345", "6 or more"], 2)
    assert (off_by.header, off_by.labels) == (["numbers seen", "recipe", "trainings", "off by"], 2)
    assert gaps.rows == [
        ["64", "some", "35.00", "10.00", "", "", "", "12.50"],
        ["64", "all", "", "33.33", "", "", "", ""],
    ]
    assert ones.rows == [
        ["64", "some", "", "25.00", "", "", "", "", "16.67"],
        ["64", "all", "", "", "33.33", "", "", "", ""],
    ]
    assert off_by.rows == [["64", "some", "2", "-64 (6), +32 (5), +2 (3)"], ["64", "all", "1", "+2 (1)"]]
    no_mistake = missed(128, {"1": [0, 2]}, {"1": [0, 2]}, {})
    assert len(ITEMS["addition"].show([added(89, 100.0), no_mistake])) == 1


def test_multiplication_tells_seen_pairs_from_unseen_ones():
    def multiplied(seen, unseen, wrong, percent):
        answer = {"seen_pairs": seen, "unseen_pairs": unseen, "wrong_unseen_pairs": 0, "wrong_seen_pairs": wrong}
        made = {"weights": {"subroutine": "multiply", "recipe": "every", "seed": 0}}
        return Measurement("ask_everything", {}, made, answer | {"unseen_percent": percent})

    (table,) = comparisons("multiplication", [multiplied(200, 0, 2, None), multiplied(90, 10, 0, 99.5)])
    assert [row.ours for row in table.rows] == [[99.0], [99.5]]


def test_trees_count_as_a_whole_and_paths_by_node():
    measured = [
        Measurement(
            "run_graph_program",
            {"algorithm": algorithm, "size": 25, "graphs": 10, "kind": "mixed", "seed": 1},
            {"minimum": {"subroutine": subroutine, "recipe": "fresh", "seed": 0}},
            {"nodes": share(99.0), "whole_graphs": share(50.0)},
        )
        for algorithm, subroutine in (("dijkstra", "minimum"), ("prim", "minimum"), ("prim", "minimum-prim"))
    ]
    (table,) = comparisons("graph-types", measured)
    rows = {row.label[0]: row for row in table.rows}
    assert rows["shortest path (S1)"].ours == [99.0]
    assert rows["minimum spanning tree (S1)"].ours == rows["shortest path (S1)"].exact == [50.0]
    assert "minimum spanning tree (S2, fresh)" in rows


def test_the_paper_s_own_examples_are_shown_beside_ours():
    made = [
        {"model": "m", "distribution": kind, "values": list(values), "outputs": [1, 256], "wrong": [True, False]}
        for kind, values in EXAMPLES
    ]
    (table,) = ITEMS["examples"].show([Measurement("sort_examples", {}, {}, {"examples": made})] * 2)
    assert ["", "the paper's vanilla", "1 62 63 66 100 114 237 [53] e"] in table.rows
    assert ["", "our m", "[1] e"] in table.rows


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "results_folder", lambda: tmp_path)
    return tmp_path


def test_what_is_stored_is_read_again_and_replaced_when_measured_again(folder):
    first, second = {"command": "one", "date": "2026-01-01"}, {"command": "two", "date": "2026-01-02"}
    results.store("addition", [added(89, 90.0), added(89, 91.0, seed=1)], first)
    results.store("addition", [added(89, 95.0)], second)
    read = results.read("addition")
    assert [(each.answer["unseen_percent"], each.date) for each in read] == [(91.0, "2026-01-01"), (95.0, "2026-01-02")]
    assert {each.subject for each in read} == {added(89, 0).subject, added(89, 0, seed=1).subject}
    assert json.loads((folder / "addition.json").read_text())["runs"][1]["command"] == "two"
    assert results.read("nothing") == []


def test_new_weights_that_ship_by_the_same_name_replace_the_old(folder):
    def shipped(recipe, percent):
        made = {"subroutine": "add", "recipe": recipe, "seed": 0, "numbers": 89, "sha256": recipe, "ships": "add-89"}
        return Measurement("ask_everything", {}, {"weights": made}, {"unseen_percent": percent})

    results.store("addition", [shipped("old", 90.0)], {"date": "2026-01-01"})
    results.store("addition", [shipped("new", 99.0)], {"date": "2026-01-02"})
    assert [each.answer["unseen_percent"] for each in results.read("addition")] == [99.0]


def test_stored_figures_fill_in_for_what_a_run_does_not_measure(folder):
    results.store("addition", [added(89, 90.0), added(64, 80.0)], {"date": "2026-01-01"})
    whole, again, quick = (
        make_section(ITEMS["addition"], plan, [added(89, 99.0)]).blocks
        for plan in (Plan(), Plan(retrain=True), Plan(quick=True))
    )
    assert [(row.label[0], row.ours) for row in whole[0].rows] == [("89", [99.0]), ("64", [80.0])]
    assert [row.label[0] for row in again[0].rows] == [row.label[0] for row in quick[0].rows] == ["89"]
    unmeasured = make_section(ITEMS["addition"], Plan(retrain=True), []).blocks
    assert [row.ours for row in unmeasured[0].rows] == [[90.0], [80.0]]
    (says,) = make_section(ITEMS["long-lists"], Plan(quick=True), []).blocks
    assert says == "This run measures nothing here: a whole run does."


@pytest.mark.parametrize(
    ("subroutine", "recipe", "optimizer", "rate"),
    [
        (ADD, "some", "Muon, weight decay 0.2", "cosine from 0.005 to 0.0015, in the end down to 0"),
        (ADD, "restless", "Muon, weight decay 0.2", "cosine from 0.004 to 0.003"),
        (ADD, "all", "Adam, weight decay 0.1", "cosine from 0.002 to 0"),
        (MINIMUM, "counted", "Adam", "cosine from 0.002 to 0"),
        (MINIMUM, "paper", "Adam", published.HYPER_PARAMETERS["learning rate"]),
    ],
)
def test_hyper_parameters_are_read_from_the_recipe(subroutine, recipe, optimizer, rate):
    made = recipe_named(recipe, subroutine.recipes)
    found = hyper_parameters.read(subroutine.config_for(made), made)
    assert (found["optimizer"], found["learning rate"]) == (optimizer, rate)
    assert found["a bit that is 0 is read as"] == ("-1" if recipe == "restless" else "0")
