"""The road of every figure: a job measures it, results/ keeps it, and report, README and docs read it there."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from nee.baselines.variants import name_of
from nee.baselines.weights import read_model, shipped
from nee.jobs.job import Job, Result
from nee.jobs.workers import place
from nee.pretrained import SHARED, names
from nee.pretrained import weights as weights_of
from nee.training.checkpoints import read_provenance, weights_hash

PACKAGE = Path(__file__).parents[1]
RETRAINED = "retrained"
"""The folder in results/ of a run that trained everything again: beside the figures of the weights that ship, its own
would be taken for theirs."""
HASHES = ("tensors", "sha256")
"""What names weights: the hash of their tensors or, of weights that do not ship and were measured before there was one,
the hash of their file."""


@dataclass(frozen=True)
class Measurement:
    """What one job has measured."""

    job: str
    """The name of its function."""
    arguments: dict[str, Any]
    weights: dict[str, dict[str, Any]]
    """For each weights file: how it was trained, the hash of its tensors and, if it ships, the name it ships by."""
    answer: dict[str, Any]
    seconds: float | None = None
    run: str = ""
    """Command, versions, machine and date of the run that stored this, as JSON; empty if this run has measured it."""

    @property
    def trained(self) -> dict[str, Any]:
        """How the only weights that were measured came about."""
        return self.weights["weights"]

    @property
    def date(self) -> str:
        """Of a stored measurement."""
        return str(json.loads(self.run)["date"])

    @property
    def subject(self) -> str:
        """What was measured. The same subject measured again replaces what was stored."""
        weights = {
            name: made.get("ships") or {field: made[field] for field in sorted(made) if field not in HASHES}
            for name, made in self.weights.items()
        }
        return json.dumps([self.job, self.arguments, weights], sort_keys=True)


def measured(job: Job, result: Result, root: Path) -> Measurement:
    """What a job that is done has measured."""
    weights = {name: describe_weights(place(source, root)) for name, source in job.inputs.items()}
    # By way of JSON, in which tuples are lists and keys are text, as in what is stored.
    arguments = json.loads(json.dumps(job.arguments))
    return Measurement(job.function.__name__, arguments, weights, result.data, result.seconds)


def describe_weights(path: Path) -> dict[str, Any]:
    """How the weights in a file were trained, and which ones they are."""
    made = read_provenance(path)
    described = {"subroutine": made.subroutine, "recipe": made.recipe["name"], "seed": made.seed}
    described |= {field: made.recipe[field] for field in ("numbers", "held_out") if field in made.recipe}
    if made.subroutine == "seq2seq":
        described["variant"] = name_of(read_model(path).config)
    tensors = weights_hash(path)
    files = [*map(weights_of, names()), SHARED, *shipped()]
    ships = next((file.stem for file in files if weights_hash(file) == tensors), None)
    return described | {"tensors": tensors} | ({"ships": ships} if ships else {})


def results_folder() -> Path:
    """Inside of an installed package, beside the sources in a clone."""
    inside = PACKAGE / "results"
    return inside if inside.is_dir() else PACKAGE.parents[1] / "results"


def read(name: str, folder: str = "") -> list[Measurement]:
    """What results/NAME.json holds, or the file of that name in a folder there."""
    path = results_folder() / folder / f"{name}.json"
    runs = json.loads(path.read_text())["runs"] if path.exists() else []
    return [Measurement(**each, run=json.dumps(run)) for run in runs for each in run.pop("measurements")]


def not_measured_again(stored: Iterable[Measurement], new: Sequence[Measurement]) -> list[Measurement]:
    """The stored measurements that still count."""
    again = {each.subject for each in new}
    return [each for each in stored if each.subject not in again]


def store(name: str, new: Sequence[Measurement], run: dict[str, Any], folder: str = "") -> Path:
    """Write what a run has measured to the file that `read` reads, with what is there and was not measured again."""
    kept = not_measured_again(read(name, folder), new)
    here = json.dumps(run)
    every = [*((each.run, each) for each in kept), *((here, each) for each in new)]
    runs = []
    for made, group in groupby(every, key=lambda pair: pair[0]):
        fields = ("job", "arguments", "weights", "answer", "seconds")
        lines = [json.dumps({field: getattr(each, field) for field in fields}) for _, each in group]
        runs.append(f'{made[:-1]}, "measurements": [\n' + ",\n".join(lines) + "\n]}")
    path = results_folder() / folder / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text('{"runs": [\n' + ",\n".join(runs) + "\n]}\n")
    return path
