import dataclasses
import json
import shutil

import jax.numpy as jnp
import pytest
import yaml
from typer.testing import CliRunner

import nee
from nee import pretrained
from nee.certificates.certificate import certificate_of
from nee.cli import app
from nee.errors import InputError
from nee.model_cards import figures
from nee.model_cards.card import card_of
from nee.model_cards.folder import export
from nee.model_cards.markdown import render
from nee.paper.items.item import recipe_named, recipe_of
from nee.paper.results import Measurement
from nee.subroutines import SUBROUTINES
from nee.training.checkpoints import read_provenance, weights_hash


def header_of(card):
    _, header, text = card.split("---\n", 2)
    return yaml.safe_load(header), text


@pytest.mark.parametrize("name", pretrained.names())
def test_a_card_says_what_the_files_say(name):
    header, text = header_of(render(card_of(name)))
    assert header["license"] == "apache-2.0"
    assert header["library_name"] == "nee"
    stored = json.loads(certificate_of(pretrained.weights(name)).read_text())
    assert f"all of its {stored['questions']:,} questions" in text
    assert (f"gave {stored['wrong']:,} wrong" if stored["wrong"] else "gave no wrong") in text
    assert ("It is not exact" in text) == bool(stored["wrong"])
    assert weights_hash(pretrained.weights(name)) in text
    for result in header.get("model-index", [{"results": []}])[0]["results"]:
        assert result["task"]["type"]
        assert result["dataset"]["name"]
        (metric,) = result["metrics"]
        assert metric["type"] == "exact_match"
        assert 0 <= metric["value"] <= 100


@pytest.mark.parametrize("name", pretrained.names())
def test_a_recipe_of_today_trains_what_ships_again(name):
    made = read_provenance(pretrained.weights(name))
    subroutine = SUBROUTINES[made.subroutine]
    recipe = recipe_of(made)
    today = recipe_named(recipe["name"], subroutine.recipes)
    chosen = {field: recipe[field] for field in ("numbers", "held_out") if field in recipe}
    assert recipe == dataclasses.asdict(today) | chosen
    assert nee.EngineConfig(**made.config) == subroutine.config_for(today)


def test_the_command_of_a_card_has_the_settings_of_the_recipe():
    assert "nee train add --recipe some --seed 0 --numbers 89 --held-out 0" in render(card_of("add-89"))


def measured(size, right, tensors="mine"):
    share = {"percent": right, "low": right - 2, "high": right}
    said = {"algorithm": "merge", "distribution": "mixed", "size": size, "lists": 50}
    return Measurement("sort_lists", said, {"weights": {"tensors": tensors}}, {"whole_lists": share})


def test_a_figure_is_the_worst_of_all_sizes_of_these_weights(monkeypatch, tmp_path):
    (tmp_path / "one.json").touch()
    stored = [measured(25, 100.0), measured(50, 90.0), measured(100, 95.0), measured(75, 10.0, "others")]
    monkeypatch.setattr(figures.results, "results_folder", lambda: tmp_path)
    monkeypatch.setattr(figures.results, "read", lambda item: stored)
    (figure,) = figures.figures_of("mine")
    assert figure.sizes == [25, 50, 100]
    assert figure.exact.percent == 90
    assert figure.item == "one"


def test_weights_without_a_certificate_of_their_own_say_so(monkeypatch, tmp_path):
    for file in ("add.safetensors", "minimum.certificate.json"):
        shutil.copy(pretrained.FOLDER / file, tmp_path / file.replace("minimum", "add"))
    monkeypatch.setattr(pretrained, "FOLDER", tmp_path)
    card = card_of("add")
    assert card.certificate is None
    assert "no certificate" in render(card)


def test_an_export_is_the_weights_and_the_card(tmp_path):
    export("minimum", tmp_path / "new" / "folder")
    folder = tmp_path / "new" / "folder"
    assert {file.name for file in folder.iterdir()} == {"model.safetensors", "README.md"}
    assert header_of((folder / "README.md").read_text())[0]["tags"][-1] == "minimum"
    step = nee.load(folder / "model.safetensors")(jnp.array([7, 3, 5]), jnp.zeros(3, bool))
    assert step.value == 3


def test_an_export_overwrites_nothing(tmp_path):
    (tmp_path / "README.md").write_text("mine")
    with pytest.raises(InputError, match=r"already holds a README\.md"):
        export("minimum", tmp_path)
    assert [file.read_text() for file in tmp_path.iterdir()] == ["mine"]


@pytest.mark.parametrize("folder", ["", " "])
def test_a_folder_has_a_name(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="The folder to write to has no name"):
        CliRunner().invoke(app, ["export", "minimum", folder], catch_exceptions=False)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("place", ["file", "file/below", "/proc/nowhere"])
def test_an_impossible_folder_is_one_sentence(tmp_path, place):
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot be written"):
        export("add", tmp_path / place)


def test_the_command_line_lists_one_engine():
    shown = CliRunner().invoke(app, ["list", "merge"])
    assert shown.exit_code == 0
    assert shown.output == render(card_of("merge"))
    as_json = json.loads(CliRunner().invoke(app, ["list", "merge", "--json"]).output)
    assert as_json["provenance"]["subroutine"] == "merge"
    assert as_json["certificate"]["wrong"] == 0
    with pytest.raises(InputError, match="no engine 'nothing'"):
        CliRunner().invoke(app, ["list", "nothing"], catch_exceptions=False)
