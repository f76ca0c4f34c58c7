"""The command `nee evaluate NAME`, of a subroutine that is judged in a program."""

from typing import Annotated

import typer

from nee.cli.arguments import FiguresAsJson, Seed, Sizes, Weights, choose, parse_sizes, refuse_beside
from nee.cli.evaluate.counts import print_counts
from nee.cli.evaluate.figures import print_figures, weights_of
from nee.cli.output import percent, print_table, progress


def program(
    ctx: typer.Context,
    sizes: Sizes = "25,50,75,100",
    instances: Annotated[int, typer.Option(help="How many lists or graphs of each size.", min=1)] = 100,
    kind: Annotated[
        str | None, typer.Option(help="Which instances; of lists: mixed (the usual), random or close.")
    ] = None,
    seed: Seed = 0,
    pairs: Annotated[bool, typer.Option("--pairs", help="Every number and every pair instead of instances.")] = False,
    weights: Weights = None,
    as_json: FiguresAsJson = False,
) -> None:
    """Run the subroutine's program on fresh instances, with the engine and with the exact oracle, and compare."""
    wanted = parse_sizes(sizes)
    if pairs:
        refuse_beside("--pairs", ctx, "sizes", "instances", "kind", "seed")

    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee.evaluation.pairs import evaluate_pairs
    from nee.evaluation.subroutines import evaluate_subroutine
    from nee.training.checkpoints import read_engine

    subroutine = ctx.obj
    chosen = kind or next(iter(subroutine.instances))
    choose(subroutine.instances, chosen, f"kind of instances for {subroutine.name}")
    path = weights_of(subroutine, weights)
    engine = read_engine(path)
    if pairs:
        counts = evaluate_pairs(engine, subroutine)
        print_figures([counts], path) if as_json else print_counts(counts)
        return
    rows = [
        evaluate_subroutine(subroutine, engine, size, instances=instances, kind=chosen, seed=seed)
        for size in progress(wanted, f"running {instances} instances of each size")
    ]
    if as_json:
        print_figures(rows, path)
        return
    print_table(
        ("size", "instances", "whole instances exact", "numbers right"),
        [(row.size, row.instances, percent(row.whole_instances), percent(row.numbers)) for row in rows],
        title=f"{subroutine.name}, {chosen} instances, {rows[0].reading} read by itself, 95 % intervals",
    )
