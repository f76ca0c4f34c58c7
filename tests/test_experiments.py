import dataclasses

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy.stats import entropy as reference_entropy

from nee.baselines import VARIANTS, Seq2Seq
from nee.baselines.experiments import EXAMPLES, examples, measure
from nee.baselines.fidelity import distinct_lists, entropy, fidelity
from nee.baselines.weights import read_model, shipped, weights
from nee.errors import InputError
from nee.evaluation.lists import fresh_lists
from nee.training.checkpoints import write
from nee.training.provenance import Provenance

SMALL = {"layers": 1, "feed_forward": 16, "score_width": 16}


@pytest.fixture(scope="module")
def baseline():
    return Seq2Seq(dataclasses.replace(VARIANTS["vanilla"], **SMALL), key=jax.random.key(0))


@pytest.fixture(scope="module")
def vanilla():
    return read_model(weights("vanilla"))


@pytest.fixture(scope="module")
def views(minimum, baseline):
    return [
        fidelity(name, network, sizes=[8], lists=3, seed=0) for name, network in (("NEE", minimum), ("other", baseline))
    ]


def always(baseline, output):
    """The same baseline, with a head that writes nothing but one number."""
    head = (jnp.zeros_like(baseline.head.weight), jnp.where(jnp.arange(257) == output, 1.0, 0.0))
    return eqx.tree_at(lambda model: (model.head.weight, model.head.bias), baseline, head)


def test_the_end_counts_as_a_number(baseline):
    measured = measure(always(baseline, 256), 8, lists=10, distribution="mixed", seed=0)
    assert measured.numbers.percent == pytest.approx(100 / 9, abs=1e-3)
    assert measured.whole_lists.percent == 0


def test_accuracy_is_by_position(baseline):
    values = fresh_lists(8, 10, 8, "random", 0)
    smallest = int(np.sort(values)[0, 0])
    measured = measure(always(baseline, smallest), 8, lists=10, distribution="random", seed=0)
    right = np.sum(np.sort(values) == smallest)
    assert measured.numbers.percent == pytest.approx(100 * right / 90, abs=1e-3)


def test_the_examples_mark_every_mistake(minimum, vanilla):
    for name, network, end in (("NEE", minimum, []), ("vanilla", vanilla, [256])):
        made = examples(name, network)
        assert [tuple(example.values) for example in made] == [values for _, values in EXAMPLES]
        for example in made:
            right = sorted(example.values) + end
            assert example.wrong == [a != b for a, b in zip(example.outputs, right, strict=True)]
    assert not any(any(example.wrong) for example in examples("NEE", minimum))


def test_entropy_is_scipy_s():
    attention = np.random.default_rng(0).dirichlet(np.ones(7), size=(2, 3))
    np.testing.assert_allclose(entropy(attention), reference_entropy(attention, axis=-1), rtol=1e-6)
    assert entropy(np.array([[0.0, 1.0]])).tolist() == [0]


def test_the_lists_of_fidelity_have_no_number_twice():
    for values in np.asarray(distinct_lists(100, 5, 8, seed=0)):
        assert len(set(values.tolist())) == 100


def test_the_engine_looks_at_the_diagonal(views):
    sharp, fuzzy = views
    assert sharp.attention.shape == (8, 8)
    assert (sharp.attention.argmax(axis=-1) == np.arange(8)).all()
    assert sharp.on_target_by_size[8] > 95
    assert fuzzy.attention.shape == (9, 9)  # The end is read and written too.
    np.testing.assert_allclose(fuzzy.attention.sum(axis=-1), 1, atol=1e-5)
    assert fuzzy.entropy_by_size[8] > sharp.entropy_by_size[8] + 1
    assert (len(sharp.entropy_by_step), len(fuzzy.entropy_by_step)) == (8, 9)


def test_what_ships_is_small_and_sorts_eight_numbers():
    assert {path.stem for path in shipped()} == {"all_mod", "vanilla"}
    assert all(path.stat().st_size < 1_000_000 for path in shipped())
    for variant, least in {"all_mod": 99, "vanilla": 50}.items():
        model = read_model(weights(variant))
        assert model.config == VARIANTS[variant]
        assert measure(model, 8, lists=50, distribution="mixed", seed=2).numbers.percent > least


def test_a_file_of_something_else_is_refused(tmp_path, untrained):
    path = tmp_path / "other.safetensors"
    write(path, untrained, Provenance("minimum", {}, {}, 0, 0, {}))
    with pytest.raises(InputError, match="trained for minimum, not for seq2seq"):
        read_model(path)
