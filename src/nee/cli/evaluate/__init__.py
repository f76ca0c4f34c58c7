"""The commands `nee evaluate ...`."""

import typer

from nee.cli.evaluate.clrs import clrs
from nee.cli.evaluate.domain import domain
from nee.cli.evaluate.graphs import dijkstra, prim
from nee.cli.evaluate.program import program
from nee.cli.evaluate.seq2seq import seq2seq
from nee.cli.for_each_subroutine import ForEachSubroutine, TakesContext

evaluate = typer.Typer(
    cls=ForEachSubroutine,
    help="Measure how often an engine is right: on instances that it has never seen, or on all it can be asked.\n\n"
    "NAME is a subroutine that ships, such as minimum (`nee list` has them all), or one of your own as "
    "file.py or module:NAME; or it is one of the commands below. `nee evaluate NAME --help` shows its options.",
    no_args_is_help=True,
    subcommand_metavar="NAME [OPTIONS]",
)
evaluate.command(cls=TakesContext, hidden=True)(program)
evaluate.command(cls=TakesContext, hidden=True)(domain)
evaluate.command()(dijkstra)
evaluate.command()(prim)
evaluate.command(cls=TakesContext)(seq2seq)
evaluate.command()(clrs)
