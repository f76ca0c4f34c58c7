"""How often the answers to CLRS-30 are right: drawn by its own samplers, and scored by its own evaluation."""

import importlib
import importlib.util
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from nee.clrs import ALGORITHMS, solve
from nee.errors import InputError
from nee.evaluation.intervals import Interval, wilson

Arrays = dict[str, np.ndarray]


@dataclass(frozen=True)
class BenchmarkAccuracy:
    """The result of one algorithm at one size."""

    algorithm: str
    size: int
    samples: int
    whole_samples: Interval
    """Every output right in every place."""
    score: float
    """The benchmark's own, in percent: of pointers the share that is right, of masks the F1 score."""


class Benchmark(NamedTuple):
    """The parts of dm-clrs that are used."""

    samplers: Any
    evaluation: Any
    probing: Any


def what_to_install() -> str:
    """What a person must install to draw from CLRS-30, or nothing."""
    there = all(importlib.util.find_spec(package) for package in ("clrs", "chex"))
    return "" if there else "CLRS-30 brings its own samplers: pip install chex, and pip install --no-deps dm-clrs."


@cache
def load_benchmark() -> Benchmark:
    """The benchmark's samplers and evaluation, without the rest of it.

    `import clrs` imports its models, and TensorFlow. The samplers need of TensorFlow only the name of a class, to
    compare with. So, while they are imported, an empty package stands for `clrs`, and that name for TensorFlow.
    """
    if missing := what_to_install():
        raise InputError(missing)
    package = importlib.util.find_spec("clrs")
    assert package is not None
    importlib.import_module("chex")
    clrs, tensorflow = ModuleType("clrs"), ModuleType("tensorflow")
    clrs.__path__ = list(package.submodule_search_locations or [])
    vars(tensorflow)["Tensor"] = type("Tensor", (), {})
    before = dict(sys.modules)
    sys.modules.update(clrs=clrs, tensorflow=tensorflow)
    try:
        benchmark = Benchmark(*(importlib.import_module(f"clrs._src.{part}") for part in Benchmark._fields))
    finally:
        # Whoever imports clrs or TensorFlow afterwards gets the real ones.
        for name in [name for name in sys.modules if name.split(".")[0] in ("clrs", "tensorflow")]:
            del sys.modules[name]
        sys.modules.update({name: module for name, module in before.items() if name not in sys.modules})
    benchmark.probing.push = without_later_hints(benchmark.probing.push)
    return benchmark


def without_later_hints(push: Callable[[Any, str, Any], None]) -> Callable[[Any, str, Any], None]:
    """The benchmark's own way to note what an algorithm does, for the first step only.

    Nobody reads its hints here, and those of 256 nodes fill the memory. Inputs and outputs stay as they are.
    """

    def push_once(probes: Any, stage: str, next_probe: Any) -> None:
        noted = [probe["data"] for place in probes[stage].values() for probe in place.values()]
        if not any(noted):
            push(probes, stage, next_probe)

    return push_once


def check_algorithms(names: list[str]) -> list[str]:
    """The algorithms of these names; without names, all that are done."""
    for name in names:
        if name not in ALGORITHMS:
            raise InputError(f"{name!r} is not among the algorithms of CLRS-30 that are done: {', '.join(ALGORITHMS)}.")
    return names or list(ALGORITHMS)


def evaluate_clrs(name: str, size: int, *, samples: int, seed: int) -> BenchmarkAccuracy:
    """Draw samples one by one, each with a seed of its own; then answer and score them all."""
    drawn = [draw(name, size, seed=(seed * samples + index) % 2**32) for index in range(samples)]
    inputs, truths = (batch(parts) for parts in zip(*drawn, strict=True))
    outputs = solve(name, inputs)
    right = [(outputs[key] == truth).reshape(samples, -1).all(axis=-1) for key, truth in truths.items()]
    return BenchmarkAccuracy(
        algorithm=name,
        size=size,
        samples=samples,
        whole_samples=wilson(float(np.all(right, axis=0).mean()), samples),
        score=score(name, truths, outputs),
    )


def batch(samples: Sequence[Arrays]) -> Arrays:
    """Samples one after the other."""
    return {name: np.concatenate([sample[name] for sample in samples]) for name in samples[0]}


def draw(name: str, size: int, *, seed: int) -> tuple[Arrays, Arrays]:
    """The inputs and the outputs of one sample, with a leading axis."""
    sampler, _ = load_benchmark().samplers.build_sampler(name, 1, seed=seed, length=size)
    feedback = sampler.next()
    inputs, outputs = feedback.features.inputs, feedback.outputs
    return {point.name: point.data for point in inputs}, {point.name: point.data for point in outputs}


def score(name: str, truths: Arrays, outputs: Arrays) -> float:
    """What the benchmark says of the outputs, in percent. An order is compared as pointers."""
    benchmark = load_benchmark()
    specs = benchmark.samplers.specs
    spec = specs.SPECS[name]

    def point(key: str, data: np.ndarray) -> Any:
        _, location, kind = spec[key]
        kind = specs.Type.POINTER if kind == specs.Type.SHOULD_BE_PERMUTATION else kind
        return benchmark.probing.DataPoint(key, location, kind, data)

    expected = tuple(point(key, data) for key, data in truths.items())
    answered = {key: point(key, data) for key, data in outputs.items()}
    return 100 * float(benchmark.evaluation.evaluate(expected, answered)["score"])
