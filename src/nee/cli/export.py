"""The command `nee export`."""

from pathlib import Path
from typing import Annotated

import typer


def export(
    engine: Annotated[str, typer.Argument(help="An engine that ships: `nee list` has them all.")],
    folder: Annotated[Path, typer.Argument(help="The folder to write to; it is made if there is none.")],
) -> None:
    """Write an engine and its model card to a folder that can be published as it is, such as on Hugging Face."""
    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee.model_cards.folder import export as export_folder

    for file in export_folder(engine, folder):
        print(f"Written: {file}.")
