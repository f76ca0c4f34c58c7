"""Compile once: sizes are rounded up to a few buckets, and compiled programs are kept on disk."""

import os
from pathlib import Path

import jax

BUCKETS = (1, 2, 4, 8, 16, 25, 50, 75, 100, 150, 200, 300, 500, 750, 1000)
"""The paper's sizes are among them, so that nothing is padded where it is measured."""


def bucket(size: int) -> int:
    """The size to compile for.

    >>> [bucket(size) for size in (1, 5, 100, 101, 1001)]
    [1, 8, 100, 150, 1500]
    """
    return next((b for b in BUCKETS if b >= size), -(-size // 500) * 500)


def cache_folder() -> Path:
    """What can be made again is kept here: compiled programs, and finished jobs of `nee reproduce`."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "nee"


def keep_compiled_programs() -> None:
    """Keep compiled programs in the user's cache folder, unless JAX was told of another place."""
    if jax.config.values["jax_compilation_cache_dir"] is None:
        jax.config.update("jax_compilation_cache_dir", str(cache_folder()))
        jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.5)
