"""A group of commands in which every subroutine is one: `nee train minimum`, `nee evaluate my_maximum.py`."""

from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup


class ForEachSubroutine(TyperGroup):
    """Beside the commands that people see there are hidden ones, which serve every subroutine that is named.

    `domain` serves those whose every question can be listed, `program` the others. The subroutine is the context's
    object. It is looked up only when its name is written, because JAX takes a second to import.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        """Those that people see."""
        return [name for name in super().list_commands(ctx) if not self.commands[name].hidden]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, or the one that serves the subroutine of that name."""
        known = super().get_command(ctx, cmd_name)
        if known is not None and not known.hidden:
            return known
        from nee.subroutines.find import find_subroutine

        ctx.obj = find_subroutine(cmd_name)
        listed = ctx.obj.domain is not None and "domain" in self.commands
        return super().get_command(ctx, "domain" if listed else "program")


class TakesContext(TyperCommand):
    """A command whose function takes the context."""

    context_class = typer.Context
