import csv
import dataclasses
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import tiny
from nee.checkpoints import read_engine, read_provenance
from nee.errors import InputError
from nee.runs import train


def run(*arguments):
    command = [sys.executable, str(Path(__file__).parent / "tiny.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=False)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("finished")
    assert run(folder).returncode == 0
    return folder


def metrics(folder):
    """All but the speed, which is never the same."""
    rows = csv.DictReader((folder / "metrics.csv").read_text().splitlines())
    return [row | {"steps_per_second": None} for row in rows]


def test_a_killed_run_ends_in_the_same_bits(finished, tmp_path):
    # At 600 steps the last checkpoint is 100 steps old, and the metrics are ahead of it.
    assert run(tmp_path, "--kill-at", 600).returncode == -signal.SIGKILL
    assert not (tmp_path / "engine.safetensors").exists()
    assert read_provenance(tmp_path / "checkpoint.safetensors").step == 500
    with (tmp_path / "metrics.csv").open("a") as file:
        file.write("700,0.1")  # Killed while it wrote a row.
    assert run(tmp_path, "--resume").returncode == 0
    for name in ("engine.safetensors", "checkpoint.safetensors"):
        assert (tmp_path / name).read_bytes() == (finished / name).read_bytes()
    assert metrics(tmp_path) == metrics(finished)


def test_the_weights_tell_where_they_come_from(finished):
    made = read_provenance(finished / "engine.safetensors")
    assert (made.subroutine, made.seed, made.step) == ("minimum", 3, 1200)
    assert made.recipe == dataclasses.asdict(tiny.RECIPE)
    assert read_engine(finished / "engine.safetensors").config == tiny.SUBROUTINE.config


def test_resuming_a_finished_run_changes_nothing(finished):
    before = (finished / "engine.safetensors").read_bytes()
    assert list(train(tiny.SUBROUTINE, tiny.RECIPE, seed=3, folder=finished, resume=True)) == []
    assert (finished / "engine.safetensors").read_bytes() == before


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"resume": False}, "already holds a run"),
        ({"seed": 4}, "its seed is 3, not 4"),
        ({"recipe": dataclasses.replace(tiny.RECIPE, steps=9)}, "its recipe is"),
    ],
)
def test_a_run_is_not_mixed_up_with_another(finished, change, reason):
    before = (finished / "checkpoint.safetensors").read_bytes()
    arguments = {"subroutine": tiny.SUBROUTINE, "recipe": tiny.RECIPE, "seed": 3, "folder": finished, "resume": True}
    with pytest.raises(InputError, match=reason):
        list(train(**(arguments | change)))
    assert (finished / "checkpoint.safetensors").read_bytes() == before


def test_there_must_be_something_to_resume(tmp_path):
    with pytest.raises(InputError, match="no checkpoint"):
        list(train(tiny.SUBROUTINE, tiny.RECIPE, seed=0, folder=tmp_path, resume=True))
