"""Run the jobs of the items that are wanted, and say in a report what they measured."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from nee.errors import InputError
from nee.jobs.job import Job, Output, Result, code_version
from nee.jobs.running import Failure, Outcomes, Progress, run
from nee.jobs.workers import Workers, place
from nee.paper import results
from nee.paper.items import ITEMS, Item, Plan
from nee.paper.report import html, markdown
from nee.paper.report.blocks import Comparison, Failed, Picture, Report, Section, stored_note
from nee.training import provenance
from nee.training.checkpoints import weights_hash
from nee.training.provenance import fingerprint

QUICK = "A quick run, to see that everything works: small test sets, the smallest sizes, nothing to be cited."


def find_items(names: Iterable[str]) -> list[Item]:
    """The items of these names."""
    for name in names:
        if name not in ITEMS:
            raise InputError(f"There is no item {name!r}; there are: {', '.join(ITEMS)}.")
    return [ITEMS[name] for name in dict.fromkeys(names)]


def reproduce(
    items: Sequence[Item], plan: Plan, root: Path, workers: Workers, watch: Callable[[Progress], None]
) -> tuple[Report, dict[str, list[results.Measurement]]]:
    """The report on these items, and what was measured for each file of results/. No job is done twice."""
    jobs = {item.name: jobs_of(item, plan) for item in items}
    every = {job.key: job for of_item in jobs.values() for job in of_item}
    outcomes = run(every.values(), root, workers, watch)
    new: dict[str, list[results.Measurement]] = {}
    sections = []
    for item in items:
        measured = [results.measured(job, outcome, root) for job in jobs[item.name]
                    if isinstance(outcome := outcomes[job.key], Result)]  # fmt: skip
        sections.append(make_section(item, plan, measured, failures(jobs[item.name], outcomes)))
        if item.stored:
            known = {each.subject for each in new.setdefault(item.stored, [])}
            new[item.stored] += [each for each in measured if each.subject not in known]
    done = [(job.title, key, result.date) for key, job in every.items() if isinstance(result := outcomes[key], Result)]
    made = describe(plan)
    weights = weights_of(every.values(), root)
    return Report(sections, identity_of(every), QUICK if plan.quick else "", made, weights, done), new


def jobs_of(item: Item, plan: Plan) -> Sequence[Job]:
    """What is to be measured; nothing where stored figures are shown."""
    return [] if plan.stored or why_not_measured(item, plan) else item.jobs(plan)


def why_not_measured(item: Item, plan: Plan) -> str:
    """Why this run cannot measure an item, and what to do about it, in a sentence; nothing if it can."""
    if plan.retrain and item.only_shipped:
        return "It rests on the weights that ship: leave out --retrain to measure it."
    return item.missing()


def make_section(
    item: Item, plan: Plan, measured: Sequence[results.Measurement], failed: Sequence[Failed] = ()
) -> Section:
    """What an item shows of this run and of what is stored; or the logs of the jobs that failed."""
    # Beside weights that this run has trained, figures of others would be taken for theirs.
    only_new = plan.quick or (plan.retrain and measured)
    old = [] if only_new or item.stored is None else results.read(item.stored)
    shown = [*measured, *results.not_measured_again(old, measured)]
    if failed:
        return Section(item.name, item.source, item.title, [], failed)
    if not shown and item.stored:
        return Section(item.name, item.source, item.title, [nothing_to_show(item, plan)])
    blocks = item.show(shown)
    # A comparison says by itself which of its figures are stored.
    if old and not measured and not any(isinstance(block, Comparison) for block in blocks):
        reason = "" if plan.stored else why_not_measured(item, plan)
        blocks = [*blocks, f"{stored_note(old)} {reason}".strip()]
    return Section(item.name, item.source, item.title, blocks)


def nothing_to_show(item: Item, plan: Plan) -> str:
    """What stands in the place of figures that a run neither measures nor finds."""
    reason = why_not_measured(item, plan)
    if plan.quick:
        return (
            f"This run measures nothing here. {reason}"
            if reason
            else "This run measures nothing here: a whole run does."
        )
    return f"This run measures nothing here, and nothing is stored. {reason}".strip()


def failures(jobs: Sequence[Job], outcomes: Outcomes) -> list[Failed]:
    """The jobs without a result, and those that they needed."""
    return [
        Failed(job.title, outcome.reason, outcome.log)
        for job in [*jobs, *(needed for job in jobs for needed in job.needs)]
        if isinstance(outcome := outcomes.get(job.key), Failure)
    ]


def identity_of(keys: Iterable[str]) -> str:
    """The same work with the same stored figures has the same identity."""
    files = [fingerprint(path) for path in sorted(results.results_folder().glob("*.json"))]
    return hashlib.sha256("".join([*sorted(keys), *files]).encode()).hexdigest()


def describe(plan: Plan) -> dict[str, str]:
    """What made a report."""
    made = provenance.describe_command()
    versions = made.pop("versions")
    weights = ("trained again" if plan.retrain else "the shipped ones") + "; stored figures where it is said"
    return made | {
        "weights": "not read: all figures are stored ones" if plan.stored else weights,
        "seeds": ", ".join(map(str, range(plan.seeds))),
        "test sets": f"{plan.instances} instances",
        "code": code_version(),
        **versions,
    }


def weights_of(jobs: Iterable[Job], root: Path) -> list[tuple[str, str]]:
    """Every weights file that a job has read, by the name of the shipped engine or of the training."""
    found = {}
    for job in jobs:
        for source in job.inputs.values():
            path = place(source, root)
            if path.exists():
                found[source.job.title if isinstance(source, Output) else path.name] = weights_hash(path)
    return sorted(found.items())


def write_report(report: Report, folder: Path) -> list[Path]:
    """`report.html`; `report.md` with its pictures in the folder `figures`."""
    (folder / "figures").mkdir(parents=True, exist_ok=True)
    for block in (block for section in report.sections for block in section.blocks):
        if isinstance(block, Picture):
            (folder / "figures" / f"{block.name}.png").write_bytes(block.png)
    paths = [folder / "report.html", folder / "report.md"]
    for path, text in zip(paths, (html.render(report), markdown.render(report)), strict=True):
        path.write_text(text)
    return paths


def store(measured: dict[str, list[results.Measurement]], folder: str = "") -> list[Path]:
    """Write what a run has measured to results/, or to a folder there."""
    made = provenance.describe_command()
    return [results.store(name, new, made, folder) for name, new in measured.items() if new]
