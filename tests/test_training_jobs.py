"""Trainings side by side, as jobs."""

import dataclasses
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import chores
import tiny
from nee.cli.train.side_by_side import Display
from nee.errors import InputError
from nee.jobs.running import Failure, Progress, run
from nee.jobs.training import Followed, Training, check_all
from nee.jobs.workers import LocalWorkers
from nee.training import run as runs
from nee.training.metrics import METRICS, Report, append, read_rows


def trainings(folder):
    return [Training(f"seed {seed}", tiny.SUBROUTINE, tiny.RECIPE, seed, folder / f"seed-{seed}") for seed in (3, 4)]


def train_all(folder, watch=lambda progress: None):
    workers = LocalWorkers()
    try:
        return run([each.as_job(chores.train_tiny) for each in trainings(folder)], folder, workers, watch)
    finally:
        workers.close()


def main() -> None:
    """`python tests/test_training_jobs.py FOLDER` trains until it is killed."""
    train_all(Path(sys.argv[1]))


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """What each run makes without any other."""
    folder = tmp_path_factory.mktemp("alone")
    with pytest.MonkeyPatch.context() as patch:
        for name, steps in tiny.EVERY.items():
            patch.setattr(runs, name, steps)
        for each in trainings(folder):
            list(runs.train(each.task, each.recipe, seed=each.seed, folder=each.folder))
    return folder


@pytest.mark.long
def test_a_command_that_is_killed_ends_in_the_bits_of_runs_that_were_trained_alone(alone, tmp_path):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    killed = subprocess.Popen([sys.executable, __file__, tmp_path], env=environment)
    while len(list(tmp_path.glob("seed-*/metrics.csv"))) < 2:
        assert killed.poll() is None, "it ended before it could be killed"
        time.sleep(0.01)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    check_all(trainings(tmp_path), resume=True)
    followed = [Followed(each) for each in trainings(tmp_path)]
    steps = [[], []]

    def watch(progress):
        for those, each in zip(steps, followed, strict=True):
            those += [int(row["step"]) for row in each.news()]

    outcomes = train_all(tmp_path, watch)
    assert not [outcome for outcome in outcomes.values() if isinstance(outcome, Failure)]
    # A run that was fast enough to end before the kill has no news.
    assert [those[-1] for those in steps if those] == [120 for those in steps if those]
    assert [int(read_rows(each.folder / METRICS)[-1][0]) for each in trainings(tmp_path)] == [120, 120]
    for each in trainings(tmp_path):
        for name in ("engine.safetensors", "checkpoint.safetensors"):
            trained = each.folder / name
            assert trained.read_bytes() == (alone / each.folder.name / name).read_bytes()


def test_what_cannot_be_trained_is_refused_before_anything_is(alone, tmp_path):
    with pytest.raises(InputError, match="already holds a run"):
        check_all(trainings(alone), resume=False)
    with pytest.raises(InputError, match="no checkpoint to resume"):
        check_all(trainings(tmp_path), resume=True)
    other = [each._replace(recipe=dataclasses.replace(each.recipe, steps=9)) for each in trainings(alone)]
    with pytest.raises(InputError, match="its recipe is"):
        check_all(other, resume=True)


def test_into_a_file_each_report_of_each_run_is_a_line(tmp_path, capsys):
    each = trainings(tmp_path)[0]
    report = Report(10, {"value": 0.5}, 80.0, {"lists": 50.0})
    each.folder.mkdir()
    append(each.folder / METRICS, report)
    with Display([each]) as display:
        display.show(Progress())
        append(each.folder / METRICS, report._replace(step=20))
        append(each.folder / METRICS, report._replace(step=30, exact={}))
        display.show(Progress())
        display.show(Progress())
    assert capsys.readouterr().err.splitlines() == [
        "seed 3: step 20 of 120; loss: value 0.5000; exact: lists: 50 %",
        "seed 3: step 30 of 120; loss: value 0.5000",
    ]


def test_a_run_that_is_refused_is_one_sentence(alone):
    (refused, *_) = trainings(alone)
    job = refused._replace(seed=5).as_job(chores.train_tiny)
    workers = LocalWorkers()
    try:
        (outcome,) = run([job], alone, workers, lambda progress: None).values()
    finally:
        workers.close()
    assert outcome.reason.endswith("its seed is 3, not 5.")


if __name__ == "__main__":
    main()
