"""Weights and training states as safetensors files, with what made them inside.

The same training writes the same bytes: a file holds no date and no path.
"""

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import PyTree
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from nee.engine import EngineConfig, NeuralEngine
from nee.errors import InputError

Tree = TypeVar("Tree", bound=PyTree)


class Provenance(NamedTuple):
    """Where weights come from: enough to train them again."""

    subroutine: str
    config: dict[str, Any]
    recipe: dict[str, Any]
    seed: int
    step: int
    versions: dict[str, str]


def write(path: Path, tree: PyTree, provenance: Provenance) -> None:
    """Write all arrays of a tree. The file appears whole or not at all."""
    # safetensors writes wrong data for an array that is not contiguous.
    arrays = {name: np.asarray(leaf, order="C") for name, leaf in _by_name(tree).items()}
    # One key only: safetensors writes several in a random order.
    data = save(arrays, metadata={"nee": json.dumps(provenance._asdict(), sort_keys=True)})
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def read_provenance(path: Path) -> Provenance:
    """What a file says of itself."""
    try:
        with safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
    except FileNotFoundError:
        raise InputError(f"There is no file {path}.") from None
    except (SafetensorError, OSError) as error:
        raise InputError(f"{path} cannot be read: it is truncated or no safetensors file ({error}).") from None
    try:
        return Provenance(**json.loads(metadata["nee"]))
    except (KeyError, TypeError, json.JSONDecodeError):
        raise InputError(f"{path} was not written by nee: it does not say what it was trained for.") from None


def read(path: Path, like: Tree, part: str = "") -> Tree:
    """The tree that was written, into the structure of `like`, whose arrays may be shapes only.

    `part` reads only what lies below one name, such as `engine.` of a training state.
    """
    read_provenance(path)  # Refuses what is no file of ours.
    with safe_open(path, framework="numpy") as file:
        names = [name for name in file.keys() if name.startswith(part)]  # noqa: SIM118, it is no dictionary
        stored = {name.removeprefix(part): file.get_tensor(name) for name in names}
    structure, expected = jax.tree.structure(like), _by_name(like)
    if stored.keys() != expected.keys() or any(
        stored[name].shape != leaf.shape or stored[name].dtype != leaf.dtype for name, leaf in expected.items()
    ):
        raise InputError(f"{path} does not fit: its arrays are not those of the engine that it is loaded into.")
    return jax.tree.unflatten(structure, [jnp.asarray(stored[name]) for name in expected])


def read_engine(path: Path) -> NeuralEngine:
    """The engine that a weights file holds."""
    return read_network(path, NeuralEngine, EngineConfig)


def read_network(path: Path, network: Callable[..., Tree], config: type) -> Tree:
    """The network that a weights file holds, of a kind that is made from a config and a key."""
    try:
        shape = config(**read_provenance(path).config)
    except TypeError:
        raise InputError(f"{path} was written by another version of nee: its config is not understood.") from None
    return read(path, eqx.filter_eval_shape(network, shape, key=jax.random.key(0)))


def fingerprint(path: Path) -> str:
    """The SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _by_name(tree: PyTree) -> dict[str, Any]:
    """The leaves of a tree by their place in it, such as `encoder.blocks.attention.output.weight`."""
    return {
        jax.tree_util.keystr(place, simple=True, separator="."): leaf for place, leaf in jax.tree.leaves_with_path(tree)
    }
