"""How often an engine is right: whole lists, and single numbers."""

from dataclasses import dataclass

import jax
import numpy as np
from jaxtyping import Bool, Int

from nee.engine import NeuralEngine
from nee.evaluation.intervals import Interval, Reading, wilson
from nee.instances.lists import Distribution, make_lists
from nee.solve.sorting import sort_rows


@dataclass(frozen=True)
class Accuracy:
    """The result of one test set."""

    size: int
    lists: int
    whole_lists: Interval
    numbers: Interval
    """The paper's metric: the right number in the right position. Its interval takes a list as one observation."""
    reading: Reading = "every slot"


def evaluate(
    engine: NeuralEngine,
    size: int,
    *,
    lists: int,
    distribution: Distribution,
    seed: int,
    algorithm: str = "selection",
) -> Accuracy:
    """Sort a fresh test set with the engine, every slot read by itself, and compare it with the sorted lists."""
    values = fresh_lists(size, lists, engine.config.bits, distribution, seed)
    return accuracy(size, sort_rows(engine, values, algorithm) == np.sort(values, axis=-1))


def fresh_lists(
    size: int, lists: int, bits: int, distribution: Distribution, seed: int
) -> Int[np.ndarray, "lists size"]:
    """The test set that a seed fixes."""
    key = jax.random.fold_in(jax.random.key(seed), size)
    return np.asarray(make_lists(key, lists, size, bits, distribution))


def accuracy(size: int, right: Bool[np.ndarray, "lists positions"]) -> Accuracy:
    """How much of a test set is right, by list and position."""
    return Accuracy(
        size=size,
        lists=len(right),
        whole_lists=wilson(float(right.all(axis=-1).mean()), len(right)),
        numbers=wilson(float(right.mean()), len(right)),
    )
