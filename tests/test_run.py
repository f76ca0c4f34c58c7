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
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(PROGRAM)
    return path


def run(*words):
    result = CliRunner().invoke(app, ["run", *map(str, words)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
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
    parting = json.loads(run(*words, "--engine", f"minimum={downwards}", "--compare", "--json"))["parting"]
    assert parting[0] == "result at 0: 3 and 9"


@pytest.mark.parametrize(
    ("function", "lines"), [("uneven", ["   1  here 0  there 0", "   2  here 1", "7"]), ("not_steps", ["   1  5", "7"])]
)
def test_any_trace_is_drawn(file, function, lines):
    assert run(f"{file}:{function}", 7, "--oracle", "--trace").splitlines() == lines


def test_where_they_part(file):
    from nee.solve.own_program import differences

    first, second = {"a": [1, 2, 3]}, {"a": [1, 5, 3]}
    assert differences(first, second) == ["['a'][1]: 2 and 5"]
    assert differences(first, first) == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["{file}"], "names no function"),
        (["missing.py:gcd", 1], "There is no file missing.py"),
        (["no_such_module:gcd", 1], "no_such_module cannot be imported: ModuleNotFoundError"),
        (
            ["{file}:larger", 1, 2],
            "no function 'larger' in .*own.py; there are: smaller, broken, unknown, plain, total, .*",
        ),
        (["nee.programs:gcd", 1], "there are: .*activity_selection, "),
        (["{file}:smaller", 1], "does not take 1 arguments: missing a required argument: 'b'"),
        (["{file}:smaller", 1, "x"], "'x' is not a number"),
        (["{file}:smaller", 1, 2.5], "2.5 cannot be read"),
        (["{file}:smaller", 1, "[[1], [2, 3]]"], "not equally long"),
        (["{file}:smaller", 1, '["a"]'], "'a' is not a number"),
        (["{file}:smaller", 1, "[1"], "write it like"),
        (["{file}:smaller", 1, 2**62], "is too large"),
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
    ],
)
def test_a_mistake_is_one_sentence(file, words, sentence):
    words = [str(word).format(file=file, weights=weights("minimum")) for word in words]
    with pytest.raises(InputError, match=sentence):
        CliRunner().invoke(app, ["run", *words], catch_exceptions=False)
