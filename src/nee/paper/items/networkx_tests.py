"""networkx's own tests, with nee for a back end."""

from collections.abc import Sequence
from typing import Any

from nee.evaluation.networkx_tests import folders_of_tests, what_to_install
from nee.jobs.job import Job
from nee.paper import work
from nee.paper.items.item import Item, Plan
from nee.paper.report.blocks import Block, Table
from nee.paper.results import Measurement

A_FEW = "algorithms/shortest_paths/tests/test_dense_numpy.py"


def jobs(plan: Plan) -> list[Job]:
    """One for each folder of tests."""
    return [
        Job(f"networkx's tests in {tests}", work.run_tests_of_networkx, {"tests": tests}, seconds=30)
        for tests in ([A_FEW] if plan.quick else folders_of_tests())
    ]


def show(measurements: Sequence[Measurement]) -> list[Block]:
    """How many tests pass, and how many engines have answered in."""
    if not measurements:
        return []
    answers = [each.answer for each in measurements]
    versions = ", ".join(sorted({answer["networkx"] for answer in answers}))
    caption = (
        f"The tests of networkx {versions} with nee for a back end; what nee does not serve networkx answers itself. "
        "Folders without a test that engines answered in are counted in the last row only."
    )
    rows = [
        [each.arguments["tests"].removesuffix("/tests"), *counts([each.answer])]
        for each in sorted(measurements, key=lambda each: -each.answer["reached"])
        if each.answer["reached"]
    ]
    functions = {name for answer in answers for name in answer["answered"]}
    by_function = [
        [name, f"{sum(answer['answered'].get(name, 0) for answer in answers):,}"] for name in sorted(functions)
    ]
    header = ["tests", "answered by engines", "passed", "failed", "skipped", "known to fail"]
    return [
        Table(caption, header, [*rows, ["all", *counts(answers)]], 1),
        Table("In how many tests engines answered each function.", ["function", "tests"], by_function, 1),
    ]


def counts(answers: Sequence[dict[str, Any]]) -> list[str]:
    """The columns of the table."""
    numbers = (
        sum(answer["reached"] for answer in answers),
        sum(answer["passed"] for answer in answers),
        sum(len(answer["failed"]) for answer in answers),
        sum(answer["skipped"] for answer in answers),
        sum(answer["expected_failures"] for answer in answers),
    )
    return [f"{number:,}" for number in numbers]


NETWORKX_TESTS = Item(
    "networkx",
    "beyond the paper",
    "networkx's own tests, answered by engines",
    jobs,
    show,
    "networkx",
    what_to_install,
    only_shipped=True,
)
