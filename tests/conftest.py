import os
import shutil
from importlib.metadata import version
from pathlib import Path

from jaxtyping import install_import_hook

# Most of the time of a short test goes to the compiler. Told to make slower code, it takes a third of the time.
FAST_TO_COMPILE = ["--xla_backend_optimization_level=0"]
if version("jaxlib").startswith("0.10."):  # Later ones have a single way to compile loops, which takes twice the time.
    FAST_TO_COMPILE.append("--xla_cpu_use_fusion_emitters=false")
os.environ.setdefault("XLA_FLAGS", " ".join(FAST_TO_COMPILE))

# Every shape in a signature of `nee` is checked while the tests run.
install_import_hook("nee", "beartype.beartype")

import hypothesis  # noqa: E402
import jax  # noqa: E402
import pytest  # noqa: E402

import nee  # noqa: E402
from nee.compilation import keep_compiled_programs  # noqa: E402
from nee.engine import EngineConfig, NeuralEngine  # noqa: E402

# Many tests run the same program.
keep_compiled_programs()

# The first example of a property compiles, the others do not.
hypothesis.settings.register_profile("nee", deadline=None)
hypothesis.settings.load_profile("nee")


MAPS = Path("/proc/self/maps")
MOST_MAPS = 25_000
"""Linux gives a process 65 530 memory maps. Every compiled program takes some, and a process without any left dies."""


@pytest.fixture(scope="module", autouse=True)
def forget_compiled_programs():
    """Before they take all memory maps. What took long to compile is on disk."""
    yield
    if MAPS.exists() and MAPS.read_bytes().count(b"\n") > MOST_MAPS:
        jax.clear_caches()


@pytest.fixture(scope="session")
def minimum():
    """The engine that ships."""
    return nee.load("minimum")


@pytest.fixture(scope="session")
def browser():
    """The system's Chromium, without a window."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        pytest.skip("there is no Chromium here: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])  # It runs as root in CI.
        yield started
        started.close()


@pytest.fixture(scope="session")
def untrained():
    """A small engine that has learned nothing."""
    return NeuralEngine(EngineConfig(layers=2, width=8, feed_forward=16, score_width=16), key=jax.random.key(0))
