"""Several training runs side by side, one process per core."""

import multiprocessing
import queue
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from nee.compilation import keep_compiled_programs
from nee.errors import InputError
from nee.processes import cores, settle
from nee.runs import CHECKPOINT, Report, train
from nee.subroutines import Recipe
from nee.training import Taught

PATIENCE = 5.0
"""Seconds without a report after which the processes are asked whether they still live."""


class Run(NamedTuple):
    """A training that is to be done."""

    taught: Taught
    recipe: Recipe
    seed: int
    folder: Path


def train_side_by_side(runs: Sequence[Run], *, resume: bool) -> Iterator[tuple[Run, Report]]:
    """Train all, and report what each one does.

    To resume is to leave the finished runs as they are, to go on with those that were begun, and to begin the others.
    """
    begun = [run.folder for run in runs if (run.folder / CHECKPOINT).exists()]
    if begun and not resume:
        raise InputError(f"{begun[0]} already holds a run: add --resume to go on with it.")
    return watch(runs)


def watch(runs: Sequence[Run]) -> Iterator[tuple[Run, Report]]:
    """Start the processes, pass on what they report, and end them."""
    context = multiprocessing.get_context("spawn")  # A fork would share JAX's threads.
    tasks: Any = context.Queue()
    reports: Any = context.Queue()
    workers = [
        context.Process(target=work, args=(core, tasks, reports), daemon=True)
        for core, _ in zip(cores(), runs, strict=False)
    ]
    for numbered in [*enumerate(runs), *([None] * len(workers))]:
        tasks.put(numbered)
    for worker in workers:
        worker.start()
    try:
        unfinished = len(runs)
        while unfinished:
            try:
                index, news = reports.get(timeout=PATIENCE)
            except queue.Empty:
                if any(worker.exitcode for worker in workers):
                    raise RuntimeError("A training process was killed; --resume goes on from its checkpoint.") from None
                continue
            if isinstance(news, Exception):
                raise news
            if news is None:
                unfinished -= 1
            else:
                yield runs[index], news
    finally:
        for worker in workers:
            worker.terminate()


def work(core: int, tasks: Any, reports: Any) -> None:
    """Train one run after the other on one core, as long as somebody watches."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # It is the parent that ends this.
    settle(core)
    keep_compiled_programs()
    for index, run in iter(tasks.get, None):
        try:
            for report in train(*run[:2], seed=run.seed, folder=run.folder, resume=(run.folder / CHECKPOINT).exists()):
                reports.put((index, report))
            reports.put((index, None))
        except Exception as error:  # Whatever it is, the parent must know.
            reports.put((index, error))
