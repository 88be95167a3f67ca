"""``brainbug``: finds the command's module and runs it; every error becomes one clear message."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from rulesdb import __version__
from rulesdb.errors import BrainbugError, DataError

_COMMANDS = {
    "games": "games",
    "lookup": "lookup",
    "show": "show",
    "browse": "browse",
    "resolve": "resolve",
    "odds": "odds",
    "roll": "roll",
    "coverage": "coverage",
    "lint": "lint",
    "lsp": "lsp",
    "analyze": "analyze",
    "explain": "explain",
    "new": "new",
    "build": "build",
    "print": "print_aids",
    "docs": "docs",
    "export": "export",
    "supplement": "supplement",
}


class _Lazy(click.Group):
    """Imports a command's module only when that command is run or asked about."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"builder.cli.{_COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, _COMMANDS[cmd_name])
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader that has seen enough, as ``head`` does, is no error."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # What is still buffered would raise again when Python flushes at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="brainbug")
def brainbug() -> None:
    """Rules reference and scenario workshop for tabletop bug hunts."""


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line: exit 0 when all is well, 1 with findings, 2 when it cannot run."""
    try:
        code = brainbug.main(args=args, prog_name="brainbug", standalone_mode=False)
    except click.exceptions.Abort:
        click.echo("stopped", err=True)
        code = 130
    except click.ClickException as error:
        error.show()
        code = 2
    except DataError as error:
        for problem in error.problems:
            click.echo(f"{problem.span}: {problem.code} {problem.message}", err=True)
            if problem.help:
                click.echo(f"  help: {problem.help}", err=True)
        code = 2
    except BrainbugError as error:
        click.echo(f"brainbug: {error}", err=True)
        code = 2
    sys.exit(code if isinstance(code, int) else 0)
