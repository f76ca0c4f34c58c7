"""A subroutine of the user's own, in a file outside of the package."""

import dataclasses
import json
from pathlib import Path

import pytest

import nee
from nee.errors import EngineError, InputError
from nee.subroutines import SUBROUTINES
from nee.subroutines.find import find_subroutine, import_source
from test_cli import nee as run

EXAMPLE = Path(__file__).parents[1] / "examples" / "maximum.py"
TINY = (
    EXAMPLE.read_text()
    .replace("layers=2", "layers=1, width=8, feed_forward=16, score_width=16")
    .replace("count=100, size=50", "count=4, size=8")
    .replace("steps=6000", "steps=3")
)


def test_a_shipped_name_is_found():
    assert all(find_subroutine(name) is subroutine for name, subroutine in SUBROUTINES.items())


def test_a_module_and_a_name_are_found(tmp_path, monkeypatch):
    (tmp_path / "two_of_mine.py").write_text(TINY + "\nANOTHER = MAXIMUM\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert find_subroutine("two_of_mine:MAXIMUM").name == "maximum"
    assert find_subroutine(f"{tmp_path}/two_of_mine.py:ANOTHER").name == "maximum"
    assert find_subroutine("nee.subroutines.minimum:MINIMUM") is SUBROUTINES["minimum"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "makes no subroutine: give one a name"),
        ("from nee.subroutines.minimum import MINIMUM", "makes no subroutine"),
        ("def broken(:", "cannot be imported: SyntaxError"),
        ("import nowhere_to_be_found", "line 1: ModuleNotFoundError: No module named 'nowhere_to_be_found'."),
        ("x = 1\ny = 1 / 0", "line 2: ZeroDivisionError: division by zero."),
        (TINY + "import dataclasses\nTWO = dataclasses.replace(MAXIMUM)", "2 subroutines: choose one of"),
        (TINY.replace("return nee.Step(", "return dict("), "must return a Step"),
        (TINY.replace("value=values[pointer]", "value=values"), "a value of shape (2,): it must be ()"),
        (TINY.replace("mask=mask.at[pointer].set(True)", "mask=pointer"), "a mask of shape (): it must be (2,)"),
        (TINY.replace("values[pointer]", "values[nothing]"), "The oracle of"),
        (TINY.replace("    program=sort_downwards,\n", ""), "give the subroutine a `program`"),
        (TINY.replace("recipes=(", "recipes=() and ("), "has no recipe"),
        (TINY.replace("steps=3", "steps=-5"), "steps is a whole number from 1 on, not -5"),
        (
            TINY.replace("learning_rate=3e-3", "learning_rate=float('nan')"),
            "a number above 0, not nan",
        ),
        (TINY.replace("layers=1", "layers=0"), "layers is a whole number from 1 on, not 0"),
        (TINY.replace("layers=1", "bits=70"), "numbers of up to 30 bits, not 70"),
        (TINY.replace("lesson=lesson", "lesson=lambda key, recipe: 5"), "must return a Lesson"),
        (TINY.replace("lesson=lesson", "lesson=lambda key: 5"), "The lesson of"),
        (TINY.replace('name="maximum"', 'name="../../evil"'), "calls itself '../../evil'"),
        (TINY.replace('name="maximum"', 'name=""'), "calls itself ''"),
    ],
)
def test_what_is_to_be_mended_is_said_in_one_sentence(tmp_path, text, sentence):
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(InputError) as refused:
        find_subroutine(str(path))
    assert sentence in str(refused.value)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("maximum", "There is no subroutine called 'maximum'; there are: minimum, merge"),
        ("nowhere.py", "There is no file nowhere.py."),
        ("nowhere:MAXIMUM", "nowhere cannot be imported"),
        ("nee.subroutines.minimum:SLOTS", "'SLOTS' in nee.subroutines.minimum is no Subroutine."),
        ("nee.subroutines.minimum:MAXIMUM", "'MAXIMUM' in nee.subroutines.minimum is no Subroutine."),
    ],
)
def test_what_is_not_there_is_said(name, sentence):
    with pytest.raises(InputError) as refused:
        find_subroutine(name)
    assert sentence in str(refused.value)


@pytest.mark.long
def test_the_example_is_trained_evaluated_certified_and_loaded(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(TINY)
    assert run("train", "mine.py").exit_code == 0
    weights = "runs/maximum-short-0/engine.safetensors"
    answer = json.loads(
        run("evaluate", "mine.py", "--weights", weights, "--sizes", 8, "--instances", 4, "--json").stdout
    )
    assert answer["figures"][0]["whole_instances"]["percent"] < 100  # It is judged by sorting downwards.
    assert nee.load(weights).config.layers == 1
    refused = run("certify", "mine.py", "--weights", weights)
    assert isinstance(refused.exception, EngineError)  # In three steps nothing is learned.
    assert json.loads(Path("runs/maximum-short-0/engine.certificate.json").read_text())["wrong"] > 0
    assert "No weights of maximum ship" in str(run("evaluate", "mine.py").exception)
    shipped = nee.pretrained.weights("minimum")
    assert "was trained for minimum, not for maximum" in str(run("evaluate", "mine.py", "--weights", shipped).exception)


@pytest.mark.long
def test_an_architecture_of_ones_own_is_compared_over_two_seeds(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    example = import_source(str(EXAMPLE.with_name("own_recipe.py")))
    tiny = {"layers": 1, "width": 8, "feed_forward": 16, "score_width": 16}
    for name in ("USUAL", "DOT_PRODUCT"):
        subroutine = getattr(example, name)
        small = dataclasses.replace(
            subroutine,
            config=dataclasses.replace(subroutine.config, **tiny),
            recipes=(dataclasses.replace(example.RECIPE, steps=2, lessons_per_step=2),),
            validate=lambda engine, recipe: {},
        )
        monkeypatch.setattr(example, name, small)
    monkeypatch.setattr(example, "SIZES", (4,))
    monkeypatch.setattr(example, "LISTS", 2)
    example.main()
    rows = capsys.readouterr().out.splitlines()[-4:]
    assert [row.split()[0] for row in rows] == ["minimum-mlp,"] * 2 + ["minimum-dot-product,"] * 2
    assert nee.load("runs/minimum-dot-product-short-1/engine.safetensors").config.attention == "dot_product"
    monkeypatch.setattr(example, "train", None)
    example.main()  # What is trained is not trained again.
    assert capsys.readouterr().out.splitlines()[-4:] == rows


def test_a_subroutine_in_the_package_is_its_file_its_registration_and_its_weights(tmp_path, monkeypatch):
    """Nothing else knows its name: it is trained, listed, loaded, evaluated, certified, and asked for by a program."""
    monkeypatch.chdir(tmp_path)
    Path("maximum.py").write_text(TINY)
    Path("own.py").write_text("def largest(values, *, maximum):\n    return maximum(values, values < 0).value\n")
    monkeypatch.setitem(SUBROUTINES, "maximum", find_subroutine("maximum.py"))
    assert run("train", "maximum").exit_code == 0
    shipped = tmp_path / "pretrained"
    shipped.mkdir()
    Path("runs/maximum-short-0/engine.safetensors").rename(shipped / "maximum.safetensors")
    monkeypatch.setattr(nee.pretrained, "FOLDER", shipped)
    monkeypatch.setattr(nee.pretrained, "load_shipped", nee.pretrained.load_shipped.__wrapped__)  # Nobody else's.
    assert "maximum" in run("list").stdout
    assert json.loads(run("evaluate", "maximum", "--sizes", 8, "--instances", 4, "--json").stdout)["figures"]
    assert isinstance(run("certify", "maximum").exception, EngineError)
    answer = json.loads(run("run", "own.py:largest", "5,250,3", "--compare", "--json").stdout)
    assert (answer["by"], answer["bits"]) == ("network", 8)
    assert answer["parting"] in ([], [f"result: {answer['result']} and 250"])


def test_an_exact_engine_is_judged_exact():
    """The oracle sorts downwards, and minimum, which sorts upwards, does not."""
    import jax

    maximum = find_subroutine(str(EXAMPLE))
    key = jax.random.key(0)
    assert maximum.judge(maximum.oracle, key, 5, 8).all()
    assert not maximum.judge(SUBROUTINES["minimum"].oracle, key, 5, 8).all(axis=-1).any()
    assert maximum.judge(maximum.oracle, key, 5, 8, "close").shape == (5, 8)
