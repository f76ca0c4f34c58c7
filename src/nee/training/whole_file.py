"""Files that appear whole or not at all."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from nee.errors import InputError


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file at once: whoever reads it, or is killed meanwhile, finds the old one or the new one."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    with refuse_unwritable(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with unfinished.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        except OSError:
            unfinished.unlink(missing_ok=True)  # On a full disk its place is needed.
            raise


@contextlib.contextmanager
def refuse_unwritable(path: Path) -> Iterator[None]:
    """A full disk or a forbidden place is one sentence."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror or error}.") from None
