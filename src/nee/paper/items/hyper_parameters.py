"""Table 3: the hyper-parameters, read from the weights that ship and from the recipe `paper`."""

import dataclasses
from collections.abc import Sequence

from nee import pretrained
from nee.engine import EngineConfig
from nee.engine.blocks import FeedForward
from nee.paper import published
from nee.paper.items.item import Item, recipe_named, recipe_of
from nee.paper.report.blocks import Block, Table
from nee.paper.results import Measurement
from nee.subroutines import SUBROUTINES, Recipe
from nee.subroutines.minimum import MINIMUM
from nee.training.checkpoints import read_provenance
from nee.training.optimizer import warmup_steps


def show(measurements: Sequence[Measurement]) -> list[Block]:
    """A column for each engine that ships, and one for sorting as the paper trains it."""
    columns = {}
    for name in ("minimum", "merge", "add", "multiply"):
        made = read_provenance(pretrained.weights(name))
        recipe = type(SUBROUTINES[name].recipes[0])(**recipe_of(made))
        columns[f"{name}, ships"] = read(EngineConfig(**made.config), recipe)
    by_the_paper = recipe_named("paper", MINIMUM.recipes)
    columns["minimum, recipe paper"] = read(MINIMUM.config, by_the_paper)
    rows = [
        [name, published.HYPER_PARAMETERS.get(name, "not given"), *(column[name] for column in columns.values())]
        for name in next(iter(columns.values()))
    ]
    caption = "Read from the weights that ship, and from the recipe that keeps to the paper."
    return [Table(caption, ["hyper-parameter", "paper", *columns], rows)]


def read(config: EngineConfig, recipe: Recipe) -> dict[str, str]:
    """What is in use, by the paper's words."""
    rates = {
        "cosine": f"cosine from {recipe.learning_rate:g} to {recipe.last_rate:g}"
        + (", in the end down to 0" if recipe.last_rate else ""),
        "restless": f"cosine from {recipe.learning_rate:g} to {recipe.last_rate:g}",
        "warmup": published.HYPER_PARAMETERS["learning rate"],
    }
    return {
        "bits": str(config.bits),
        "a bit that is 0 is read as": "-1" if config.signed_bits else "0",
        "width d": str(config.width),
        "attention heads": str(config.heads),
        "layers of the encoder, and of the decoder": str(config.layers),
        "layers of the feed-forward network": str(len(dataclasses.fields(FeedForward))),
        "hidden units of the feed-forward network": str(config.feed_forward),
        "hidden units of the attention's score": str(config.score_width),
        "mask filter size": str(config.mask_filter_size),
        "mask filters": str(config.mask_filters),
        "ratio of the residual connection": f"{config.residual:g}",
        "dropout": f"{recipe.dropout:g}",
        "optimizer": recipe.optimizer.capitalize()
        + (f", weight decay {recipe.weight_decay:g}" if recipe.weight_decay else ""),
        "warm-up steps": str(warmup_steps(recipe)),
        "learning rate": rates[recipe.schedule],
        "steps": str(recipe.steps),
        "lists or pairs in a step": str(recipe.lessons_per_step),
    }


HYPER_PARAMETERS = Item(
    "hyperparameters", "Table 3", "Hyper-parameters as read from what is in use", lambda plan: [], show, None
)
