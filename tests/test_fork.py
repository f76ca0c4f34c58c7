"""A process that is forked after JAX was used would wait for ever: it says so instead."""

import os
import subprocess
import sys

import pytest

import nee
from nee.errors import InputError

FORK = """
import os, warnings
warnings.simplefilter("ignore")
import nee
nee.load("merge")
if os.fork() == 0:
    try:
        nee.sort([3, 1, 2])
    except ValueError as error:
        print(error, flush=True)
    os._exit(0)
os.wait()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_says_what_to_do():
    finished = subprocess.run([sys.executable, "-c", FORK], capture_output=True, text=True, timeout=120, check=True)
    assert "multiprocessing.get_context('spawn')" in finished.stdout


def test_every_function_for_people_notices(monkeypatch):
    nee.load("merge")
    monkeypatch.setattr(os, "getpid", lambda: -1)
    for call in (
        lambda: nee.sort([2, 1]),
        lambda: nee.add(1, 2),
        lambda: nee.multiply(3, 4),
        lambda: nee.shortest_paths([[0, 1], [1, 0]], 0),
        lambda: nee.minimum_spanning_tree([[0, 1], [1, 0]]),
    ):
        with pytest.raises(InputError, match="forked"):
            call()
