"""A certificate finds what is wrong."""

import dataclasses
import json
from pathlib import Path

import equinox as eqx
import jax
import numpy as np
import pytest
from typer.testing import CliRunner

from nee import pretrained
from nee.certificates import Certificate, certify_comparison, certify_operation
from nee.certificates.certificate import certificate_of, check_certified, read_certificate, write_certificate
from nee.certificates.certify import check_masks
from nee.certificates.questions import mask_questions
from nee.cli import app
from nee.composed.table import tabulate
from nee.engine import EngineConfig, NeuralEngine
from nee.errors import EngineError, InputError
from nee.evaluation.certifying import certified, certify_file, is_kept
from nee.numbers import infinity
from nee.pretrained import load, load_table, weights
from nee.subroutines import SUBROUTINES
from nee.subroutines.find import find_subroutine
from nee.training.checkpoints import read_provenance, weights_hash, write


def test_a_network_that_has_learned_nothing_is_not_certified():
    network = NeuralEngine(
        EngineConfig(bits=3, width=8, layers=1, feed_forward=16, score_width=16), key=jax.random.key(0)
    )
    certificate = certify_comparison(network, SUBROUTINES["minimum"].oracle)
    pairs, singles = 3 * (infinity(3) + 1) ** 2, infinity(3) + 1
    masks = sum(len(questions.pointers) for questions in mask_questions(3))
    assert certificate.questions == pairs + singles + masks
    assert certificate.wrong > pairs / 2
    assert not certificate.holds
    assert certificate.first_wrong is not None


def test_the_shipped_addition_is_exact_on_some_pairs_and_a_wrong_result_is_counted():
    pairs = np.array([[1, 2], [100, 155], [256, 3], [0, 0]], np.int32)
    results = np.array([3, 255, 256, 0])
    assert certify_operation(load("add"), pairs, results).holds
    assert certify_operation(load("add"), pairs, results + np.eye(4, dtype=int)[1]).wrong == 1


def test_a_broken_mask_update_is_noticed():
    engine = load("multiply")
    pairs, results = np.array([[3, 4]], np.int32), np.array([12])
    assert certify_operation(engine, pairs, results).holds
    broken = eqx.tree_at(lambda e: e.mask_update.pointwise.bias, engine, engine.mask_update.pointwise.bias - 100)
    assert certify_operation(broken, pairs, results).wrong == 1


@pytest.mark.parametrize("slots", [1, 2, 5])
def test_every_mask_is_asked_with_every_shown_pointer(slots):
    masks, pointers = mask_questions(3)[slots - 1]
    assert len(masks) == slots * 2 ** (slots - 1)
    assert not masks[np.arange(len(masks)), pointers].any()


def test_a_certificate_is_kept_with_the_weights_it_speaks_of(tmp_path):
    certificate = Certificate(10, 0, None, {"bit logit": 7.5})
    write_certificate(tmp_path / "x.certificate.json", certificate, "abc", {"date": "today"})
    assert read_certificate(tmp_path / "x.certificate.json") == (certificate, "abc")
    assert is_kept(tmp_path / "x.certificate.json", certificate, "abc")
    assert not is_kept(tmp_path / "x.certificate.json", certificate, "other weights")
    assert not is_kept(tmp_path / "x.certificate.json", dataclasses.replace(certificate, wrong=1), "abc")
    assert not is_kept(tmp_path / "missing.certificate.json", certificate, "abc")
    (tmp_path / "broken.json").write_text("{")
    with pytest.raises(InputError, match="no certificate"):
        read_certificate(tmp_path / "broken.json")


def test_a_certificate_is_written_when_it_says_something_new(tmp_path):
    config = EngineConfig(bits=2, width=8, layers=1, feed_forward=16, score_width=16)
    made = read_provenance(weights("minimum"))._replace(config=dataclasses.asdict(config))
    path, kept = tmp_path / "engine.safetensors", tmp_path / "engine.certificate.json"
    write(path, NeuralEngine(config, key=jax.random.key(0)), made)
    certify_file(path, SUBROUTINES["minimum"])
    older = json.dumps(json.loads(kept.read_text()) | {"date": "1999-12-31"})
    kept.write_text(older)
    certify_file(path, SUBROUTINES["minimum"])
    assert kept.read_text() == older
    write(path, NeuralEngine(config, key=jax.random.key(1)), made)
    certify_file(path, SUBROUTINES["minimum"])
    assert read_certificate(kept)[1] == weights_hash(path)


def test_without_names_no_more_may_be_wrong_than_the_certificate_says(tmp_path, monkeypatch):
    """An engine may ship with wrong answers, as one that learned from graphs alone does: its certificate says so."""
    config = EngineConfig(bits=2, width=8, layers=1, feed_forward=16, score_width=16)
    made = read_provenance(weights("minimum"))._replace(config=dataclasses.asdict(config))
    monkeypatch.setattr(pretrained, "FOLDER", tmp_path)
    one, other = (tmp_path / f"{name}.safetensors" for name in ("one", "other"))
    for path in (one, other):
        write(path, NeuralEngine(config, key=jax.random.key(0)), made)

    def failed(*names):
        error = CliRunner().invoke(app, ["certify", *names]).exception
        assert error is None or isinstance(error, EngineError)
        return str(error).partition(" cannot")[0] if error else None

    for _ in range(2):  # Nobody has said so before, and a failure is no excuse for the next one.
        assert failed() == "one, other"
        assert not certificate_of(one).exists()
    assert failed("one") == "one"
    assert failed() == "other"
    assert failed("other") == "other"
    assert failed() is None

    kept, made_of = read_certificate(certificate_of(one))
    fewer = dataclasses.replace(kept, wrong=kept.wrong - 1)
    write_certificate(certificate_of(one), fewer, made_of, {})
    assert failed() == "one"
    assert read_certificate(certificate_of(one))[0] == fewer
    write_certificate(certificate_of(one), dataclasses.replace(kept, wrong=kept.wrong + 1), made_of, {})
    assert failed() is None
    assert read_certificate(certificate_of(one))[0] == kept
    narrower = dataclasses.replace(kept, margins={name: margin / 2 for name, margin in kept.margins.items()})
    write_certificate(certificate_of(one), narrower, made_of, {})
    assert failed() is None
    assert read_certificate(certificate_of(one))[0] == kept

    write_certificate(certificate_of(other), dataclasses.replace(kept, wrong=10**6), made_of, {})
    write(other, NeuralEngine(config, key=jax.random.key(1)), made)
    assert failed() == "other"  # What was said is of other weights.
    certificate_of(other).write_text("{")
    assert failed() == "other"


def test_what_ships_is_certified(tmp_path):
    for name in ("minimum", "merge", "add", "multiply"):
        assert certified(weights(name)).endswith("none wrong")
    copy = tmp_path / "copy.safetensors"
    copy.write_bytes(weights("minimum").read_bytes())
    assert certified(copy) == "no certificate"
    certificate_of(copy).write_bytes(certificate_of(weights("add")).read_bytes())
    assert certified(copy) == "of other weights"
    with pytest.raises(InputError, match="of other weights"):
        check_certified(copy, weights_hash(copy))


def test_a_changed_weight_has_no_certificate(tmp_path):
    copy = tmp_path / "copy.safetensors"
    content = bytearray(weights("minimum").read_bytes())
    content[-100] ^= 0x40
    copy.write_bytes(content)
    certificate_of(copy).write_bytes(certificate_of(weights("minimum")).read_bytes())
    for ask in (certified, weights_hash):
        with pytest.raises(InputError, match="damaged"):
            ask(copy)
    # Written anew, the file is whole, and its weights are others.
    engine = load("minimum")
    changed = eqx.tree_at(lambda e: e.value_head.bias, engine, engine.value_head.bias.at[0].add(1e-3))
    write(copy, changed, read_provenance(weights("minimum")))
    assert certified(copy) == "of other weights"


def test_an_engine_that_is_not_certified_has_no_table(tmp_path, monkeypatch):
    wrong = Certificate(10, 1, "3 and 4: 9", {})
    with pytest.raises(InputError, match="1 of 10 answers were wrong, such as 3 and 4: 9"):
        tabulate(load("add"), 5, wrong)
    monkeypatch.setattr(pretrained, "FOLDER", tmp_path)
    for file in ("add.safetensors", "add.table.npz"):
        (tmp_path / file).write_bytes((Path(pretrained.__file__).parent / file).read_bytes())
    with pytest.raises(InputError, match="no certificate"):
        load_table.__wrapped__("add")
    write_certificate(tmp_path / "add.certificate.json", wrong, weights_hash(weights("add")), {})
    with pytest.raises(InputError, match="does not hold"):
        load_table.__wrapped__("add")


def test_masks_are_asked_of_an_engine_that_points_at_the_largest():
    network, largest = load("minimum"), find_subroutine("examples/maximum.py").oracle
    questions = mask_questions(3)[4]
    assert not check_masks(network, largest, questions).wrong.any()
    broken = eqx.tree_at(lambda e: e.mask_update.pointwise.bias, network, network.mask_update.pointwise.bias - 100)
    assert check_masks(broken, largest, questions).wrong.all()
