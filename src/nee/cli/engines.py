"""The command `nee list`."""

import json
from typing import Annotated

import typer


def list_engines(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, with the whole provenance.")] = False,
) -> None:
    """Show the engines that ship, and where they come from."""
    # JAX takes a second to import: `nee --help` does not wait for it.
    import jax

    from nee import pretrained
    from nee.checkpoints import fingerprint, read_provenance
    from nee.subroutines import SUBROUTINES

    rows = []
    for name in pretrained.names():
        path = pretrained.weights(name)
        rows.append(
            {
                "name": name,
                "learned": SUBROUTINES[read_provenance(path).subroutine].summary,
                "weights": sum(leaf.size for leaf in jax.tree.leaves(pretrained.load(name))),
                "bytes": path.stat().st_size,
                "sha256": fingerprint(path),
                "provenance": read_provenance(path)._asdict(),
            }
        )
    print(json.dumps(rows, indent=1)) if as_json else print_table(rows)


def print_table(rows) -> None:
    """The essentials of each engine."""
    from rich.console import Console
    from rich.table import Table

    table = Table("engine", "learned to find", "numbers", "weights", "trained with")
    for row in rows:
        made = row["provenance"]
        table.add_row(
            row["name"],
            row["learned"],
            f"{made['config']['bits']} bits",
            f"{row['weights']:,} ({row['bytes'] / 1000:.0f} kB)",
            f"recipe {made['recipe']['name']}, seed {made['seed']}, {made['step']:,} steps",
        )
    Console().print(table)
