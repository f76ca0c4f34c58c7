"""Run a list of jobs: the longest first, each when what it needs is there, none twice, a failure stops no other."""

from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from nee.jobs.job import LOG, Job, Result, folder_of, read_result
from nee.jobs.workers import Workers, as_assignment

TAIL = 40
"""How many lines of the end of a log are shown."""


class Failure(NamedTuple):
    """Why there is no result."""

    reason: str
    log: str = ""


Outcomes = dict[str, Result | Failure]
"""By the keys of the jobs."""


@dataclass
class Progress:
    """How a run is doing."""

    outcomes: Outcomes = field(default_factory=dict)
    waiting: dict[str, Job] = field(default_factory=dict)
    running: dict[str, tuple[Job, float]] = field(default_factory=dict)
    """With the time of the clock at which each was started."""
    guessed: float = 0.0
    measured: float = 0.0
    """The seconds that the jobs of this run were guessed to take, and took."""

    def seconds_left(self, slots: int) -> float:
        """The guesses, corrected by how wrong they have been so far."""
        pace = self.measured / self.guessed if self.guessed else 1.0
        ahead = sum(job.seconds * pace for job in self.waiting.values())
        ahead += sum(max(job.seconds * pace - (monotonic() - began), 1) for job, began in self.running.values())
        return ahead / slots


def run(wanted: Iterable[Job], root: Path, workers: Workers, watch: Callable[[Progress], None]) -> Outcomes:
    """The outcome of every job that is wanted, and of those that they need and that had to be done."""
    progress = Progress()
    for job in wanted:
        enlist(job, root, progress)
    futures: dict[Future[str | None], Job] = {}
    while progress.waiting or futures:
        # The longest first: begun last, it would keep one core busy while the others have nothing left to do.
        for job in sorted(progress.waiting.values(), key=lambda job: -job.seconds):
            needed = [progress.outcomes.get(other.key) for other in job.needs]
            if any(isinstance(outcome, Failure) for outcome in needed):
                progress.outcomes[job.key] = Failure("It was skipped: a job that it needs has failed.")
                del progress.waiting[job.key]
            elif all(needed) and len(futures) < workers.slots:
                folder_of(job, root).mkdir(parents=True, exist_ok=True)
                futures[workers.submit(as_assignment(job, root))] = job
                progress.running[job.key] = job, monotonic()
                del progress.waiting[job.key]
        watch(progress)
        finished, _ = wait(futures, timeout=0.5, return_when=FIRST_COMPLETED)
        for future in finished:
            finish(futures.pop(future), future, root, progress)
    watch(progress)
    return progress.outcomes


def enlist(job: Job, root: Path, progress: Progress) -> None:
    """Put a job on the list after what it needs, unless it is there or has been done."""
    if job.key in progress.outcomes or job.key in progress.waiting:
        return
    # What lies in a folder that a person has chosen may be of another job: the function itself looks.
    result = None if job.folder else read_result(job, root)
    if result:
        progress.outcomes[job.key] = result
        return
    for needed in job.needs:
        enlist(needed, root, progress)
    progress.waiting[job.key] = job


def finish(job: Job, future: "Future[str | None]", root: Path, progress: Progress) -> None:
    """Take down the outcome of a job that has ended in one way or another."""
    _, began = progress.running.pop(job.key)
    progress.measured += monotonic() - began
    progress.guessed += job.seconds
    error = future.exception()
    reason = f"The worker ended before the job did ({type(error).__name__})." if error else future.result()
    result = read_result(job, root)
    if reason is None and result:
        progress.outcomes[job.key] = result
        return
    log = folder_of(job, root) / LOG
    lines = log.read_text().splitlines() if log.exists() else []
    progress.outcomes[job.key] = Failure(reason or "It left no result.", "\n".join(lines[-TAIL:]))
