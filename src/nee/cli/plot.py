"""The commands `nee plot ...`."""

import dataclasses
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from nee.cli.evaluate import parse_sizes

Sizes = Annotated[str, typer.Option(help="How long the lists are.")]

plot = typer.Typer(help="Draw what was learned.", no_args_is_help=True)

PAPER_ENGINES = ("minimum", "add", "add-89", "multiply")
"""Sorting, addition, addition with 65 % of the numbers held out, multiplication."""


@plot.command()
def embeddings(
    engines: Annotated[
        list[str] | None, typer.Argument(help="The engines to look at; without any, those of the paper.")
    ] = None,
    out: Annotated[Path, typer.Option(help="The folder to write to.")] = Path(),
) -> None:
    """Draw the learned embeddings of all numbers as embeddings.png and, to be turned by hand, embeddings.html."""
    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee import pretrained
    from nee.embeddings import view_embeddings
    from nee.plots import draw_embeddings, write_embeddings_page

    views = [view_embeddings(pretrained.weights(name)) for name in engines or PAPER_ENGINES]
    out.mkdir(parents=True, exist_ok=True)
    draw_embeddings(views, out / "embeddings.png")
    write_embeddings_page(views, out / "embeddings.html")
    print(f"Drawn: {out / 'embeddings.png'} and {out / 'embeddings.html'}.")


@plot.command()
def histogram(
    out: Annotated[Path, typer.Option(help="The folder to write to.")] = Path(),
) -> None:
    """Draw which numbers graph programs ask about, in training and in tests, as histogram.png."""
    from nee.plots import draw_histograms
    from nee.trace_histogram import trace_histograms

    out.mkdir(parents=True, exist_ok=True)
    draw_histograms({program: trace_histograms(program) for program in ("dijkstra", "prim")}, out / "histogram.png")
    print(f"Drawn: {out / 'histogram.png'}.")


@plot.command()
def generalization(
    weights: Annotated[
        list[Path] | None, typer.Argument(help="Trained baselines; without any, those that ship.")
    ] = None,
    sizes: Sizes = "8,16,25,50,75,100",
    lists: Annotated[int, typer.Option(help="How many lists of each size and kind.", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="Fixes the lists.", min=0, max=2**31 - 2)] = 0,
    out: Annotated[Path, typer.Option(help="The folder to write to.")] = Path(),
) -> None:
    """Sort longer and longer lists with baselines and with NEE: generalization.png, and the figures as JSON."""
    wanted = parse_sizes(sizes)

    # JAX takes a second to import: `nee --help` does not wait for it.
    from rich.console import Console
    from rich.progress import track

    from nee import pretrained
    from nee.baselines.experiments import ENGINE, Network
    from nee.baselines.experiments import generalization as measure
    from nee.baselines.variants import name_of
    from nee.baselines.weights import read_model, shipped
    from nee.checkpoints import read_provenance
    from nee.compilation import keep_compiled_programs
    from nee.plots import draw_generalization

    models = {path: read_model(path) for path in weights or shipped()}
    named: list[tuple[str, Path, Network]] = [(name_of(m.config), path, m) for path, m in models.items()]
    named.append((ENGINE, pretrained.weights("minimum"), pretrained.load("minimum")))
    keep_compiled_programs()
    rows = [
        row
        for name, path, network in track(named, "sorting", console=Console(stderr=True), transient=True)
        for row in measure(name, read_provenance(path).seed, network, sizes=wanted, lists=lists, seed=seed)
    ]
    out.mkdir(parents=True, exist_ok=True)
    figures = [dataclasses.asdict(row) for row in rows]
    write_figures(figures, [(name, path) for name, path, _ in named], out / "generalization.json")
    draw_generalization(rows, out / "generalization.png")
    print(f"Drawn: {out / 'generalization.png'}; the figures are in {out / 'generalization.json'}.")


@plot.command()
def attention(
    variant: Annotated[str, typer.Option(help="A baseline that ships: vanilla or all_mod.")] = "all_mod",
    weights: Annotated[Path | None, typer.Option(help="A trained baseline instead of one that ships.")] = None,
    sizes: Sizes = "8,16,25,50,75,100",
    lists: Annotated[int, typer.Option(help="How many lists of each size.", min=1)] = 20,
    seed: Annotated[int, typer.Option(help="Fixes the lists.", min=0, max=2**31 - 2)] = 0,
    out: Annotated[Path, typer.Option(help="The folder to write to.")] = Path(),
) -> None:
    """Compare where a baseline and NEE look while they sort: attention.png, and the figures as JSON."""
    wanted = parse_sizes(sizes)

    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee import pretrained
    from nee.baselines.experiments import ENGINE, Network
    from nee.baselines.fidelity import fidelity
    from nee.baselines.variants import name_of
    from nee.baselines.weights import read_model
    from nee.baselines.weights import weights as shipped_weights
    from nee.compilation import keep_compiled_programs
    from nee.plots import draw_attention

    path = weights or shipped_weights(variant)
    model = read_model(path)
    named: dict[str, Network] = {name_of(model.config): model, ENGINE: pretrained.load("minimum")}
    keep_compiled_programs()
    views = [fidelity(name, network, sizes=wanted, lists=lists, seed=seed) for name, network in named.items()]
    out.mkdir(parents=True, exist_ok=True)
    figures = [dataclasses.asdict(view) for view in views]
    for figure in figures:
        del figure["attention"]  # The picture holds it.
    write_figures(figures, zip(named, [path, pretrained.weights("minimum")], strict=True), out / "attention.json")
    draw_attention(views, out / "attention.png")
    print(f"Drawn: {out / 'attention.png'}; the figures are in {out / 'attention.json'}.")


def write_figures(figures: list[Any], made_with: Iterable[tuple[str, Path]], path: Path) -> None:
    """Figures of several networks, with what made them."""
    from nee import provenance
    from nee.checkpoints import fingerprint, read_provenance

    weights = {f"{name}, seed {read_provenance(file).seed}": file for name, file in made_with}
    made = provenance.of_figures(next(iter(weights.values())))
    made["weights"] = {name: fingerprint(file) for name, file in weights.items()}
    path.write_text(json.dumps(made | {"figures": figures}, indent=1) + "\n")
