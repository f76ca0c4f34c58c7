import json

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from safetensors.numpy import save_file

from nee import pretrained
from nee.checkpoints import Provenance, read, read_engine, write
from nee.engine import EngineConfig, NeuralEngine
from nee.errors import InputError

MADE = Provenance("minimum", {}, {}, 0, 0, {})


def test_what_was_written_is_read(tmp_path):
    tree = {"a": jnp.arange(6).reshape(2, 3).T, "b": (jnp.array(2.5), jnp.ones(3, bool))}
    write(tmp_path / "x.safetensors", tree, MADE)
    back = read(tmp_path / "x.safetensors", jax.eval_shape(lambda: tree))
    assert jax.tree.all(jax.tree.map(lambda a, b: a.dtype == b.dtype and jnp.array_equal(a, b), tree, back))
    assert [path.name for path in tmp_path.iterdir()] == ["x.safetensors"]


@pytest.mark.parametrize("kept", [0, 7, 100, 5000, -1])
def test_a_truncated_file_is_refused(tmp_path, kept):
    path = tmp_path / "cut.safetensors"
    path.write_bytes(pretrained.weights("minimum").read_bytes()[:kept])
    with pytest.raises(InputError, match="truncated"):
        read_engine(path)


def test_a_foreign_file_is_refused(tmp_path):
    path = tmp_path / "foreign.safetensors"
    save_file({"x": np.zeros(3)}, path)
    with pytest.raises(InputError, match="not written by nee"):
        read_engine(path)
    path.write_text("hello")
    with pytest.raises(InputError, match="no safetensors file"):
        read_engine(path)
    with pytest.raises(InputError, match="There is no file"):
        read_engine(tmp_path / "nothing")


def test_weights_of_another_shape_are_refused(tmp_path):
    engine = NeuralEngine(EngineConfig(layers=1), key=jax.random.key(0))
    path = tmp_path / "other.safetensors"
    write(path, engine, MADE._replace(config={"layers": 2}))
    with pytest.raises(InputError, match="does not fit"):
        read_engine(path)
    write(path, engine, MADE._replace(config={"colour": "red"}))
    with pytest.raises(InputError, match="another version"):
        read_engine(path)


def test_the_shipped_weights_are_small_and_say_what_made_them():
    for name in pretrained.names():
        path = pretrained.weights(name)
        assert path.stat().st_size < 1_000_000
        header = json.loads(path.read_bytes()[8 : 8 + int.from_bytes(path.read_bytes()[:8], "little")])
        learned = json.loads(header["__metadata__"]["nee"])["subroutine"]
        assert name == learned or name.startswith(f"{learned}-")


def test_an_unknown_engine_is_refused():
    with pytest.raises(InputError, match="the shipped ones are: add"):
        pretrained.load("maximum")
