"""Run the jobs of the items that are wanted, and write the report."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from nee import provenance
from nee.checkpoints import fingerprint
from nee.paper.items import Item, Plan
from nee.paper.items.item import Jobs
from nee.paper.jobs import Output, Result, code_version
from nee.paper.report.contents import Failed, Report, Section
from nee.paper.running import Failure, Outcomes, Progress, run
from nee.paper.stored import results_folder
from nee.paper.workers import Workers, place


def reproduce(
    items: Sequence[Item], plan: Plan, root: Path, workers: Workers, watch: Callable[[Progress], None]
) -> Report:
    """The report on these items. Jobs that were done before are not done again."""
    jobs = {item.name: item.jobs(plan) for item in items}
    every = {job.key: job for of_item in jobs.values() for job in of_item.values()}
    outcomes = run(every.values(), root, workers, watch)
    made = provenance.of_run()
    versions = made.pop("versions")
    settings = {
        "weights": "trained again" if plan.retrain else "the shipped ones; stored figures where it is said",
        "seeds": ", ".join(map(str, range(plan.seeds))),
        "test sets": f"{plan.instances} instances" + (", a quick run to see that all works" if plan.quick else ""),
        "code": code_version(),
    }
    return Report(
        sections=[section(item, plan, jobs[item.name], outcomes) for item in items],
        identity=identity_of(every),
        made=made | settings | versions,
        weights=weights_of(every.values(), root),
        jobs=[
            (job.title, key, outcome.date) for key, job in every.items() if isinstance(outcome := outcomes[key], Result)
        ],
    )


def identity_of(keys: Iterable[str]) -> str:
    """The same work with the same stored figures has the same identity."""
    files = [fingerprint(path) for path in sorted(results_folder().glob("*.json"))]
    return hashlib.sha256("".join([*sorted(keys), *files]).encode()).hexdigest()


def section(item: Item, plan: Plan, jobs: Jobs, outcomes: Outcomes) -> Section:
    """What an item shows; an item with a failed job shows that job's log."""
    failed = [
        Failed(job.title, outcome.reason, outcome.log)
        for job in [*jobs.values(), *(needed for job in jobs.values() for needed in job.needs)]
        if isinstance(outcome := outcomes.get(job.key), Failure)
    ]
    results = {label: outcome.data for label, job in jobs.items() if isinstance(outcome := outcomes[job.key], Result)}
    blocks = [] if failed else item.show(plan, results)
    return Section(item.name, item.source, item.title, blocks, failed)


def weights_of(jobs, root: Path) -> list[tuple[str, str]]:
    """Every weights file that a job has read, by the name of the shipped engine or of the training."""
    found = {}
    for job in jobs:
        for source in job.inputs.values():
            path = place(source, root)
            if path.exists():
                found[source.job.title if isinstance(source, Output) else path.name] = fingerprint(path)
    return sorted(found.items())
