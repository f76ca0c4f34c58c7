"""Answer the inputs of an algorithm of CLRS-30."""

from collections.abc import Mapping
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float

from nee.clrs.algorithms import ALGORITHMS, Engines
from nee.clrs.fixed_point import FixedPointMultiply
from nee.clrs.integers import BITS
from nee.compilation import keep_compiled_programs
from nee.errors import InputError
from nee.pretrained import load_table
from nee.solve.engines import add_engine, minimum_engine

Reals = Float[np.ndarray, "..."]


def solve(name: str, inputs: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """The outputs of an algorithm for its inputs, by the tables of the shipped engines.

    Inputs and outputs are named and shaped as in the benchmark, before any permutation is encoded: one sample, or a
    batch with one axis more in front. Inputs that the algorithm does not read, such as `pos` or `adj`, may be there.
    The answer is what the engines say, right or wrong.

    >>> solve("insertion_sort", {"key": [0.5, 0.25, 0.75]})
    {'pred': array([1, 1, 0], dtype=int32)}
    """
    if name not in ALGORITHMS:
        raise InputError(f"{name!r} is not among the algorithms of CLRS-30 that are done: {', '.join(ALGORITHMS)}.")
    algorithm = ALGORITHMS[name]
    arrays, batched = check(name, inputs)
    data, exponent = algorithm.to_integers(arrays)
    keep_compiled_programs()
    with jax.enable_x64(True):
        answer = run(engines_for(algorithm.learned, exponent), tuple(map(jnp.asarray, data)), name)
        outputs: dict[str, np.ndarray] = jax.device_get(answer)
    return outputs if batched else {output: values[0] for output, values in outputs.items()}


def engines_for(learned: tuple[str, ...], exponent: int) -> Engines:
    """Engines for numbers of 62 bits, out of tables; those that are not asked for are not loaded."""
    multiply = None
    if "multiply" in learned:
        multiply = FixedPointMultiply(load_table("multiply"), load_table("add"), BITS, exponent)
    return Engines(minimum_engine("table", BITS), add_engine("table", BITS), multiply)


@eqx.filter_jit
def run(engines: Engines, data: tuple[Array, ...], name: str) -> dict[str, Array]:
    """The outputs for a batch."""
    return jax.vmap(lambda *sample: ALGORITHMS[name].run(engines, *sample))(*data)


def check(name: str, inputs: Mapping[str, Any]) -> tuple[dict[str, Reals], bool]:
    """The inputs that are read, with a leading axis, and whether they came with one; or what is wrong with them."""
    axes = ALGORITHMS[name].inputs
    missing = axes.keys() - inputs.keys()
    if missing:
        raise InputError(f"{name} needs the inputs {', '.join(axes)}; missing: {', '.join(sorted(missing))}.")
    arrays = {field: np.asarray(inputs[field], np.float64) for field in axes}
    extra = {field: array.ndim - axes[field] for field, array in arrays.items()}
    if set(extra.values()) not in ({0}, {1}):
        shapes = ", ".join(f"{field} {array.shape}" for field, array in arrays.items())
        raise InputError(f"{name} takes one sample, or a batch with one axis more in front, and not {shapes}.")
    batched = 1 in extra.values()
    arrays = arrays if batched else {field: array[None] for field, array in arrays.items()}
    if len({len(array) for array in arrays.values()}) > 1:
        raise InputError(f"The inputs of {name} are batches of different sizes.")
    for field, array in arrays.items():
        if 0 in array.shape:
            raise InputError(f"{field} is empty.")
        if not np.isfinite(array).all():
            raise InputError(f"{field} holds something that is not a finite number.")
    for field in arrays.keys() - {"key", "target", "s", "f"}:
        if (arrays[field] < 0).any():
            raise InputError(f"{field} holds a negative number: what is added up cannot be negative.")
    if "A" in arrays and arrays["A"].shape[-1] != arrays["A"].shape[-2]:
        raise InputError(f"A must be square, and is {arrays['A'].shape[-2]} by {arrays['A'].shape[-1]}.")
    if "string" in arrays and (arrays["string"] != np.sort(arrays["string"][:1])).any():
        raise InputError("string must be zeros, then ones, as many in each sample of the batch.")
    return arrays, batched
