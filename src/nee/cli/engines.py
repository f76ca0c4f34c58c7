"""The command `nee list`."""

import dataclasses
from typing import Annotated, Any

import typer

from nee.cli.output import print_json, print_table


def list_engines(
    engine: Annotated[str | None, typer.Argument(help="Show the model card of this one, as Markdown.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, with the whole provenance.")] = False,
) -> None:
    """Show the engines that ship, and where they come from; or all that is known of one of them."""
    print_card(engine, as_json) if engine is not None else print_engines(as_json)


def print_card(name: str, as_json: bool) -> None:
    """What one engine was taught, on what, how well it does, and its limits."""
    from nee.model_cards.card import card_of
    from nee.model_cards.markdown import render

    card = card_of(name)
    if as_json:
        print_json(dataclasses.asdict(card) | {"provenance": card.provenance._asdict()}, indent=1)
    else:
        print(render(card), end="")


def print_engines(as_json: bool) -> None:
    """All of them."""
    # JAX takes a second to import: `nee --help` does not wait for it.
    import jax

    from nee import pretrained
    from nee.evaluation.certifying import certified
    from nee.subroutines import SUBROUTINES
    from nee.training.checkpoints import read_provenance
    from nee.training.provenance import fingerprint

    rows: list[dict[str, Any]] = []
    for name in pretrained.names():
        path = pretrained.weights(name)
        rows.append(
            {
                "name": name,
                "learned": SUBROUTINES[read_provenance(path).subroutine].summary,
                "weights": sum(leaf.size for leaf in jax.tree.leaves(pretrained.load(name))),
                "bytes": path.stat().st_size,
                "sha256": fingerprint(path),
                "certificate": certified(path),
                "provenance": read_provenance(path)._asdict(),
            }
        )
    print_json(rows, indent=1) if as_json else print_essentials(rows)


def print_essentials(rows: list[dict[str, Any]]) -> None:
    """A row for each engine."""
    print_table(
        ("engine", "learned to find", "numbers", "weights", "trained with", "certificate"),
        [
            (
                row["name"],
                row["learned"],
                f"{row['provenance']['config']['bits']} bits",
                f"{row['weights']:,} ({row['bytes'] / 1000:.0f} kB)",
                "recipe {recipe[name]}, seed {seed}, {step:,} steps".format_map(row["provenance"]),
                row["certificate"],
            )
            for row in rows
        ],
    )
