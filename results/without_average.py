"""What averaging the weights is worth: the recipe `paper`, evaluated with the weights of the very last step.

python results/without_average.py > results/minimum-paper-without-average.json
"""

import dataclasses
import json
from pathlib import Path

import equinox as eqx
import jax

from nee import provenance
from nee.checkpoints import read
from nee.engine import NeuralEngine
from nee.evaluation import evaluate
from nee.subroutines.minimum import MINIMUM

RUNS = [Path(f"runs/minimum-paper-{seed}/checkpoint.safetensors") for seed in range(3)]

like = eqx.filter_eval_shape(NeuralEngine, MINIMUM.config, key=jax.random.key(0))
rows = [evaluate(read(run, like, part="engine."), 100, lists=100, distribution="mixed", seed=1) for run in RUNS]
print(json.dumps(provenance.of_figures(RUNS[0]) | {"figures": [dataclasses.asdict(row) for row in rows]}, indent=1))
