"""Work as a list of independent jobs: plain data, and a result stored under a hash of all that decides it."""

import datetime
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from nee.training.provenance import fingerprint, versions
from nee.training.whole_file import write_whole

PACKAGE = Path(__file__).parents[1]
ONLY_SHOWS = (
    "cli/",
    "model_cards/",
    "paper/items/",
    "paper/report/",
    "paper/reproduction.py",
    "paper/results.py",
    "graphs/picture.py",
)
"""What decides how a result is shown, and not what it is. A test holds that no other module imports these."""
RESULT, LOG = "result.json", "log.txt"


class Output(NamedTuple):
    """A file that another job leaves in its folder."""

    job: "Job"
    file: str


Work = Callable[..., dict[str, Any]]
"""A function of the job's folder and, by keyword, of arguments and input files. Its answer must fit into JSON."""


@dataclass(frozen=True, eq=False)
class Job:
    """A function at the top level of a module, what it is called with, and the files that it reads."""

    title: str
    function: Work
    arguments: Mapping[str, Any]
    inputs: Mapping[str, Path | Output] = field(default_factory=dict)
    seconds: float | int = 10
    """A guess on one core: for the order of the jobs and for the time left."""
    folder: Path | None = None
    """Where it works, for a job that is begun or resumed by a person; without it, a folder of the job's key."""

    @property
    def name(self) -> str:
        """Where the function stands."""
        return f"{self.function.__module__}:{self.function.__name__}"

    @property
    def needs(self) -> list["Job"]:
        """The jobs that must be done before."""
        return [source.job for source in self.inputs.values() if isinstance(source, Output)]

    @cached_property
    def key(self) -> str:
        """The hash of all that decides the result. What another job leaves is known by that job's key."""
        inputs = {
            name: [source.job.key, source.file] if isinstance(source, Output) else fingerprint(source)
            for name, source in self.inputs.items()
        }
        decisive = [self.name, self.arguments, inputs, code_version(), versions(), str(self.folder)]
        return hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()


@cache
def code_version(package: Path = PACKAGE) -> str:
    """The hash of the package's sources, without those that only show results."""
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package).as_posix()
        if not name.startswith(ONLY_SHOWS):
            digest.update(f"{name} {fingerprint(path)}\n".encode())
    return digest.hexdigest()


def folder_of(job: Job, root: Path) -> Path:
    """Where a job leaves its result, its log and its files."""
    return job.folder.absolute() if job.folder else root / "jobs" / job.key


class Result(NamedTuple):
    """What a finished job leaves."""

    data: dict[str, Any]
    date: str
    seconds: float


def read_result(job: Job, root: Path) -> Result | None:
    """The result, if the job has been done."""
    path = folder_of(job, root) / RESULT
    return Result(**json.loads(path.read_text())) if path.exists() else None


def write_result(folder: Path, data: dict[str, Any], seconds: float) -> None:
    """The result appears whole or not at all."""
    date = datetime.datetime.now(datetime.UTC).date().isoformat()
    write_whole(folder / RESULT, json.dumps(Result(data, date, round(seconds, 1))._asdict()).encode())
