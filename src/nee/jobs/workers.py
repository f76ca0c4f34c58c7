"""Where jobs run: in one process per core of this machine, or on Ray."""

import contextlib
import importlib
import itertools
import logging
import multiprocessing
import platform
import shutil
import time
import traceback
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

import jax

from nee.compilation import keep_compiled_programs
from nee.errors import InputError
from nee.jobs.job import LOG, Job, Output, code_version, folder_of, write_result
from nee.jobs.processes import cores, pin_to_core
from nee.training.provenance import fingerprint

JOBS_BETWEEN_CLEARINGS = 50
"""After so many jobs a process forgets what it has compiled. Each program takes some of the 65 530 memory maps that
Linux gives a process; one that had done about 180 jobs wanted more, and died."""
jobs_done = itertools.count(1)
"""Of this process."""


class Assignment(NamedTuple):
    """All that a worker has to know of a job."""

    function: str
    arguments: dict[str, Any]
    inputs: dict[str, Path]
    folder: Path
    code: str


def as_assignment(job: Job, root: Path) -> Assignment:
    """The job with its inputs where every worker sees them."""
    inputs = {name: place(source, root) for name, source in job.inputs.items()}
    return Assignment(job.name, dict(job.arguments), inputs, folder_of(job, root), code_version())


def place(source: Path | Output, root: Path) -> Path:
    """Where an input lies below the root. A file from elsewhere is copied: other machines have their own disks."""
    if isinstance(source, Output):
        return folder_of(source.job, root) / source.file
    copy = root / "inputs" / fingerprint(source) / source.name
    if not copy.exists():
        copy.parent.mkdir(parents=True, exist_ok=True)
        unfinished = copy.with_name(f"{copy.name}.unfinished")
        shutil.copyfile(source, unfinished)
        unfinished.replace(copy)
    return copy


def perform(assignment: Assignment) -> str | None:
    """Do a job, in a worker. What it prints goes to its log; the answer is the reason if it fails."""
    if not assignment.folder.is_dir():
        return f"{platform.node()} does not see {assignment.folder}: --out must be a folder that all machines share."
    if code_version() != assignment.code:
        return f"{platform.node()} has another version of nee: install the same one on all machines."
    with (assignment.folder / LOG).open("a") as log, contextlib.redirect_stdout(log), contextlib.redirect_stderr(log):
        try:
            keep_compiled_programs()
            clock = time.perf_counter()
            module, name = assignment.function.split(":")
            function = getattr(importlib.import_module(module), name)
            data = function(assignment.folder, **assignment.arguments, **assignment.inputs)
            write_result(assignment.folder, data, time.perf_counter() - clock)
        except InputError as error:
            return str(error)
        except Exception as error:
            traceback.print_exc()
            return f"{type(error).__name__}: {error}"
        finally:
            if next(jobs_done) % JOBS_BETWEEN_CLEARINGS == 0:
                jax.clear_caches()
    return None


@runtime_checkable
class Workers(Protocol):
    """They take assignments, and say how many at a time."""

    slots: int

    def submit(self, assignment: Assignment) -> "Future[str | None]":
        """Start an assignment. The future fails if the worker dies."""

    def close(self) -> None:
        """Let the workers go."""


class LocalWorkers:
    """One process per core. A worker that dies takes nothing but its own job with it."""

    def __init__(self) -> None:
        self.cores = cores()
        self.slots = len(self.cores)
        self.pools: dict[int, ProcessPoolExecutor] = {}
        self.assignments: dict[int, Future[str | None]] = {}

    def submit(self, assignment: Assignment) -> "Future[str | None]":
        """Start an assignment on a core that is free."""
        core = next(core for core in self.cores if core not in self.assignments or self.assignments[core].done())
        try:
            self.assignments[core] = self.pool(core).submit(perform, assignment)
        except BrokenProcessPool:
            del self.pools[core]
            self.assignments[core] = self.pool(core).submit(perform, assignment)
        return self.assignments[core]

    def pool(self, core: int) -> ProcessPoolExecutor:
        """The process of a core."""
        if core not in self.pools:
            context = multiprocessing.get_context("spawn")  # JAX has threads, which a fork would not survive.
            self.pools[core] = ProcessPoolExecutor(1, context, initializer=pin_to_core, initargs=(core,))
        return self.pools[core]

    def close(self) -> None:
        """End the processes."""
        for pool in self.pools.values():
            pool.shutdown(wait=False, cancel_futures=True)


class RayWorkers:
    """The same assignments on Ray: the cluster at an address, or one that is started on this machine."""

    def __init__(self, address: str) -> None:
        try:
            import ray
        except ImportError:
            raise InputError("Ray is not installed: pip install 'nee[ray]' brings it.") from None
        try:
            dashboard = False if address == "local" else None
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR, include_dashboard=dashboard)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise InputError(f"There is no Ray at {address!r}: {str(error).splitlines()[0]}") from None
        self.ray = ray
        self.slots = int(ray.cluster_resources().get("CPU", 1))
        # One core for each assignment, as locally, so that the figures are the same to the last digit.
        self.perform = ray.remote(num_cpus=1, runtime_env={"env_vars": {"PJRT_NPROC": "1"}})(perform)

    def submit(self, assignment: Assignment) -> "Future[str | None]":
        """Start an assignment wherever Ray has a core for it."""
        return self.perform.remote(assignment).future()

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        self.ray.shutdown()
