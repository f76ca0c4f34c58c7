import ast
import itertools
import os
import shutil
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path
from typing import ClassVar

import jax
import pytest

import chores
from nee.jobs import job, workers
from nee.jobs.job import ONLY_SHOWS, PACKAGE, Job, Output, code_version, folder_of, read_result
from nee.jobs.running import Failure, run
from nee.jobs.workers import LocalWorkers, as_assignment, perform
from test_house import MODULES, SOURCE


def double(number):
    return Job(f"double {number}", chores.double, {"number": number})


@pytest.fixture
def finish(tmp_path):
    """Run jobs on this machine, each in its own process."""

    def finish(*jobs):
        workers = LocalWorkers()
        try:
            return run(jobs, tmp_path, workers, lambda progress: None)
        finally:
            workers.close()

    return finish


def test_the_key_is_decided_by_function_arguments_and_the_contents_of_files(tmp_path):
    note = tmp_path / "note"
    note.write_text("one")
    assert double(1).key == double(1).key != double(2).key
    assert Job("another name", chores.double, {"number": 1}, seconds=99).key == double(1).key
    assert Job("", chores.fail, {}).key != Job("", chores.die, {}).key
    before = Job("", chores.read, {}, {"note": note}).key
    copy = tmp_path / "copy"
    copy.write_text("one")
    assert Job("", chores.read, {}, {"note": copy}).key == before
    note.write_text("two")
    assert Job("", chores.read, {}, {"note": note}).key != before


def test_the_key_is_decided_by_the_jobs_it_needs():
    keys = {Job("", chores.read, {}, {"note": Output(double(n), "note.txt")}).key for n in (1, 1, 2)}
    assert len(keys) == 2


def test_the_key_is_decided_by_the_sources(tmp_path):
    package = tmp_path / "nee"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("*.safetensors", "__pycache__"))
    assert code_version(package) == code_version()
    for name, changes in (("training/step.py", True), ("paper/work.py", True), ("cli/reproduce.py", False)):
        copy = tmp_path / name.replace("/", "-")
        shutil.copytree(package, copy)
        with (copy / name).open("a") as file:
            file.write("# changed\n")
        assert (code_version(copy) != code_version()) == changes, name


def test_the_version_of_the_code_is_part_of_the_key(tmp_path):
    shutil.copytree(PACKAGE, tmp_path / "nee", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "nee" / "training" / "step.py").open("a") as file:
        file.write("# changed\n")
    code = "import chores; from nee.jobs.job import Job; print(Job('', chores.double, {'number': 1}).key)"
    paths = os.pathsep.join([str(tmp_path), str(Path(__file__).parent)])
    other = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, check=True
    )
    assert len(other.stdout.strip()) == 64
    assert other.stdout.strip() != double(1).key


def test_the_versions_of_packages_are_part_of_the_key(monkeypatch):
    before = double(1).key
    monkeypatch.setattr(job, "versions", lambda: {"jax": "0.0.1"})
    assert double(1).key != before


def test_nothing_that_computes_imports_what_only_shows():
    shows = tuple(f"nee.{name.removesuffix('.py').strip('/').replace('/', '.')}" for name in ONLY_SHOWS)
    for path, tree in MODULES.items():
        name = path.relative_to(SOURCE).as_posix()
        if name.startswith(ONLY_SHOWS) or name == "__main__.py":
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
                assert not any(each.startswith(shows) for each in names), f"{name} imports {names}"


def test_jobs_run_after_those_they_need_and_leave_results_logs_and_files(finish, tmp_path):
    first = double(21)
    second = Job("read", chores.read, {}, {"note": Output(first, "note.txt")})
    outcomes = finish(second)
    assert outcomes[first.key].data == {"doubled": 42}
    assert outcomes[second.key].data == {"read": "42"}
    assert (folder_of(first, tmp_path) / "log.txt").read_text() == "doubling 21\n"


def test_the_longest_job_comes_first_once_those_it_needs_are_done(tmp_path):
    class OneByOne:
        slots = 1
        done: ClassVar = []

        def submit(self, assignment):
            self.done.append(assignment.folder)
            future = Future()
            future.set_result(perform(assignment))
            return future

        def close(self):
            pass

    short, long = (Job(f"{seconds} s", chores.double, {"number": seconds}, seconds=seconds) for seconds in (1, 60))
    longest = Job("90 s", chores.read, {}, {"note": Output(short, "note.txt")}, seconds=90)
    workers = OneByOne()
    run([short, longest, long], tmp_path, workers, lambda progress: None)
    assert workers.done == [folder_of(job, tmp_path) for job in (long, short, longest)]


def test_a_process_forgets_at_times_what_it_has_compiled(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "jobs_done", itertools.count(1))
    assert workers.JOBS_BETWEEN_CLEARINGS <= 100
    monkeypatch.setattr(workers, "JOBS_BETWEEN_CLEARINGS", 3)
    add_one = jax.jit(lambda x: x + 1)
    remembered = []
    for chore in [double(0), Job("fail", chores.fail, {}), double(2), double(3)]:
        add_one(1)
        folder_of(chore, tmp_path).mkdir(parents=True)
        perform(as_assignment(chore, tmp_path))
        remembered.append(add_one._cache_size())
    assert remembered == [1, 1, 0, 1]


def test_finished_jobs_are_not_done_again(finish, tmp_path):
    finish(double(1))
    finish(double(1), double(2))
    assert [(folder_of(double(n), tmp_path) / "times").read_text() for n in (1, 2)] == ["once ", "once "]


def test_a_failed_job_is_reported_with_its_log_and_stops_no_other(finish, tmp_path):
    failing, dying = Job("fail", chores.fail, {}), Job("die", chores.die, {})
    after = Job("read", chores.read, {}, {"note": Output(failing, "note.txt")})
    after_that = Job("read", chores.read, {}, {"note": Output(after, "note.txt")})
    others = [double(number) for number in range(5)]
    outcomes = finish(failing, dying, after_that, *others)
    assert outcomes[failing.key].reason == "ValueError: it cannot be done"
    assert "about to fail" in outcomes[failing.key].log
    assert "Traceback" in outcomes[failing.key].log
    assert "ended before the job did" in outcomes[dying.key].reason
    assert "skipped" in outcomes[after.key].reason
    assert "skipped" in outcomes[after_that.key].reason
    assert [outcomes[job.key].data["doubled"] for job in others] == [0, 2, 4, 6, 8]
    # What failed is tried again.
    assert read_result(failing, tmp_path) is None
    assert isinstance(finish(failing)[failing.key], Failure)
