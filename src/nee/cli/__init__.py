"""The command line: parse, call, print."""

import atexit
import gc
import os
import sys
from typing import Annotated

import typer

import nee
from nee.cli.arithmetic import add, multiply
from nee.cli.certify import certify
from nee.cli.demo import demo
from nee.cli.engines import list_engines
from nee.cli.evaluate import evaluate
from nee.cli.export import export
from nee.cli.mst import mst
from nee.cli.output import print_in_ascii_where_needed
from nee.cli.path import path
from nee.cli.play import play
from nee.cli.plot import plot
from nee.cli.ray_option import RayMayStandAlone
from nee.cli.reproduce import reproduce
from nee.cli.run import run
from nee.cli.sort import sort
from nee.cli.train import train
from nee.errors import EngineError, InputError

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
app.command(context_settings={"ignore_unknown_options": True})(run)
app.command("list")(list_engines)
app.command()(export)
app.command()(certify)
app.command()(demo)
app.command()(play)
app.add_typer(train, name="train")
app.add_typer(evaluate, name="evaluate")
app.command(cls=RayMayStandAlone)(reproduce)
app.command()(plot)


def print_version(wanted: bool) -> bool:
    """The version of nee, and nothing else."""
    if wanted:
        print(f"nee {nee.__version__}")
        raise typer.Exit
    return wanted


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version, and end.", callback=print_version, is_eager=True)
    ] = False,
) -> None:
    """Neural execution engines: networks that learn a subroutine and run whole algorithms."""


def main() -> None:
    """Run the command line.

    A person's mistake is one sentence and exit code 2, a wrong answer of an engine one sentence and exit code 3.
    """
    collect_rarely()
    print_in_ascii_where_needed()
    try:
        app()
    except InputError as error:
        end(error, 2)
    except EngineError as error:
        end(error, 3)
    except BrokenPipeError:
        pass
    except OSError as error:  # Such as a full disk.
        end(f"{error.filename or 'The output'} cannot be written: {error.strerror}.", 1)
    finally:
        flush_if_read()


def collect_rarely() -> None:
    """What JAX imports and traces stays to the end: to look through it for garbage takes a third of a short command.

    Python looks once more when it ends, unless everything is frozen by then. After Ctrl-C JAX's threads may still run
    at that time, and processes crashed.
    """
    gc.set_threshold(1_000_000)
    atexit.register(gc.freeze)


def end(reason: object, code: int) -> None:
    """Say why, in one line."""
    print(f"nee: {reason}", file=sys.stderr)
    sys.exit(code)


def flush_if_read() -> None:
    """Write what is left to write, unless nobody reads it any more: `nee list | head -1`."""
    if sys.stdout is None:  # It was closed before we began: `nee list >&-`.
        return
    try:
        sys.stdout.flush()
    except OSError:
        # Python would try once more when it ends, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
