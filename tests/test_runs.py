import csv
import dataclasses
import enum
import errno
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import tiny
from nee.errors import EngineError, InputError
from nee.subroutines.minimum import ListRecipe
from nee.training import run as runs
from nee.training import whole_file
from nee.training.checkpoints import read_arrays, read_engine, read_provenance, write
from nee.training.metrics import Report, append, keep_until, read_rows, read_validations
from nee.training.run import CHECKPOINT_SECONDS, train

OTHER_SHAPE = dataclasses.replace(tiny.SUBROUTINE, config=dataclasses.replace(tiny.SUBROUTINE.config, residual=1.4))
HEADER = "step,value_loss,pointer_loss,mask_loss,steps_per_second,exact\n"
DAMAGED = [
    b"",
    b"\x00\xff\xfe\x80" * 100,
    b"step,value_lo",
    HEADER.encode() + b"100,0.1,0.2",
    HEADER.encode() + b"soon,1,1,1,1,\n" + b"9" * 5000 + b",1,1,1,1,\n",
    b'step,"' + b"x" * 200_000,
]


def command(*arguments):
    return [sys.executable, str(Path(__file__).parent / "tiny.py"), *map(str, arguments)]


def run(folder, *, resume=True):
    return list(train(tiny.SUBROUTINE, tiny.RECIPE, seed=3, folder=folder, resume=resume))


@pytest.fixture(scope="module", autouse=True)
def short_steps():
    with pytest.MonkeyPatch.context() as patch:
        for name, steps in tiny.EVERY.items():
            patch.setattr(runs, name, steps)
        yield


@pytest.fixture(scope="module")
def finished(short_steps, tmp_path_factory):
    folder = tmp_path_factory.mktemp("finished")
    assert [report.step for report in run(folder, resume=False)] == list(range(10, 130, 10))
    return folder


def metrics(folder):
    """All but the speed, which is never the same."""
    rows = csv.DictReader((folder / "metrics.csv").read_text().splitlines())
    return [row | {"steps_per_second": None} for row in rows]


def assert_same_end(folder, finished, metrics_too=True):
    for name in ("engine.safetensors", "checkpoint.safetensors"):
        assert (folder / name).read_bytes() == (finished / name).read_bytes()
    if metrics_too:
        assert metrics(folder) == metrics(finished)
    assert not list(folder.glob("*.unfinished"))


def test_a_run_of_an_older_version_is_resumed(tmp_path, finished):
    for name in ("checkpoint.safetensors", "metrics.csv"):
        shutil.copy(finished / name, tmp_path)
    made = read_provenance(tmp_path / "checkpoint.safetensors")
    recipe = {field: value for field, value in made.recipe.items() if field not in ("optimizer", "last_rate")}
    recipe |= {"sharpness_radius": 0.0, "score_width": None}
    config = {field: value for field, value in made.config.items() if field != "signed_bits"}
    write(
        tmp_path / "checkpoint.safetensors",
        read_arrays(tmp_path / "checkpoint.safetensors"),
        made._replace(config=config, recipe=recipe),
    )
    assert run(tmp_path) == []
    write(tmp_path / "checkpoint.safetensors", read_arrays(tmp_path / "checkpoint.safetensors"),
          made._replace(recipe=recipe | {"steps": 7}))  # fmt: skip
    with pytest.raises(InputError, match=r"its recipe is \{'steps': 7\}, not \{'steps': 120\}"):
        run(tmp_path)


def test_a_recipe_with_signed_bits_trains_a_network_that_reads_them(tmp_path):
    recipe = dataclasses.replace(tiny.RECIPE, steps=20, signed_bits=True)
    next(train(tiny.SUBROUTINE, recipe, seed=3, folder=tmp_path))
    assert [report.step for report in train(tiny.SUBROUTINE, recipe, seed=3, folder=tmp_path, resume=True)] == [10, 20]
    assert read_engine(tmp_path / "engine.safetensors").config == dataclasses.replace(
        tiny.SUBROUTINE.config, signed_bits=True
    )
    with pytest.raises(
        InputError, match=r"its recipe is \{'signed_bits': True, 'steps': 20\}, not \{'signed_bits': False"
    ):
        next(train(tiny.SUBROUTINE, tiny.RECIPE, seed=3, folder=tmp_path, resume=True))


class Colour(enum.StrEnum):
    RED = "red"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Own(ListRecipe):
    """A recipe of one's own, with a field of any type."""

    colour: Colour = Colour.RED


def test_a_recipe_of_one_s_own_is_resumed_whatever_its_fields_are(tmp_path):
    recipe = Own(**dataclasses.asdict(tiny.RECIPE) | {"steps": 20})
    next(train(tiny.SUBROUTINE, recipe, seed=3, folder=tmp_path))
    assert [report.step for report in train(tiny.SUBROUTINE, recipe, seed=3, folder=tmp_path, resume=True)] == [10, 20]


class Interrupted(BaseException):
    """A kill that leaves this process alive: nothing that a run does on its way out may clean up."""


def interrupt():
    raise Interrupted


@pytest.mark.parametrize("moment", range(1, tiny.WRITES + 1))
def test_a_run_that_is_stopped_in_the_middle_of_any_write_ends_in_the_same_bits(
    finished, tmp_path, monkeypatch, moment
):
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", tiny.interrupt_write(moment, interrupt))
        with pytest.raises(Interrupted):
            run(tmp_path, resume=False)
    assert not (tmp_path / "engine.safetensors").exists()
    run(tmp_path, resume=moment > 1)  # Before the first checkpoint there is nothing to resume.
    assert_same_end(tmp_path, finished)


@pytest.mark.parametrize("damaged", DAMAGED)
def test_damaged_metrics_do_not_stop_a_run(finished, tmp_path, monkeypatch, damaged):
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", tiny.interrupt_write(9, interrupt))
        with pytest.raises(Interrupted):
            run(tmp_path, resume=False)
    (tmp_path / "metrics.csv").write_bytes(damaged)
    run(tmp_path)
    assert_same_end(tmp_path, finished, metrics_too=False)
    assert [row["step"] for row in metrics(tmp_path)] == [str(step) for step in range(60, 130, 10)]


def kill_many_times(folder, kills, seed):
    """Kill a run over and over, by writes and by the clock, and damage its metrics; how often it was killed."""
    chance = random.Random(seed)
    killed = 0
    while killed < kills:
        resume = ["--resume"] if (folder / "checkpoint.safetensors").exists() else []
        if killed % 2:
            process = subprocess.Popen(command(folder, *resume), stdout=subprocess.PIPE)
            process.stdout.readline()
            time.sleep(chance.random() * 0.3)
            process.send_signal(signal.SIGKILL)
            process.communicate()
        else:
            # The first write of what is resumed are the metrics that it keeps.
            number = chance.randint(1, 4)
            process = subprocess.run(
                command(folder, *resume, "--kill-at-write", number), check=False, stdout=subprocess.PIPE
            )
        if process.returncode == 0:
            (folder / "checkpoint.safetensors").unlink()  # It was done too soon, and begins again.
        else:
            assert process.returncode == -signal.SIGKILL
            killed += 1
        if killed % 7 == 2:
            (folder / "metrics.csv").write_bytes(chance.choice(DAMAGED))


def finish_after_kills(folder, finished, kills):
    folder.mkdir(exist_ok=True)
    kill_many_times(folder, kills, seed=kills)
    end = subprocess.run(command(folder, "--resume"), check=False, capture_output=True, text=True)
    assert end.returncode == 0, end.stderr
    assert_same_end(folder, finished, metrics_too=False)


@pytest.mark.long
def test_a_run_that_is_killed_22_times_ends_in_the_same_bits(finished, tmp_path):
    finish_after_kills(tmp_path / "run", finished, 22)


def test_there_is_something_to_resume_from_the_start_and_after_half_a_minute(tmp_path, monkeypatch):
    seconds = iter(range(0, 10_000, int(CHECKPOINT_SECONDS) + 1))
    monkeypatch.setattr(runs.time, "monotonic", lambda: float(next(seconds)))
    reports = train(tiny.SUBROUTINE, tiny.RECIPE, seed=3, folder=tmp_path)
    steps = [(report.step, read_provenance(tmp_path / "checkpoint.safetensors").step) for report in reports]
    assert steps == [(step, step) for step in range(10, 130, 10)]


def test_the_weights_are_the_average_and_tell_where_they_come_from(finished):
    path = finished / "engine.safetensors"
    made = read_provenance(path)
    assert (made.subroutine, made.seed, made.step) == ("minimum", 3, 120)
    assert made.recipe == dataclasses.asdict(tiny.RECIPE)
    assert read_engine(path).config == tiny.SUBROUTINE.config
    weights, state = read_arrays(path), read_arrays(finished / "checkpoint.safetensors")
    for name, array in weights.items():
        np.testing.assert_array_equal(array, state[f"averaged.{name}"])
        assert not np.array_equal(array, state[f"engine.{name}"])


def test_resuming_a_finished_run_changes_nothing(finished):
    before = (finished / "engine.safetensors").read_bytes()
    assert run(finished) == []
    assert (finished / "engine.safetensors").read_bytes() == before


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"resume": False}, "already holds a run"),
        ({"seed": 4}, "its seed is 3, not 4"),
        ({"task": OTHER_SHAPE}, "its config is {'residual': 1.5}, not {'residual': 1.4}"),
        ({"task": dataclasses.replace(tiny.SUBROUTINE, name="maximum")}, "its subroutine is minimum, not maximum"),
        ({"recipe": dataclasses.replace(tiny.RECIPE, steps=9)}, "its recipe is {'steps': 120}, not {'steps': 9}"),
    ],
)
def test_a_run_is_not_mixed_up_with_another(finished, change, reason):
    before = (finished / "checkpoint.safetensors").read_bytes()
    arguments = {"task": tiny.SUBROUTINE, "recipe": tiny.RECIPE, "seed": 3, "folder": finished, "resume": True}
    with pytest.raises(InputError, match=reason):
        list(train(**(arguments | change)))
    assert (finished / "checkpoint.safetensors").read_bytes() == before


def test_a_run_is_not_resumed_with_other_versions(finished, monkeypatch):
    other = runs.versions() | {"jax": "0.0.1"}
    monkeypatch.setattr(runs, "versions", lambda: other)
    with pytest.raises(InputError, match="its versions is"):
        run(finished)


def test_a_training_that_diverges_ends_with_a_sentence_and_leaves_no_weights(tmp_path):
    wild = dataclasses.replace(tiny.RECIPE, learning_rate=1e30)
    with pytest.raises(EngineError, match="The training has diverged"):
        list(train(tiny.SUBROUTINE, wild, seed=0, folder=tmp_path / "run"))
    assert not (tmp_path / "run" / "engine.safetensors").exists()


def test_what_validation_measures_has_names(tmp_path):
    wrong = dataclasses.replace(tiny.SUBROUTINE, validate=lambda engine, recipe: "fine")
    recipe = dataclasses.replace(tiny.RECIPE, steps=1)
    with pytest.raises(InputError, match="must return percentages by name"):
        list(train(wrong, recipe, seed=0, folder=tmp_path / "run"))


def test_there_must_be_something_to_resume(tmp_path):
    with pytest.raises(InputError, match="no checkpoint"):
        run(tmp_path)


def test_two_runs_cannot_share_a_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(runs, "PATIENCE", 0.1)
    first = train(tiny.SUBROUTINE, tiny.RECIPE, seed=3, folder=tmp_path)
    next(first)
    with pytest.raises(InputError, match="is in use"):
        run(tmp_path)
    first.close()
    assert run(tmp_path)[0].step == 10


@pytest.mark.parametrize("place", ["/proc/nowhere/run", "/dev/null/run", __file__])
def test_an_impossible_place_is_refused_before_anything_is_computed(place, monkeypatch):
    monkeypatch.setattr(runs, "start", None)
    with pytest.raises(InputError, match="cannot be written"):
        run(Path(place), resume=False)


@pytest.mark.parametrize("writes", [1, 2, 9, 14])
def test_a_full_disk_is_one_sentence_and_the_run_can_be_resumed(finished, tmp_path, monkeypatch, writes):
    def fill():
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(whole_file.os, "fsync", tiny.interrupt_write(writes, fill))
        with pytest.raises(InputError, match=r"cannot be written: No space left on device\.$"):
            run(tmp_path, resume=False)
    run(tmp_path, resume=writes > 1)
    assert_same_end(tmp_path, finished)


def test_metrics_keep_what_is_whole(tmp_path):
    path = tmp_path / "metrics.csv"
    path.write_text(HEADER + "100,1,1,1,9.0,\n200,1,1,1,9.0,\n300,1,1,1,9.0,\n400,1,1")
    assert [row[0] for row in read_rows(path)] == ["step", "100", "200", "300"]
    keep_until(path, 200)
    assert path.read_text() == HEADER + "100,1,1,1,9.0,\n200,1,1,1,9.0,\n"


def test_what_was_validated_is_read_by_step(tmp_path):
    path = tmp_path / "metrics.csv"
    exact = {"outputs at 8": 99.25, "a: b": 1e-05}
    for step, percentages in [(100, {}), (200, exact), (300, {}), (400, {"outputs at 8": 100.0})]:
        append(path, Report(step, {"value": 0.5}, 10.0, percentages))
    assert read_validations(path) == {200: exact, 400: {"outputs at 8": 100.0}}
    assert read_validations(tmp_path / "none.csv") == {}


@pytest.mark.parametrize("damaged", ["garbage", "right: x %", "right: nan %", "right: 5"])
def test_a_damaged_validation_is_left_out(tmp_path, damaged):
    path = tmp_path / "metrics.csv"
    path.write_text(HEADER + f"100,1,1,1,9.0,{damaged}\n200,1,1,1,9.0,one; two: 5 %\n")
    assert read_validations(path) == {200: {"one; two": 5.0}}
