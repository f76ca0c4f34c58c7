import json
import re

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from safetensors.numpy import save_file

from nee import pretrained
from nee.engine import EngineConfig, NeuralEngine
from nee.errors import InputError
from nee.subroutines.operation import PairRecipe
from nee.training.checkpoints import read, read_arrays, read_engine, read_provenance, read_recipe, write
from nee.training.provenance import Provenance, hash_of_tensors

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
        assert "seal" in header["__metadata__"]["nee"]
        assert read_provenance(path).tensors == hash_of_tensors(read_arrays(path))


def test_an_unknown_engine_is_refused():
    with pytest.raises(InputError, match="the shipped ones are: add"):
        pretrained.load("maximum")


def flip(path, position):
    data = bytearray(path.read_bytes())
    data[position] ^= 1 << (position % 8)
    path.write_bytes(data)


@pytest.mark.parametrize("position", range(20))
def test_flipped_bytes_are_refused(tmp_path, position):
    """Somewhere in the length, in the header with the metadata, and in the arrays."""
    path = tmp_path / "flipped.safetensors"
    write(path, pretrained.load("minimum"), read_provenance(pretrained.weights("minimum")))
    header = 8 + int.from_bytes(path.read_bytes()[:8], "little")
    places = [0, 3, *range(20, header - 20, header // 8), *range(header, path.stat().st_size, 50_000)]
    flip(path, (places + list(range(header + 7, header + 7 + 4001, 400)))[position])
    with pytest.raises(InputError) as refused:
        read_engine(path)
    assert "\n" not in str(refused.value)


def test_a_file_without_hashes_is_read(tmp_path):
    engine = pretrained.load("merge")
    fields = read_provenance(pretrained.weights("merge"))._asdict()
    del fields["tensors"]
    path = tmp_path / "before.safetensors"
    save_file(read_arrays(pretrained.weights("merge")), path, metadata={"nee": json.dumps(fields)})
    assert eqx.tree_equal(read_engine(path), engine)


def test_what_older_files_say_of_a_recipe_is_translated(tmp_path):
    path = tmp_path / "old.safetensors"
    old = {"name": "few", "uphill": 0.0, "score_width": None, "traces_per_step": 16}
    write(path, {"x": jnp.zeros(1)}, MADE._replace(recipe=old))
    assert read_provenance(path).recipe == {"name": "few", "lessons_per_step": 16}
    assert read_provenance(pretrained.weights("minimum")).recipe["lessons_per_step"] == 16
    write(path, {"x": jnp.zeros(1)}, MADE._replace(recipe=old | {"sharpness_radius": 0.05}))
    with pytest.raises(InputError, match="written by another version of nee: no PairRecipe has 'sharpness_radius'"):
        read_recipe(path, PairRecipe)


NESTED = "[" * 100_000 + "]" * 100_000


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        ({"config": {"width": 0}}, "no network has width = 0"),
        ({"config": {"layers": -1}}, "no network has layers = -1"),
        ({"config": {"bits": 10**100}}, "no network has bits"),
        ({"config": {"width": "wide"}}, "its width is 'wide'"),
        ({"config": {"width": 16.0}}, "its width is 16.0"),
        ({"config": {"heads": True}}, "its heads is True"),
        ({"config": {"heads": 3}}, "describes no EngineConfig"),
        ({"config": {"attention": "none"}}, "its attention is 'none'"),
        ({"config": {"width": {"a": [1]}}}, "its config is not one that nee writes"),
        ({"config": [1, 2]}, "its config is not one that nee writes"),
        ({"config": {"colour": "red"}}, "no EngineConfig has 'colour'"),
        ({"recipe": {"colour": "red"}}, "no ListRecipe has 'colour'"),
        ({"recipe": {"steps": "many"}}, "its steps is 'many'"),
        ({"recipe": None}, "its recipe is not one that nee writes"),
        ({"step": -5}, "its step is not one that nee writes"),
        ({"step": "5"}, "its step is not one that nee writes"),
        ({"seed": 1.5}, "its seed is not one that nee writes"),
        ({"versions": {"jax": ["0"]}}, "its versions is not one that nee writes"),
        ({"subroutine": 7}, "its subroutine is not one that nee writes"),
        ({"tensors": 7}, "its tensors is not one that nee writes"),
        ({"tensors": "0" * 64}, "its arrays are not those that were written"),
        ({"mood": "good"}, "does not say what it was trained for"),
        ("[]", "does not say what it was trained for"),
        ("{", "does not say what it was trained for"),
        (NESTED, "does not say what it was trained for"),
        ('{"config": ' + NESTED + "}", "does not say what it was trained for"),
    ],
)
def test_edited_metadata_is_refused(tmp_path, edit, sentence):
    """Without a seal, as older files are; with one, no edit passes."""
    weights = pretrained.weights("minimum")
    made = read_provenance(weights)._asdict() | {"tensors": ""}
    text = edit if isinstance(edit, str) else json.dumps(made | edit)
    path = tmp_path / "edited.safetensors"
    save_file(read_arrays(weights), path, metadata={"nee": text})
    with pytest.raises(InputError, match=re.escape(sentence)) as refused:
        read_engine(path)
    assert len(str(refused.value)) < 300 + len(str(path))


def test_any_edit_below_a_seal_is_refused(tmp_path):
    weights = pretrained.weights("minimum")
    sealed = json.loads(read_provenance(weights).to_json())
    path = tmp_path / "edited.safetensors"
    save_file(read_arrays(weights), path, metadata={"nee": json.dumps(sealed | {"seed": 1})})
    with pytest.raises(InputError, match="its metadata was changed after it was written"):
        read_engine(path)
