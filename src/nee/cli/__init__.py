"""The command line: parse, call, print."""

import sys

import typer

from nee.cli.arithmetic import add, multiply
from nee.cli.demo import demo
from nee.cli.engines import list_engines
from nee.cli.evaluate import evaluate
from nee.cli.graphs import mst, path
from nee.cli.plot import plot
from nee.cli.reproduce import RayMayStandAlone, reproduce
from nee.cli.sort import sort
from nee.cli.train import train
from nee.errors import InputError

app = typer.Typer(
    help="Neural execution engines: networks that learn a subroutine and run whole algorithms.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (sort, add, multiply):  # For them -1 is a number, if not one that they can read.
    app.command(context_settings={"ignore_unknown_options": True})(command)
app.command()(path)
app.command()(mst)
app.command("list")(list_engines)
app.command()(demo)
app.command()(train)
app.command()(evaluate)
app.command(cls=RayMayStandAlone)(reproduce)
app.add_typer(plot, name="plot")


def main() -> None:
    """Run the command line. A person's mistake is one sentence and exit code 2."""
    try:
        app()
    except InputError as error:
        print(f"nee: {error}", file=sys.stderr)
        sys.exit(2)
