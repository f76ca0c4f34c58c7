"""A plugin of pytest: it notes in which of networkx's tests engines gave an answer, and what came of the tests.

`NEE_TEST_NOTES=notes.json pytest -p nee.networkx_backend.reached_tests --pyargs networkx` writes it to that file.
"""

import json
import os
from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nee.networkx_backend.info import FUNCTIONS

if TYPE_CHECKING:
    import pytest

NOTES = "NEE_TEST_NOTES"


class Notes:
    """What is noted while the tests run."""

    def __init__(self) -> None:
        self.test = ""
        """The one that runs."""
        self.answered: dict[str, set[str]] = defaultdict(set)
        """For each function, the tests in which engines answered it."""
        self.outcomes: dict[str, set[str]] = defaultdict(set)

    def noted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that notes in which test it gave an answer, or an error that networkx would raise too."""

        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            answered = True
            try:
                return function(*args, **kwargs)
            except NotImplementedError:
                answered = False
                raise
            finally:
                if answered:
                    self.answered[name].add(self.test)

        return call


notes = Notes()


def pytest_configure() -> None:
    """Note every call from now on."""
    from nee.networkx_backend import interface

    for name in FUNCTIONS:
        setattr(interface, name, notes.noted(name, getattr(interface, name)))


def pytest_runtest_setup(item: "pytest.Item") -> None:
    """Know which test runs."""
    notes.test = item.nodeid


def pytest_runtest_logreport(report: "pytest.TestReport") -> None:
    """Note what comes of a test, once: it is set up, called, and cleaned up after."""
    if report.when == "call" or report.outcome != "passed":
        expected = hasattr(report, "wasxfail")
        notes.outcomes["expected failure" if expected else report.outcome].add(report.nodeid)


def pytest_sessionfinish() -> None:
    """Write it down."""
    sorted_notes = {
        part: {name: sorted(tests) for name, tests in getattr(notes, part).items()} for part in ("outcomes", "answered")
    }
    Path(os.environ[NOTES]).write_text(json.dumps(sorted_notes))
