"""A folder with an engine and its card, as it could be published."""

from pathlib import Path

from nee import pretrained
from nee.errors import InputError
from nee.model_cards.card import card_of
from nee.model_cards.markdown import render
from nee.training.whole_file import refuse_unwritable, write_whole

WEIGHTS, CARD = "model.safetensors", "README.md"
"""The names under which Hugging Face looks for them."""


def export(name: str, folder: Path) -> list[Path]:
    """Write the weights and the card of an engine that ships. What is there already stays as it is."""
    contents = {WEIGHTS: pretrained.weights(name).read_bytes(), CARD: render(card_of(name)).encode()}
    with refuse_unwritable(folder):
        for file in contents:
            if (folder / file).exists():
                raise InputError(f"{folder} already holds a {file}: choose another folder.")
    for file, content in contents.items():
        write_whole(folder / file, content)
    return [folder / file for file in contents]
