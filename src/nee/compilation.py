"""Compile once: sizes are rounded up to a few buckets, and compiled programs are kept on disk."""

import logging
import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

import jax

from nee.errors import InputError

BUCKETS = (1, 2, 4, 8, 16, 25, 50, 75, 100, 150, 200, 300, 500, 750, 1000)
"""The paper's sizes are among them, so that nothing is padded where it is measured."""


def bucket(size: int) -> int:
    """The size to compile for.

    >>> [bucket(size) for size in (1, 5, 100, 101, 1001)]
    [1, 8, 100, 150, 1200]
    """
    refuse_forked_process()
    return next((b for b in BUCKETS if b >= size), -(-size // 200) * 200)


@cache
def first_process() -> int:
    """The process that was the first to use an engine; a process that is forked from it remembers."""
    return os.getpid()


def refuse_forked_process() -> None:
    """JAX's threads do not survive a fork, and what is computed after one would never end."""
    if first_process() != os.getpid():
        raise InputError(
            "This process was forked after nee had been used, and JAX does not survive a fork: "
            "start processes with multiprocessing.get_context('spawn')."
        )


@cache
def refuse_missing_platform() -> None:
    """JAX may have been told to run on what this machine does not have; its own error does not say so."""
    try:
        jax.devices()
    except (AssertionError, RuntimeError) as error:
        platforms = jax.config.values["jax_platforms"]
        if not platforms:
            raise
        raise InputError(
            f"JAX cannot run on {platforms!r} here: unset JAX_PLATFORMS to run on the processor."
        ) from error


def cache_folder() -> Path:
    """What can be made again is kept here: compiled programs, and finished jobs of `nee reproduce`."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "nee"


def keep_compiled_programs() -> None:
    """Keep compiled programs in the user's cache folder, unless JAX was told of another place."""
    refuse_missing_platform()
    if jax.config.values["jax_compilation_cache_dir"] is None and can_write(cache_folder()):
        jax.config.update("jax_compilation_cache_dir", str(cache_folder()))
        jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)  # Many small ones take long too.


@cache
def can_write(folder: Path) -> bool:
    """Whether the folder is there or can be made; if not, a line says so, once."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return True
    except OSError as error:
        logging.getLogger("nee").warning(
            "nee: %s cannot be written (%s), so compiled programs are not kept for the next time.",
            folder,
            error.strerror,
        )
        return False
