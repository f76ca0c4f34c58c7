"""The commands `nee train ...`."""

import typer

from nee.cli.for_each_subroutine import ForEachSubroutine, TakesContext
from nee.cli.ray_option import RayMayStandAlone
from nee.cli.train.program import program
from nee.cli.train.seq2seq import seq2seq
from nee.cli.train.shared import shared

train = typer.Typer(
    cls=ForEachSubroutine,
    help="Train an engine. The weights end in engine.safetensors in the run's folder, the metrics in metrics.csv.\n\n"
    "NAME is a subroutine that ships, such as minimum (`nee list` has them all), or one of your own as "
    "file.py or module:NAME; or it is one of the commands below. `nee train NAME --help` shows its options.",
    no_args_is_help=True,
    subcommand_metavar="NAME [OPTIONS]",
)


class TrainSubroutine(RayMayStandAlone, TakesContext):
    """The command that trains any subroutine, on Ray too."""


train.command(cls=TrainSubroutine, hidden=True)(program)
train.command(cls=RayMayStandAlone)(shared)
train.command(cls=RayMayStandAlone)(seq2seq)
