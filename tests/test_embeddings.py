import dataclasses

import jax
import numpy as np

from nee.engine import NeuralEngine
from nee.evaluation.embeddings import view_embeddings
from nee.pretrained import weights
from nee.subroutines.add import ADD
from nee.training.checkpoints import write
from nee.training.provenance import Provenance


def test_the_view_keeps_what_principal_components_keep():
    view = view_embeddings(weights("minimum"))
    assert view.points.shape == (256, 3)
    assert 0.3 < view.variance.sum() <= 1
    assert (np.diff(view.variance) <= 0).all()
    np.testing.assert_allclose(view.points.mean(axis=0), 0, atol=1e-4)
    spread = np.cov(view.points.T)
    np.testing.assert_allclose(spread, np.diag(np.diag(spread)), atol=1e-3)
    assert not view.held_out.any()


def test_held_out_numbers_are_marked(tmp_path):
    recipe = dataclasses.replace(ADD.recipes[0], numbers=89)
    made = Provenance("add", dataclasses.asdict(ADD.config), dataclasses.asdict(recipe), 0, 0, {})
    write(tmp_path / "few.safetensors", NeuralEngine(ADD.config, key=jax.random.key(0)), made)
    assert view_embeddings(tmp_path / "few.safetensors").held_out.sum() == 256 - 89
