"""Jobs that take little time, in a module that worker processes can import."""

import dataclasses
import os
import signal

import jax

import tiny
from nee.jobs.training import train_to_the_end


def double(folder, *, number):
    print("doubling", number)
    with (folder / "times").open("a") as file:
        file.write("once ")
    (folder / "note.txt").write_text(str(2 * number))
    return {"doubled": 2 * number}


def leave_engine(folder, *, seed):
    """What a training leaves, but of a network that has learned nothing."""
    from nee.engine import EngineConfig, NeuralEngine
    from nee.training.checkpoints import write
    from nee.training.provenance import Provenance

    config = EngineConfig(layers=1, width=8, feed_forward=16, score_width=16)
    made = Provenance("minimum", dataclasses.asdict(config), {"name": "none"}, seed, 0, {})
    write(folder / "engine.safetensors", NeuralEngine(config, key=jax.random.key(seed)), made)
    return {}


def look(folder, *, weights):
    from nee.training.checkpoints import read_engine

    return {"bits": read_engine(weights).config.bits}


def read(folder, *, note):
    return {"read": note.read_text()}


def fail(folder):
    print("about to fail")
    raise ValueError("it cannot be done")


def die(folder):
    os.kill(os.getpid(), signal.SIGKILL)


def train_tiny(folder, *, recipe, seed):
    for name, steps in tiny.EVERY.items():
        setattr(tiny.run, name, steps)
    return train_to_the_end(tiny.SUBROUTINE, dataclasses.replace(tiny.RECIPE, **recipe), seed, folder)
