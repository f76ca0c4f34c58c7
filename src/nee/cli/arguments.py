"""What a person writes on the command line, read and checked before anything is computed."""

import dataclasses
import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from nee.errors import InputError

Entry = TypeVar("Entry")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
FiguresAsJson = Annotated[bool, typer.Option("--json", help="Print JSON, with what made the figures.")]
Sizes = Annotated[str, typer.Option(help="How many numbers or nodes, separated by commas.")]
Seed = Annotated[int, typer.Option(help="Fixes everything that is drawn.", min=0, max=2**31 - 2)]
Weights = Annotated[Path | None, typer.Option(help="Evaluate this file instead of the shipped weights.")]
OutFolder = Annotated[Path, typer.Option(help="The folder to write to.")]

NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?|[+-]?inf|nan", re.ASCII | re.IGNORECASE)
LONGEST = 40
"""Characters of a word that a message repeats."""
EXACT = 2.0**53
"""Below this a float that is whole is that whole number; beyond, it stays the float that was written."""
MOST_DIGITS = 4000
"""Python itself reads and prints integers of up to 4300 digits."""

MOST_SLOTS = 2000
"""Numbers or nodes of an instance that is evaluated; a network reads every slot in every step."""
MOST_STEPS = 50_000_000
"""Slots of all steps of all instances that are worked on at once: each takes about 24 bytes."""


def parse_number(word: str) -> int | float:
    """The number that a word writes; whether the engine can read it is not decided here.

    >>> parse_number("5.0"), parse_number("2.5")
    (5, 2.5)
    """
    if word.startswith("--"):
        raise InputError(f"There is no option {shorten(word)}.")
    if not NUMBER.fullmatch(word):
        raise InputError(f"{shorten(word)!r} is not a number.")
    if len(word) > MOST_DIGITS:
        raise InputError(f"{shorten(word)} has too many digits: {len(word)}, and {MOST_DIGITS} are read.")
    if word.lstrip("+-").isdecimal():
        return int(word)
    number = float(word)
    if math.isinf(number) and not word.lower().endswith("inf"):
        raise InputError(f"{shorten(word)} is too large for a float, and would count as infinity.")
    if number == 0 and re.match(r"[+-]?[0.]*[1-9]", word):
        raise InputError(f"{shorten(word)} is too small for a float, and would count as 0.")
    return int(number) if number.is_integer() and abs(number) < EXACT else number


def shorten(word: str) -> str:
    """A word as far as a message repeats it."""
    return word if len(word) <= LONGEST else f"{word[:LONGEST]}..."


def parse_sizes(text: str, together: int = 1) -> list[int]:
    """Sizes that are separated by commas; `together` instances of a size are worked on at once."""
    words = text.split(",")
    if not all(word.strip().isdecimal() and word.isascii() and len(word) < LONGEST and int(word) > 0 for word in words):
        raise InputError(f"{shorten(text)!r} is no list of sizes: write them like 25,50,100.")
    sizes = [int(word) for word in words]
    most = min(MOST_SLOTS, math.isqrt(MOST_STEPS // together))
    if max(sizes) > most:
        raise InputError(f"Instances of size {max(sizes)} would take hours and gigabytes: up to {most} are evaluated.")
    return sizes


def choose(table: Mapping[str, Entry], name: str, kind: str) -> Entry:
    """The entry of that name, or a sentence with the names there are."""
    if name not in table:
        raise InputError(f"There is no {kind} called {shorten(name)!r}; there are: {', '.join(table)}.")
    return table[name]


def change(recipe: Any, changes: Mapping[str, int | None]) -> Any:
    """The recipe with other figures where they are given, if it has them."""
    given = {field: value for field, value in changes.items() if value is not None}
    for field in given.keys() - {field.name for field in dataclasses.fields(recipe)}:
        raise InputError(f"The recipe {recipe.name} has no {field}: leave out --{field.replace('_', '-')}.")
    return dataclasses.replace(recipe, **given)


def refuse_beside(flag: str, ctx: typer.Context, *options: str) -> None:
    """Refuse options that were written beside a flag that leaves no use for them."""
    for option in options:
        source = ctx.get_parameter_source(option)
        if source is not None and source.name == "COMMANDLINE":
            raise InputError(f"--{option} changes nothing beside {flag}: leave one of them out.")


def check_folder(folder: Path) -> Path:
    """The folder, made if need be; or the reason why nothing can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trial = folder / ".nee-can-write"
        trial.touch()
        trial.unlink()
    except OSError as error:
        raise InputError(f"{folder} cannot be written: {error.strerror}.") from None
    return folder


def check_picture(picture: Path | None) -> None:
    """Refuse a picture that could not be drawn."""
    if picture is None:
        return
    if picture.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise InputError(f"{picture} cannot be drawn: its name must end in .png, .svg or .pdf.")
    if picture.is_dir():
        raise InputError(f"{picture} cannot be drawn: it is a folder.")
    if not picture.parent.is_dir():
        raise InputError(f"{picture} cannot be drawn: there is no folder {picture.parent}.")
    check_folder(picture.parent)
