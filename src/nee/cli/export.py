"""The command `nee export`."""

from pathlib import Path
from typing import Annotated

import typer

from nee.errors import InputError


def export(
    engine: Annotated[str, typer.Argument(help="An engine that ships: `nee list` has them all.")],
    folder: Annotated[str, typer.Argument(help="The folder to write to; it is made if there is none.")],
) -> None:
    """Write an engine and its model card to a folder that can be published as it is, such as on Hugging Face."""
    if not folder.strip():  # As a path it would be the folder that one is in.
        raise InputError("The folder to write to has no name.")
    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee.model_cards.folder import export as export_folder

    for file in export_folder(engine, Path(folder)):
        print(f"Written: {file}.")
