"""The command `nee evaluate NAME`, of a subroutine whose every question can be listed."""

import typer

from nee.cli.arguments import FiguresAsJson, Weights
from nee.cli.evaluate.counts import print_counts
from nee.cli.evaluate.figures import print_figures, weights_of


def domain(ctx: typer.Context, weights: Weights = None, as_json: FiguresAsJson = False) -> None:
    """Ask the engine all that it can be asked, and count what is wrong."""
    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee.evaluation.pairs import evaluate_operation
    from nee.training.checkpoints import read_engine, read_recipe

    subroutine = ctx.obj
    path = weights_of(subroutine, weights)
    recipe = read_recipe(path, type(subroutine.recipes[0]))
    counts = evaluate_operation(read_engine(path), subroutine, recipe)
    print_figures([counts], path) if as_json else print_counts(counts)
