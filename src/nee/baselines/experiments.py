"""The paper's experiments with the baselines. Each returns data, with the engine's beside it."""

from dataclasses import dataclass

import jax.numpy as jnp
import numpy as np

from nee.baselines.greedy import decode_all
from nee.baselines.seq2seq import Seq2Seq, with_end
from nee.engine import NeuralEngine
from nee.evaluation.lists import Accuracy, accuracy, evaluate, fresh_lists
from nee.instances.lists import Distribution
from nee.numbers import infinity
from nee.solve.sorting import sort_rows

Network = Seq2Seq | NeuralEngine
ENGINE = "NEE"
"""The name of the neural execution engine beside the baselines."""


def measure(network: Network, size: int, *, lists: int, distribution: Distribution, seed: int) -> Accuracy:
    """Sort a fresh test set. To a baseline the end counts as one of the numbers, as in the paper's table."""
    if isinstance(network, NeuralEngine):
        return evaluate(network, size, lists=lists, distribution=distribution, seed=seed)
    values = jnp.asarray(fresh_lists(size, lists, network.config.bits, distribution, seed))
    right = decode_all(network, values).outputs == with_end(jnp.sort(values), network.config.bits)
    return accuracy(size, np.asarray(right))


EXAMPLES: tuple[tuple[Distribution, tuple[int, ...]], ...] = (
    ("random", (100, 62, 114, 66, 241, 1, 63, 237)),
    ("random", (181, 52, 71, 254, 246, 145, 118, 28)),
    ("close", (132, 126, 131, 129, 127, 130, 128, 125)),
    ("close", (238, 239, 241, 240, 243, 237, 242, 244)),
)
"""The four lists that the paper shows."""
END = infinity(8)
"""The end `e` after a list of 8-bit numbers."""


@dataclass(frozen=True)
class Example:
    """What one network makes of one list."""

    model: str
    distribution: Distribution
    values: list[int]
    outputs: list[int]
    wrong: list[bool]
    """Which outputs are not the number that belongs there."""


def examples(name: str, network: Network) -> list[Example]:
    """The paper's four lists. A baseline also writes the end, as the number that stands for infinity."""
    rows = np.array([values for _, values in EXAMPLES], np.int32)
    if isinstance(network, NeuralEngine):
        outputs, right = sort_rows(network, rows, "selection"), np.sort(rows)
    else:
        outputs = np.asarray(decode_all(network, jnp.asarray(rows)).outputs)
        right = np.asarray(with_end(jnp.sort(rows), network.config.bits))
    return [
        Example(name, kind, list(values), made.tolist(), (made != expected).tolist())
        for (kind, values), made, expected in zip(EXAMPLES, outputs, right, strict=True)
    ]
