"""The commands `nee plot ...`."""

from pathlib import Path
from typing import Annotated

import typer

plot = typer.Typer(help="Draw what was learned.", no_args_is_help=True)


@plot.callback()
def choose() -> None:
    """Draw what was learned."""


@plot.command()
def embeddings(
    engines: Annotated[list[str] | None, typer.Argument(help="The engines to look at; without any, all.")] = None,
    out: Annotated[Path, typer.Option(help="The folder to write to.")] = Path(),
) -> None:
    """Draw the learned embeddings of all numbers as embeddings.png and, to be turned by hand, embeddings.html."""
    # JAX takes a second to import: `nee --help` does not wait for it.
    from nee import pretrained
    from nee.embeddings import view_embeddings
    from nee.plots import draw_embeddings, write_embeddings_page

    views = [view_embeddings(pretrained.weights(name)) for name in engines or pretrained.names()]
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
