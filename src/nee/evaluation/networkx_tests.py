"""networkx's own tests, with engines for a back end."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import networkx as nx

from nee.errors import InputError
from nee.networkx_backend.reached_tests import NOTES

NETWORKX = Path(nx.__file__).parent
ENVIRONMENT = {"NETWORKX_TEST_BACKEND": "nee", "NETWORKX_FALLBACK_TO_NX": "True"}
"""What networkx asks for: convert every graph, and answer by itself what the back end does not serve."""
PLUGIN = "nee.networkx_backend.reached_tests"
TO_THE_END = (0, 1)
"""What pytest ends with if all tests ran, whether they passed or not."""


@dataclass(frozen=True)
class NetworkxTests:
    """What came of some of networkx's tests."""

    networkx: str
    """Its version."""
    passed: int
    failed: list[str]
    skipped: int
    expected_failures: int
    reached: int
    """In so many different tests engines gave an answer."""
    answered: dict[str, int]
    """For each function, in how many."""


def what_to_install() -> str:
    """What a person must install to run networkx's tests, or nothing."""
    return "" if find_spec("pytest") else "networkx's tests need pytest: pip install 'nee[test]' brings it."


def folders_of_tests() -> list[str]:
    """Where networkx has tests, inside of its package."""
    return sorted({path.parent.relative_to(NETWORKX).as_posix() for path in NETWORKX.rglob("tests/test_*.py")})


def run_networkx_tests(tests: str, folder: Path) -> NetworkxTests:
    """Run the tests of a file or folder of networkx in a process of their own, which leaves its notes in `folder`."""
    if missing := what_to_install():
        raise InputError(missing)
    notes, settings = folder / "notes.json", folder / "pytest.ini"
    settings.write_text("[pytest]\n")  # Else pytest would find those of a project around networkx's own folder.
    command = [sys.executable, "-m", "pytest", "-q", "-p", PLUGIN, "-p", "no:cacheprovider", "-c", str(settings)]
    command += ["--rootdir", str(NETWORKX.parent), str(NETWORKX / tests)]
    environment = os.environ | ENVIRONMENT | {NOTES: str(notes)}
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    print(done.stdout, done.stderr)
    if done.returncode not in TO_THE_END:
        raise InputError(f"networkx's tests did not run: {(done.stderr or done.stdout).strip()[-300:]}")
    noted = json.loads(notes.read_text())
    outcomes = noted["outcomes"]
    return NetworkxTests(
        nx.__version__,
        len(outcomes.get("passed", [])),
        outcomes.get("failed", []),
        len(outcomes.get("skipped", [])),
        len(outcomes.get("expected failure", [])),
        len({test for found in noted["answered"].values() for test in found}),
        {name: len(found) for name, found in sorted(noted["answered"].items())},
    )
