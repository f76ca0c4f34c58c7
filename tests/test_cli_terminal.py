"""The command line as a process: what the terminal, the pipe and the disk make of it."""

import os
import signal
import subprocess
import sys
import time

import pytest

from nee import cli
from nee.cli.train.program import show
from nee.errors import EngineError
from nee.training.metrics import Report

ROADS = "a b 7\na c 2\nc b 3\nb d 1\n"


def run(*arguments, **options):
    environment = os.environ | options.pop("env", {})
    return subprocess.run(
        [sys.executable, "-m", "nee", *map(str, arguments)],
        capture_output=True,
        check=False,
        env=environment,
        **options,
    )


def test_a_terminal_that_knows_no_arrow_gets_ascii(tmp_path):
    roads = tmp_path / "roads.txt"
    roads.write_text(ROADS)
    result = run("path", roads, "--from", "a", "--trace", env={"PYTHONIOENCODING": "ascii", "COLUMNS": "40"})
    assert result.returncode == 0
    assert b"| d    | 6        | a -> c -> b -> d |" in result.stdout
    assert b"b 7 -> 5" in result.stdout
    assert result.stderr == b""


def test_a_closed_pipe_ends_quietly():
    nee = subprocess.Popen([sys.executable, "-m", "nee", "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    nee.stdout.close()
    assert nee.stderr.read() == b""
    nee.stderr.close()
    nee.wait()


def test_an_output_that_is_closed_gets_nothing():
    result = subprocess.run(
        ["/bin/sh", "-c", f"{sys.executable} -m nee list >&-"], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_a_name_does_not_steer_the_terminal(tmp_path):
    roads = tmp_path / "roads.txt"
    roads.write_text("a\x1b[31mb c 1\n")
    result = run("path", roads, "--from", "c")
    assert b"a\\x1b[31mb" in result.stdout
    assert b"\x1b" not in result.stdout


def test_a_closed_standard_error_is_no_mistake():
    result = subprocess.run(
        f"{sys.executable} -m nee add 3 1 2>&-", shell=True, stdout=subprocess.PIPE, text=True, check=False
    )
    assert (result.returncode, result.stdout) == (0, "4\n")


def test_a_closed_standard_input_is_nothing_to_sort():
    result = subprocess.run(
        f"{sys.executable} -m nee sort <&-", shell=True, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "nee: There is nothing to sort: give numbers, a --file, or standard input.\n"


def test_numbers_that_are_given_need_no_standard_input():
    result = subprocess.run(f"{sys.executable} -m nee sort 3 1 <&-", shell=True, stdout=subprocess.PIPE, check=False)
    assert (result.returncode, result.stdout) == (0, b"1 3\n")


def test_bytes_of_standard_input_that_are_no_text_are_said_to_be_none():
    # Python takes them for text in this locale.
    result = run("sort", input=b"x\xff 3", env={"LC_ALL": "C", "PYTHONUTF8": "0"})
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr == b"nee: Standard input cannot be read: it is not text.\n"


def test_a_full_disk_is_one_sentence():
    with open("/dev/full", "w") as full:  # noqa: PTH123
        result = subprocess.run(
            [sys.executable, "-m", "nee", "--version"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert result.returncode == 1
    assert result.stderr == "nee: The output cannot be written: No space left on device.\n"


def test_an_interrupt_ends_without_a_traceback(tmp_path):
    # Who runs the tests in the background ignores interrupts, and so would all that they start.
    listen = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); import nee.cli; nee.cli.main()"
    with subprocess.Popen(
        [sys.executable, "-c", listen, "train", "minimum", "--out", tmp_path], stderr=subprocess.PIPE, text=True
    ) as nee:
        time.sleep(4)
        nee.send_signal(signal.SIGINT)
        try:
            _, said = nee.communicate(timeout=60)
        finally:
            nee.kill()
    assert nee.returncode != 0
    assert "Traceback" not in said


@pytest.mark.parametrize("arguments", [("sort", 3, 1), ("sort", 300, 1), ("run", "nowhere:at_all")])
def test_a_platform_that_is_not_here_is_one_sentence(arguments):
    result = run(*arguments, env={"JAX_PLATFORMS": "cuda"}, text=True)
    assert result.returncode == 2
    assert result.stderr.splitlines()[-1].startswith("nee: JAX cannot run on 'cuda' here")
    assert "Traceback" not in result.stderr


def test_an_unusable_cache_is_one_line(tmp_path):
    (tmp_path / "file").touch()
    result = run("add", 1, 2, env={"XDG_CACHE_HOME": str(tmp_path / "file")}, text=True)
    assert result.stdout == "3\n"
    (line,) = result.stderr.splitlines()
    assert line.startswith("nee: ")
    assert "compiled programs are not kept" in line


@pytest.mark.parametrize(("error", "code"), [(EngineError("2 + 2 is not 5."), 3), (OSError(28, "No space left"), 1)])
def test_an_error_is_one_sentence_and_its_exit_code(monkeypatch, capsys, error, code):
    def fail():
        raise error

    monkeypatch.setattr(cli, "app", fail)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == code
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_training_into_a_file_prints_a_line_for_each_report(capsys):
    reports = [Report(100, {"value": 0.5}, 80.0, {}), Report(200, {"value": 0.25}, 80.0, {"lists of 8": 50.0})]
    show(reports, 200)
    assert capsys.readouterr().err.splitlines() == [
        "step 100 of 200; loss: value 0.5000; 80 steps/s",
        "step 200 of 200; loss: value 0.2500; 80 steps/s; exact: 50.00 % of lists of 8",
    ]


def test_version_and_public_names():
    import nee

    assert run("--version", text=True).stdout == f"nee {nee.__version__}\n"
    assert {"sort", "load", "Subroutine", "programs", "__version__"} <= set(dir(nee))
