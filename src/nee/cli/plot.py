"""The command `nee plot`."""

from pathlib import Path
from typing import Annotated

import typer

from nee.cli.arguments import OutFolder, check_folder
from nee.errors import InputError


def plot(
    names: Annotated[
        list[str] | None, typer.Argument(help="Tables and figures; `nee reproduce --list` has all.")
    ] = None,
    out: OutFolder = Path(),
) -> None:
    """Draw what results/ holds: PNG pictures and, where something can be turned by hand, a page.

    It measures nothing: `nee reproduce NAME` does.
    """
    check_folder(out)

    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee.paper.items import ITEMS, Plan
    from nee.paper.report.blocks import Picture, Turnable
    from nee.paper.report.html import page, section_html
    from nee.paper.reproduction import find_items, make_section

    for item in find_items(names) if names else ITEMS.values():
        section = make_section(item, Plan(stored=True), [])
        drawn = {f"{block.name}.png": block.png for block in section.blocks if isinstance(block, Picture)}
        if any(isinstance(block, Turnable) for block in section.blocks):
            drawn[f"{item.name}.html"] = page(section.title, section_html(section)).encode()
        if names and not drawn:
            raise InputError(f"There is no picture of {item.name}: `nee reproduce {item.name}` shows it as a table.")
        for name, content in drawn.items():
            (out / name).write_bytes(content)
            print(f"Drawn: {out / name}.")
