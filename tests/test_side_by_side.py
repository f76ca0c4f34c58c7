import dataclasses
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import tiny_baselines
from nee.checkpoints import read_provenance
from nee.errors import InputError
from nee.runs import train
from nee.side_by_side import train_side_by_side


def run(*arguments):
    command = [sys.executable, str(Path(__file__).parent / "tiny_baselines.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_killed_command_ends_in_the_bits_of_runs_that_were_trained_alone(tmp_path):
    assert run(tmp_path, "--kill-at", 600).returncode == -signal.SIGKILL
    resumed = run(tmp_path, "--resume")
    assert resumed.returncode == 0, resumed.stderr
    for each in tiny_baselines.runs(tmp_path):
        assert f"{each.folder.name} 700" in resumed.stdout
        alone = tmp_path / "alone" / each.folder.name
        assert [report.step for report in train(*each[:2], seed=each.seed, folder=alone)] == list(range(100, 800, 100))
        trained = each.folder / "engine.safetensors"
        assert trained.read_bytes() == (alone / "engine.safetensors").read_bytes()
        assert read_provenance(trained).subroutine == "seq2seq"

    with pytest.raises(InputError, match="already holds a run"):
        train_side_by_side(tiny_baselines.runs(tmp_path), resume=False)
    other = [each._replace(recipe=dataclasses.replace(each.recipe, steps=9)) for each in tiny_baselines.runs(tmp_path)]
    with pytest.raises(InputError, match="its recipe is"):
        list(train_side_by_side(other, resume=True))
