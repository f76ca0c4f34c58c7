"""What keeping keys and values is worth: greedy decoding with them, and with the whole network for each output.

python benchmarks/decoding.py            prints a table
python benchmarks/decoding.py --json     prints JSON
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int
from speed import timed

from nee.baselines import Seq2Seq, decode_all
from nee.baselines.seq2seq import with_end
from nee.baselines.weights import read_model, weights
from nee.instances.lists import make_lists
from nee.training import provenance
from nee.training.checkpoints import weights_hash

LISTS = SIZE = 100
PASSES = 3
"""Of the whole network: each one takes as long as any other."""


def main() -> None:
    """Measure and print."""
    path = weights("all_mod")
    figures = decoding(read_model(path))
    if "--json" in sys.argv:
        print(json.dumps(provenance.describe_measurement(weights_hash(path)) | {"figures": figures}, indent=1))
        return
    for name, figure in figures.items():
        print(f"{name:58} {figure:10.2f}")


def decoding(model: Seq2Seq) -> dict[str, float]:
    """Seconds for 100 lists of 100 numbers, and how many times as long it takes to begin again for each output."""
    lists = make_lists(jax.random.key(0), LISTS, SIZE, model.config.bits, "mixed")
    outputs, kept = best(lambda: decode_all(model, lists).outputs)
    _, one_pass = best(lambda: whole_pass(model, lists, outputs[:, :-1]))
    begun_again = one_pass * outputs.shape[-1]
    return {
        f"{LISTS} lists of {SIZE} numbers, keys and values kept, seconds": kept,
        f"the same, begun again for each output, seconds (from {PASSES} passes)": begun_again,
        "begun again / kept": begun_again / kept,
    }


@eqx.filter_jit
def whole_pass(
    model: Seq2Seq, lists: Int[Array, "lists size"], outputs: Int[Array, "lists size"]
) -> Float[Array, "lists size+1 classes"]:
    """The logits of all outputs: of one that is new, and of all that were there before."""
    everything = jnp.zeros(lists.shape[-1] + 1, bool)
    slots = with_end(lists, model.config.bits)
    return jax.vmap(lambda one, before: model.read(one, everything, before)[0])(slots, outputs)


def best(call: Callable[[], Any]) -> tuple[Any, float]:
    """The result of a call, and the shortest of its times after compilation."""
    jax.block_until_ready(call())
    runs = [timed(lambda: jax.block_until_ready(call())) for _ in range(PASSES)]
    return runs[0][0], min(seconds for _, seconds in runs)


if __name__ == "__main__":
    main()
