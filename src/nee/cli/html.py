"""The option `--html`: the answer as a page that plays every step."""

from pathlib import Path
from typing import Annotated, Any

import typer

from nee.errors import InputError

Html = Annotated[
    Path | None, typer.Option(help="Leave a page here that plays every step: one file that needs nothing else.")
]


def check_html(path: Path | None) -> None:
    """Refuse a page that could not be written, before anything is computed."""
    if path and path.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"{path} cannot be written: the name of a page ends in .html.")
    if path and not path.parent.is_dir():
        raise InputError(f"{path} cannot be written: there is no folder {path.parent}.")


def write_page(path: Path, trace: dict[str, Any], *, say: bool) -> None:
    """Write the page, and say so to a person."""
    from nee.player.export import write_html

    try:
        write_html(trace, path)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}.") from None
    if say:
        print(f"To be watched: {path}.")
