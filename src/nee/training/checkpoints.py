"""Weights and training states as safetensors files, with what made them inside.

The same training writes the same bytes: a file holds no date and no path.
A hash of the arrays and one of the rest stand in the file, and are checked when it is read.
"""

import types
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import equinox as eqx
import jax
import numpy as np
from jaxtyping import PyTree
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from nee.compilation import refuse_missing_platform
from nee.engine import EngineConfig, NeuralEngine
from nee.engine.shared_engine import SharedEngine
from nee.errors import InputError
from nee.subroutines import SUBROUTINES
from nee.subroutines.shared import TASKS
from nee.training.provenance import Provenance, hash_of_tensors
from nee.training.whole_file import write_whole

Tree = TypeVar("Tree", bound=PyTree)
Kind = TypeVar("Kind")
LARGEST = 2**16
"""No number of a config is larger."""


def write(path: Path, tree: PyTree, provenance: Provenance) -> None:
    """Write all arrays of a tree. The file appears whole or not at all."""
    # safetensors writes wrong data for an array that is not contiguous.
    arrays = {name: np.asarray(leaf, order="C") for name, leaf in _by_name(tree).items()}
    made = provenance._replace(tensors=hash_of_tensors(arrays))
    # One key only: safetensors writes several in a random order.
    write_whole(path, save(arrays, metadata={"nee": made.to_json()}))


def read_provenance(path: Path) -> Provenance:
    """What a file says of itself."""
    if path.is_dir():
        raise InputError(f"{path} is a folder: name the file in it.")
    try:
        with safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
    except FileNotFoundError:
        raise InputError(f"There is no file {path}.") from None
    except (SafetensorError, OSError) as error:
        raise InputError(f"{path} cannot be read: it is truncated or no safetensors file ({error}).") from None
    if "nee" not in metadata:
        raise InputError(f"{path} was not written by nee: it does not say what it was trained for.")
    try:
        return Provenance.from_json(metadata["nee"])
    except ValueError as reason:
        raise InputError(f"{path} cannot be used: {reason}.") from None


def read_arrays(path: Path) -> dict[str, np.ndarray]:
    """All arrays of a file by name, as they were written."""
    made = read_provenance(path)
    with safe_open(path, framework="numpy") as file:
        arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118, it is no dictionary
    if made.tensors and made.tensors != hash_of_tensors(arrays):
        raise InputError(f"{path} is damaged: its arrays are not those that were written.")
    return arrays


def weights_hash(path: Path) -> str:
    """The SHA-256 of the arrays of a file, as they stand there. It names weights, whatever their file says of them."""
    return hash_of_tensors(read_arrays(path))


def read(path: Path, like: Tree, part: str = "") -> Tree:
    """The tree that was written, into the structure of `like`, whose arrays may be shapes only.

    `part` reads only what lies below one name, such as `engine.` of a training state.
    """
    refuse_missing_platform()
    stored = {name.removeprefix(part): array for name, array in read_arrays(path).items() if name.startswith(part)}
    structure, expected = jax.tree.structure(like), _by_name(like)
    if stored.keys() != expected.keys() or any(
        stored[name].shape != leaf.shape or stored[name].dtype != leaf.dtype for name, leaf in expected.items()
    ):
        raise InputError(f"{path} does not fit: its arrays are not those of the engine that it is loaded into.")
    # `jnp.asarray` would compile a copy for every shape.
    tree: Tree = jax.tree.unflatten(structure, jax.device_put([stored[name] for name in expected]))
    return tree


def read_engine(path: Path) -> NeuralEngine:
    """The engine that a weights file holds."""
    made = read_provenance(path)
    if made.subroutine in SUBROUTINES:
        check_fields(type(SUBROUTINES[made.subroutine].recipes[0]), made.recipe, path)
    return read_network(path, NeuralEngine, EngineConfig)


def read_shared(path: Path) -> SharedEngine:
    """The network for several subroutines that a weights file holds."""
    return read_network(path, lambda config, *, key: SharedEngine(config, len(TASKS), key=key), EngineConfig)


def read_network(path: Path, network: Callable[..., Tree], config: type) -> Tree:
    """The network that a weights file holds, of a kind that is made from a config and a key."""
    shape = read_provenance(path).config
    for name, value in shape.items():
        if type(value) is int and not 0 < value <= LARGEST:
            raise InputError(f"{path} cannot be used: no network has {name} = {value}.")
    try:
        made: Any = from_fields(config, shape, path)
        like: Tree = eqx.filter_eval_shape(lambda: network(made, key=jax.random.key(0)))
    except (TypeError, ArithmeticError):
        raise InputError(f"{path} cannot be used: there is no network with its config.") from None
    return read(path, like)


def read_recipe(path: Path, kind: type[Kind]) -> Kind:
    """The recipe that a weights file was trained with."""
    return from_fields(kind, read_provenance(path).recipe, path)


def from_fields(kind: type[Kind], stored: dict[str, Any], path: Path) -> Kind:
    """A config or a recipe out of what a file says."""
    check_fields(kind, stored, path)
    try:
        return kind(**stored)
    except (TypeError, ValueError, ArithmeticError) as error:
        raise InputError(f"{path} cannot be used: it describes no {kind.__name__} ({error}).") from None


def check_fields(kind: type, stored: dict[str, Any], path: Path) -> None:
    """Refuse what a config or a recipe does not know."""
    hints = get_type_hints(kind)
    known = {field.name for field in fields(kind)}
    for name, value in stored.items():
        if name not in known:
            raise InputError(f"{path} was written by another version of nee: no {kind.__name__} has {name!r:.80}.")
        if not _is_of(value, hints[name]):
            says = "was written by another version of nee or cannot be used"
            raise InputError(f"{path} {says}: its {name} is {value!r:.80}.")


def _is_of(value: Any, hint: Any) -> bool:
    """Whether a value from JSON is of a field's type."""
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    if get_origin(hint) is types.UnionType:
        return any(_is_of(value, each) for each in get_args(hint))
    return type(value) is hint or (hint is float and type(value) is int)


def _by_name(tree: PyTree) -> dict[str, Any]:
    """The leaves of a tree by their place in it, such as `encoder.blocks.attention.output.weight`."""
    return {
        jax.tree_util.keystr(place, simple=True, separator="."): leaf for place, leaf in jax.tree.leaves_with_path(tree)
    }
