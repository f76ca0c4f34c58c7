"""Programs of the user's own, from the command line."""

import json
import math
from pathlib import Path

import pytest
from typer.testing import CliRunner

from nee.cli import app
from nee.errors import InputError
from nee.pretrained import weights

EXAMPLES = Path(__file__).parents[1] / "examples"

PROGRAM = """
import jax.numpy as jnp
from nee.programs.pairs import ask

def smaller(a, b, *, minimum):
    return ask(minimum, a, b).value

def broken(a, *, minimum):
    return 1 // 0

def unknown(a, *, maximum):
    return a

def plain(a):
    return a

def total(a, b, c, *, add, multiply):
    return ask(add, ask(multiply, a, b).value, c).value

def uneven(a, *, minimum):
    return {"result": a, "trace": {"here": jnp.arange(2), "there": jnp.arange(1)}}

def not_steps(a, *, minimum):
    return {"result": a, "trace": 5}

def share(values, *, minimum):
    return minimum(values, values < 0).value / 4

def nowhere(a):
    return {"result": jnp.array([0.5, jnp.nan]), "largest": float("inf")}

def mixed(a):
    return {1: a, "one": a, (2, 3): a}

def alike(a):
    return {1: a, "1": a}

def yields(a):
    yield a

async def waits(a):
    return a

def leaves(a):
    raise SystemExit(3)

def _own_business(a):
    return a
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(PROGRAM)
    return path


def run(*words, code=0):
    result = CliRunner().invoke(app, ["run", *map(str, words)], catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.stdout


@pytest.mark.parametrize(("a", "b"), [(12, 18), (7, 5), (0, 9), (0, 0), (255, 15), (64, 64)])
def test_the_example_of_one_page_finds_divisors_with_oracles(a, b):
    answer = json.loads(run(f"{EXAMPLES}/gcd.py:gcd", a, b, "--oracle", "--json"))
    assert answer["result"]["result"] == math.gcd(a, b)
    assert answer["by"] == "oracle"


def test_the_example_finds_divisors_with_learned_engines_and_says_how():
    output = run(f"{EXAMPLES}/gcd.py:gcd", 12, 18, "--trace", "--compare")
    assert "18 less 12 is 6" in output
    assert output.splitlines()[-2:] == ["6", "The engines and the oracles agree."]


def test_a_program_of_one_s_own_has_a_trace_and_a_page_for_free(tmp_path):
    page = tmp_path / "gcd.html"
    words = (f"{EXAMPLES}/gcd.py:gcd", 12, 18, "--oracle", "--json", "--trace", "--html", page)
    answer = json.loads(run(*words))
    assert answer["result"] == {"result": 6}
    trace = answer["trace"]
    assert (trace["program"], trace["by"], trace["result"]) == ("gcd.py:gcd", "oracle", [6])
    said = [step["says"] for step in trace["runs"][0]["steps"]]
    assert said == ["18 less 12 is 6", "12 less 6 is 6", "6 less 6 is 0"]
    assert str(EXAMPLES) not in page.read_text()


def test_an_execution_and_a_graph_of_one_s_own_are_told_step_by_step():
    words = ("--oracle", "--json", "--trace")
    (told,) = json.loads(run("nee.programs:selection_sort", "5,3,9", *words))["trace"]["runs"]
    assert (told["values"], [step["value"] for step in told["steps"]]) == ([5, 3, 9], [3, 5, 9])
    trace = json.loads(run("nee.programs:dijkstra", "[[inf, 3, 9], [3, inf, 4], [9, 4, inf]]", 0, *words))["trace"]
    assert trace["graph"] == {"nodes": [0, 1, 2], "edges": [[0, 1, 3], [0, 2, 9], [1, 2, 4]], "directed": False}
    assert trace["result"] == [0, 3, 7]


def test_a_program_of_the_library_draws_its_trace():
    output = run("nee.programs:selection_sort", "5,3,9", "--oracle", "--trace")
    assert "[  3]" in output or "[3]" in output
    assert output.splitlines()[-1] == "[3, 5, 9]"


def test_wide_numbers_and_infinity():
    wide = 10**17 + 1
    answer = json.loads(run("nee.programs:dijkstra", f"[[inf, {wide}], [inf, inf]]", 0, "--oracle", "--json"))
    assert answer["result"]["distances"] == [0, wide]


@pytest.mark.parametrize(("a", "b", "c"), [(20, 20, 200), (2**31, 2**31 - 1, 2**31 - 1), (1, 2**62 - 1, 0)])
def test_a_sum_may_be_wider_than_what_it_is_made_of(file, a, b, c):
    answer = json.loads(run(f"{file}:total", a, b, c, "--compare", "--json"))
    assert (answer["result"], answer["parting"]) == (a * b + c, [])


def test_what_is_too_wide_is_infinite_and_that_is_said(file):
    output = run(f"{file}:total", 2**31, 2**31, 1, "--oracle")
    assert output.splitlines() == [str(2**62), f"({2**62} is how engines of 62 bits write infinity.)"]
    assert "infinity" not in run(f"{file}:total", 2, 3, 1, "--oracle")


def test_an_engine_of_ones_own_is_compared_with_its_own_oracle(file, tmp_path):
    downwards = EXAMPLES / "maximum.py"
    words = ["nee.programs:selection_sort", "5,3,9", "--engine", f"minimum={weights('minimum')}"]
    assert json.loads(run(*words, "--compare", "--json"))["parting"] == []
    words += ["--engine", f"minimum={downwards}", "--compare"]
    parting = json.loads(run(*words, "--json", code=1))["parting"]
    assert parting[0] == "result at 0: 3 and 9"
    assert "The engines and the oracles part:\n  result at 0: 3 and 9\n" in run(*words, code=1)


def test_answers_that_are_floats_are_compared(file):
    words = (f"{file}:share", "5,3,9", "--engine", f"minimum={EXAMPLES / 'maximum.py'}", "--compare")
    assert run(*words, code=1).splitlines() == ["0.75", "The engines and the oracles part:", "  result: 0.75 and 2.25"]


def test_infinity_is_explained_where_it_is_printed():
    assert "256" not in run("nee.programs:prim", "[[inf,3],[3,inf]]", 0, "--oracle")
    assert "256 is how" in run("nee.programs:selection_sort", "inf,3", "--oracle")


def test_infinity_is_explained_where_it_is_drawn(tmp_path):
    file = tmp_path / "smallest.py"
    file.write_text(
        "from nee.programs import selection_sort\n"
        "def smallest(values, *, minimum):\n"
        "    run = selection_sort(values, minimum=minimum)\n"
        "    return {'result': run.result[0], 'trace': run.trace}\n"
    )
    assert run(f"{file}:smallest", "inf,3", "--oracle") == "3\n"
    assert "(256 is how" in run(f"{file}:smallest", "inf,3", "--oracle", "--trace")


def test_json_has_the_trace_if_it_is_asked_for():
    words = ("nee.programs:selection_sort", "5,3,9", "--oracle", "--json")
    without, with_it = json.loads(run(*words)), json.loads(run(*words, "--trace"))
    assert without["result"] == with_it["result"] == {"result": [3, 5, 9]}
    assert "trace" not in without
    assert with_it["trace"]["format"] == "nee-trace-1"
    assert json.loads(run("nee.programs:merge_sort", "5,3", "--oracle", "--json"))["result"] == {"result": [3, 5]}


def test_what_is_no_number_is_null_in_json(file):
    def refuse(word):
        raise AssertionError(word)

    answer = json.loads(run(f"{file}:nowhere", 1, "--json"), parse_constant=refuse)
    assert answer["result"] == {"result": [0.5, None], "largest": None}
    assert run(f"{file}:nowhere", 1, "--compare").splitlines() == ["[0.5, nan]", "The engines and the oracles agree."]


def test_a_dict_may_have_any_keys(file):
    assert sorted(run(f"{file}:mixed", 7).splitlines()) == ["(2, 3): 7", "1: 7", "one: 7"]
    assert json.loads(run(f"{file}:mixed", 7, "--json"))["result"] == {"(2, 3)": 7, "1": 7, "one": 7}


def test_a_file_that_leaves_is_a_mistake(tmp_path):
    path = tmp_path / "leaves.py"
    path.write_text("raise SystemExit(3)")
    with pytest.raises(InputError, match=r"leaves.py cannot be imported, line 1: SystemExit: 3"):
        run(f"{path}:anything", 1)


@pytest.mark.parametrize(
    ("function", "lines"), [("uneven", ["   1  here 0  there 0", "   2  here 1", "7"]), ("not_steps", ["   1  5", "7"])]
)
def test_any_trace_is_drawn(file, function, lines):
    assert run(f"{file}:{function}", 7, "--oracle", "--trace").splitlines() == lines


def test_only_a_module_s_own_functions_are_named(tmp_path, monkeypatch):
    from nee.solve.own_program import find_program

    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "mine_helpers.py").write_text("def help_me(): ...\n")
    lines = ["from mine_helpers import help_me", "def first(): ...", "def nowhere(): ...", "nowhere.__module__ = None"]
    (tmp_path / "mine.py").write_text("\n".join(lines))
    with pytest.raises(InputError, match=r"there are: first\.$"):
        find_program("mine:second")


def test_where_they_part(file):
    from nee.solve.own_program import differences

    first, second = {"a": [1, 2, 3]}, {"a": [1, 5, 3]}
    assert differences(first, second) == ["['a'][1]: 2 and 5"]
    assert differences(first, first) == []
    floats = {"a": [0.5, math.nan]}
    assert differences(floats, floats) == []
    assert differences(floats, {"a": [0.25, 1.0]}) == ["['a'][0]: 0.5 and 0.25", "['a'][1]: nan and 1.0"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["{file}"], "names no function"),
        (["missing.py:gcd", 1], "There is no file missing.py"),
        (["no_such_module:gcd", 1], "no_such_module cannot be imported: ModuleNotFoundError"),
        (
            ["{file}:larger", 1, 2],
            "no function 'larger' in .*own.py; there are: smaller, broken, unknown, .*, waits, leaves\\.$",
        ),
        (["nee.programs:gcd", 1], "there are: .*activity_selection, "),
        (["{file}:smaller", 1], "does not take 1 argument: missing a required argument: 'b'"),
        (["{file}:smaller", 1, "x"], "'x' is not a number"),
        (["{file}:smaller", 1, 2.5], "2.5 cannot be read"),
        (["{file}:smaller", 1, "[[1], [2, 3]]"], "not equally long"),
        (["{file}:smaller", 1, '["a"]'], "'a' is not a number"),
        (["{file}:smaller", 1, "[1"], "write it like"),
        (["{file}:smaller", 1, 2**62], "is too large"),
        (["{file}:smaller", 1, 10**400], "an integer of 1329 bits is too large: .* up to 62 bits"),
        (["{file}:smaller", 1, -(10**400)], "cannot be read"),
        (["{file}:smaller", 1, f"[{'1' * 5000}]"], "too many digits"),
        (["{file}:smaller", 1, "[" * 100_000], "write it like"),
        (["{file}:smaller", 1, 2, "--compare", "--oracle"], "choose one of --oracle and --compare"),
        (["{file}:yields", 1], "returns a generator: a program is a plain function"),
        (["{file}:waits", 1], "returns a coroutine: a program is a plain function"),
        (["{file}:leaves", 1], "failed in line 45: SystemExit: 3"),
        (["{file}:alike", 1], "two keys that are written in the same way"),
        (["{file}:smaller", 1, 300, "--engine", "minimum={weights}"], "'minimum' reads numbers of 8 bits, and 300"),
        (["{file}:smaller", -5, 3], "-5 cannot be read"),
        (["{file}:smaller", "5,", 3], "a list of one number is written"),
        (["{file}:unknown", 1, "--oracle"], "Nobody knows the exact 'maximum': .* --engine maximum=FILE.py"),
        (["{file}:smaller", 1, 2, "--engine", "minimum=nowhere.safetensors"], "nowhere.safetensors"),
        (["{file}:smaller", 1, 2, "--engine", "minimum={file}"], "makes no subroutine"),
        (["{file}:broken", 1], "failed in line 9: ZeroDivisionError"),
        (["{file}:unknown", 1], "asks for an engine called 'maximum'; there are: add, add-89, merge, minimum"),
        (["{file}:smaller", 1, 2, "--engine", "add={file}"], "asks for no engine called 'add': it asks for minimum"),
        (["{file}:smaller", 1, 2, "--engine", "minimum"], "names no file"),
        (["{file}:plain", 1, "--trace"], "returns no trace"),
        (["nee.programs:dijkstra", "[[inf,3],[3,inf]]", 7], "There is no source 7: places go from 0 to 1"),
    ],
)
def test_a_mistake_is_one_sentence(file, words, sentence):
    words = [str(word).format(file=file, weights=weights("minimum")) for word in words]
    with pytest.raises(InputError, match=sentence):
        CliRunner().invoke(app, ["run", *words], catch_exceptions=False)
