import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

import tiny
from nee import cli, pretrained
from nee.errors import InputError
from nee.subroutines import SUBROUTINES


def nee(*arguments, stdin=None):
    return CliRunner().invoke(cli.app, [str(a) for a in arguments], input=stdin)


def refused(*arguments, stdin=None):
    """The sentence that a person's mistake is answered with."""
    result = nee(*arguments, stdin=stdin)
    assert isinstance(result.exception, InputError)
    assert result.stdout == ""
    return str(result.exception)


def test_sort_takes_arguments_standard_input_and_files(tmp_path):
    path = tmp_path / "numbers.txt"
    path.write_text("5, 3\n250 1\n")
    for result in (nee("sort", 5, 3, 250, 1), nee("sort", stdin="5 3,250\n1"), nee("sort", "--file", path)):
        assert result.exit_code == 0
        assert result.stdout == "1 3 5 250\n"


def test_sort_of_nothing_is_nothing():
    assert nee("sort", stdin="").stdout == "\n"
    answer = json.loads(nee("sort", "--json", "--trace", stdin="").stdout)
    assert (answer["values"], answer["sorted"], answer["trace"]["runs"]) == ([], [], [])


def test_standard_input_is_read_as_a_file_is(tmp_path):
    for written, reason in ((b"x\xff 3", "it is not text"), (b"\xef\xbb\xbf3 1", None)):
        path = tmp_path / "numbers.txt"
        path.write_bytes(written)
        if reason:
            assert refused("sort", stdin=written) == f"Standard input cannot be read: {reason}."
            assert refused("sort", "--file", path) == f"{path} cannot be read: {reason}."
        else:
            assert nee("sort", stdin=written).stdout == nee("sort", "--file", path).stdout == "1 3\n"


def test_sort_as_json():
    answer = json.loads(nee("sort", "--json", "--trace", 9, 4, 7).stdout)
    assert answer["sorted"] == [4, 7, 9]
    (run,) = answer["trace"]["runs"]
    assert [step["pointer"] for step in run["steps"]] == [1, 2, 0]
    assert [step["value"] for step in run["steps"]] == [4, 7, 9]
    assert "trace" not in json.loads(nee("sort", "--json", 9, 4, 7).stdout)


def test_the_trace_shows_slots_mask_pointer_and_value():
    lines = nee("sort", "--trace", 9, 4, 77).stdout.splitlines()
    assert lines[1].split() == ["1", "9", "[", "4]", "77", "4"]
    assert lines[2].split() == ["2", "[", "9]", "·", "77", "9"]
    assert lines[3].split() == ["3", "·", "·", "[", "77]", "77"]


def test_a_long_trace_is_drawn_with_one_mark_per_slot():
    result = nee("sort", "--trace", *range(30, 0, -1))
    first, last = result.stdout.splitlines()[1], result.stdout.splitlines()[30]
    assert first.split()[1:] == ["_" * 29 + "●", "1"]
    assert last.split()[1:] == ["●" + "·" * 29, "30"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["sort", "3", "nan"], "nan is not a number (item 1)"),
        (["sort", "3", "1_0"], "'1_0' is not a number"),
        (["sort", "3", "٣"], "'٣' is not a number"),
        (["sort", "9" * 5000], "has too many digits"),
        (["sort", "x" * 5000], "xxx...' is not a number"),
        (["sort", "3", "1e999"], "1e999 is too large for a float"),
        (["sort", "3", "true"], "'true' is not a number"),
        (["sort", "3", "--trase"], "There is no option --trase"),
        (["sort", "3", "1e30000"], "1e30000 is too large for a float"),
        (["sort", "3", "-0.1e-30000"], "-0.1e-30000 is too small for a float"),
        (["sort", "three"], "'three' is not a number"),
        (["sort", "--file", "/nothing/here"], "cannot be read"),
        (["sort", "3", "--file", "x"], "not from both"),
        (["train", "maximum"], "there are: minimum, merge, add, multiply"),
        (["train", "minimum", "--recipe", "secret"], "there are: counted, paper"),
        (["train", "minimum", "--resume", "--out", "/nothing/here"], "no checkpoint"),
        (["evaluate", "maximum"], "There is no subroutine called 'maximum'; there are: minimum"),
        (["train", "minimum", "--numbers", "64"], "leave out --numbers"),
        (["train", "add", "--numbers", "300", "--steps", "1", "--out", "/nothing/here"], "256 numbers of 8 bits"),
        (["add", "1", "-1"], "-1 is negative"),
        (["add", "1", "x"], "'x' is not a number"),
        (["multiply", "1.5", "2"], "1.5 is not a whole number"),
        (["plot", "embeddings", "maximum"], "There is no item 'maximum'; there are: table1"),
        (["plot", "table1"], "There is no picture of table1"),
        (["train", "seq2seq", "--variant", "C7"], "there are: all_mod, all_mod-C1"),
        (["train", "seq2seq", "--recipe", "secret"], "there are: cosine, paper"),
        (["train", "seq2seq", "--out", "/nothing/here"], "--out is the folder of one run"),
        (["train", "minimum", "--seeds", "2", "--out", "/nothing/here"], "--out is the folder of one run"),
        (["train", "minimum", "--seeds", "2", "--recipe", "paper", "--resume"], "no checkpoint to resume from"),
        (["evaluate", "seq2seq", "--variant", "C7"], "there are: all_mod, all_mod-C1"),
        (["evaluate", "seq2seq", "--variant", "all_mod-C2"], "does not ship"),
        (["evaluate", "seq2seq", "--variant", "vanilla", "--weights", "x"], "not both"),
        (["evaluate", "seq2seq", "--weights", str(pretrained.weights("minimum"))], "was trained for minimum, not for"),
        (["evaluate", "seq2seq", "--weights", "/nothing/here"], "There is no file"),
        (["evaluate", "dijkstra", "--weights", str(pretrained.weights("add"))], "was trained for add, not for minimum"),
        (
            ["evaluate", "merge", "--weights", str(pretrained.weights("minimum"))],
            "was trained for minimum, not for merge",
        ),
        (["evaluate", "minimum", "--pairs", "--sizes", "8"], "--sizes changes nothing beside --pairs"),
        (["evaluate", "merge", "--pairs", "--seed", "1"], "--seed changes nothing beside --pairs"),
        (["evaluate", "seq2seq", "--examples", "--lists", "1"], "--lists changes nothing beside --examples"),
        (["evaluate", "minimum", "--kind", "sorted"], "there are: mixed, random, close"),
        (["train", "minimum", "--steps", "1", "--out", "/proc/nothing"], "/proc/nothing cannot be written"),
        (["plot", "embeddings", "--out", "/proc/nothing"], "/proc/nothing cannot be written"),
        (["reproduce", "--out", "/proc/nothing"], "/proc/nothing cannot be written"),
        (["evaluate", "minimum", "--sizes", "8,x"], "write them like"),
        (["evaluate", "minimum", "--sizes", "0"], "write them like"),
        (["evaluate", "minimum", "--sizes", "100000"], "up to 2000 are evaluated"),
        (["evaluate", "prim", "--sizes", "1000"], "up to 707 are evaluated"),
        (["evaluate", "seq2seq", "--sizes", "9" * 30], "up to 2000 are evaluated"),
        (["evaluate", "clrs", "--sizes", "9" * 5000], "write them like"),
        (["evaluate", "minimum", "--weights", "/nothing/here"], "There is no file"),
    ],
)
def test_a_mistake_is_answered_with_one_sentence(arguments, reason):
    sentence = refused(*arguments)
    assert reason in sentence
    assert "\n" not in sentence
    assert sentence.endswith(".")


def test_a_mistake_ends_with_exit_code_2_and_no_traceback():
    result = subprocess.run(
        [sys.executable, "-m", "nee", "sort", "3", "nan"], capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("nee: nan is not a number")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["evaluate", "minimum", "--instances", "0"],
        ["evaluate", "minimum", "--graphs", "4"],
        ["evaluate", "add", "--sizes", "8"],
        ["evaluate", "prim", "--lists", "4"],
        ["evaluate", "seq2seq", "--pairs"],
        ["train", "minimum", "--variant", "vanilla"],
        ["train", "seq2seq", "--numbers", "64"],
        ["train", "minimum", "--steps", "9" * 20],
    ],
)
def test_an_option_that_does_not_apply_is_refused(arguments):
    assert nee(*arguments).exit_code == 2


def test_evaluate_as_json_says_what_made_the_figures():
    result = nee("evaluate", "minimum", "--sizes", "8", "--instances", 10, "--seed", 5, "--json")
    answer = json.loads(result.stdout)
    assert len(answer["weights"]) == 64
    assert {"command", "versions", "date", "machine"} < answer.keys()
    (row,) = answer["figures"]
    assert (row["size"], row["instances"], row["whole_instances"]["percent"]) == (8, 10, 100.0)


def test_evaluate_prints_a_table():
    assert "100 %" in nee("evaluate", "minimum", "--sizes", "8", "--instances", 10).stdout


def test_list_shows_the_engines():
    rows = {row["name"]: row for row in json.loads(nee("list", "--json").stdout)}
    assert {"minimum", "merge", "add", "multiply"} <= rows.keys()
    assert rows["minimum"]["provenance"]["recipe"]["name"] == "counted"
    assert "minimum" in nee("list").stdout


def test_merge_sort_shows_its_merges():
    result = nee("sort", "--algorithm", "merge", "--trace", 9, 4, 7)
    assert result.stdout.splitlines() == [
        "into lists of 2",
        "  9 | 4  → 4 9",
        "  7 |   → 7",
        "into lists of 4",
        "  4 9 | 7  → 4 7 9",
        "a number's colour tells which list the pointer took it from",
        "4 7 9",
    ]
    answer = json.loads(nee("sort", "--algorithm", "merge", "--trace", "--json", 9, 4, 7).stdout)
    assert answer["sorted"] == [4, 7, 9]
    assert [(run["level"], len(run["steps"])) for run in answer["trace"]["runs"]] == [(0, 2), (0, 1), (1, 3)]


def test_arithmetic():
    assert nee("add", 97, 31).stdout == "128\n"
    assert json.loads(nee("multiply", "--json", 12, 34).stdout) == {
        "operands": [12, 34],
        "result": 408,
        "by": "network",
    }


def test_a_product_of_more_digits_than_python_prints_is_printed(monkeypatch):
    monkeypatch.setattr("nee.solve.arithmetic.calculate", lambda name, a, b, by: (a * b, "table"))
    assert nee("multiply", "7" * 3000, "3" * 3000).stdout.startswith("25925")


def test_embeddings_are_drawn(tmp_path):
    assert nee("plot", "embeddings", "--out", tmp_path).exit_code == 0
    assert (tmp_path / "embeddings.png").read_bytes().startswith(b"\x89PNG")
    page = (tmp_path / "embeddings.html").read_text()
    views = json.loads(page.split('<script type="application/json">')[1].split("</script>")[0])["views"]
    assert [len(view["points"]) for view in views] == [256, 256, 256, 256]
    assert "http" not in page  # It needs nothing from elsewhere.


def test_train_leaves_weights_that_evaluate_reads(tmp_path, monkeypatch):
    monkeypatch.setitem(SUBROUTINES, "minimum", tiny.SUBROUTINE)
    assert nee("train", "minimum", "--steps", 1, "--out", tmp_path).exit_code == 0
    result = nee("evaluate", "minimum", "--sizes", 8, "--weights", tmp_path / "engine.safetensors", "--json")
    assert json.loads(result.stdout)["figures"][0]["whole_instances"]["percent"] == 0


def test_a_baseline_is_trained_and_evaluated(tmp_path):
    assert nee("train", "seq2seq", "--variant", "vanilla", "--steps", 1, "--out", tmp_path).exit_code == 0
    result = nee("evaluate", "seq2seq", "--sizes", 8, "--weights", tmp_path / "engine.safetensors", "--json")
    (row,) = json.loads(result.stdout)["figures"]
    assert (row["size"], row["whole_lists"]["percent"]) == (8, 0)


def test_the_paper_s_examples_are_shown_with_what_was_made_of_them():
    lines = nee("evaluate", "seq2seq", "--variant", "vanilla", "--examples").stdout.splitlines()
    assert lines[0].split() == ["random", "100", "62", "114", "66", "241", "1", "63", "237"]
    assert [line.split()[0] for line in lines[:3]] == ["random", "vanilla", "NEE"]
    assert lines[2].split()[1:] == ["1", "62", "63", "66", "100", "114", "237", "241"]


def test_help_does_not_wait_for_jax():
    code = "import sys; from nee.cli import app; sys.exit('jax' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
