"""The option `--ray`, of all commands that run jobs."""

from typing import Annotated, Any

import typer
from typer.core import TyperCommand

Ray = Annotated[
    str | None,
    typer.Option(metavar="[ADDRESS]", help="Run on a Ray cluster; without an address, one on this machine."),
]


class RayMayStandAlone(TyperCommand):
    """Lets `--ray` go without an address: what follows is one only if it looks like one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Write the address out."""
        written: list[str] = []
        for argument, following in zip(args, [*args, ""][1:], strict=True):
            written.append(argument)
            if argument == "--ray" and not (following in ("auto", "local") or ":" in following):
                written.append("local")
        return super().parse_args(ctx, written)
