"""The command `nee evaluate clrs`."""

from typing import Annotated

import typer

from nee.cli.arguments import FiguresAsJson, Seed, Sizes, parse_sizes
from nee.cli.evaluate.figures import print_figures
from nee.cli.output import percent, print_table, progress


def clrs(
    names: Annotated[
        list[str] | None, typer.Argument(help="Algorithms of CLRS-30; all that are done, if none is named.")
    ] = None,
    sizes: Sizes = "16,64,256",
    samples: Annotated[int, typer.Option(help="How many samples of each size.", min=1)] = 32,
    seed: Seed = 0,
    as_json: FiguresAsJson = False,
) -> None:
    """Answer samples that CLRS-30 draws, by tables of the shipped engines, and score them as it does.

    The benchmark's own algorithms are slow on large samples: matrix_chain_order takes minutes for one of 256 nodes.
    """
    wanted = parse_sizes(sizes)

    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee import pretrained
    from nee.evaluation.clrs_benchmark import check_algorithms, evaluate_clrs, load_benchmark
    from nee.training.provenance import fingerprint

    chosen = check_algorithms(names or [])
    load_benchmark()
    tests = [(name, size) for name in chosen for size in wanted]
    rows = [
        evaluate_clrs(name, size, samples=samples, seed=seed)
        for name, size in progress(tests, f"{samples} samples of each algorithm and size")
    ]
    if as_json:
        others = {f"{name}_weights": fingerprint(pretrained.weights(name)) for name in ("add", "multiply")}
        print_figures(rows, pretrained.weights("minimum"), others | {"by": "table"})
        return
    print_table(
        ("algorithm", "size", "samples", "whole samples exact", "score"),
        [(row.algorithm, row.size, row.samples, percent(row.whole_samples), f"{row.score:g} %") for row in rows],
        title="CLRS-30 by tables of learned engines in given programs, 95 % intervals",
    )
