"""``brainbug``: imports the command's module and runs it; every error becomes one clear message."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from builder.terminal.console import one_line, safe_console
from rulesdb import __version__
from rulesdb.errors import BrainbugError, DataError
from rulesdb.own_code import own_code

# Almost everything is freed without the garbage collector, which takes a tenth of the time of a command.
_OBJECTS_BETWEEN_SEARCHES = 500_000

_COMMANDS = {
    "games": "games.games",
    "lookup": "lookup.lookup",
    "show": "show.show",
    "browse": "browse.browse",
    "resolve": "resolve.resolve",
    "odds": "odds.odds",
    "roll": "roll.roll",
    "example": "example.example",
    "coverage": "games.coverage",
    "lint": "lint.lint",
    "edit": "editing.edit.edit",
    "lsp": "lsp.lsp",
    "analyze": "analyze.analyze",
    "playtest": "playtest.playtest",
    "replay": "playtest.replay",
    "balance": "playing.balance.balance",
    "explain": "lint.explain",
    "new": "new.new",
    "build": "build.build",
    "print": "build.print_aids",
    "studio": "studio.studio",
    "watch": "watch.watch",
    "printer": "printer.printer",
    "sheets": "sheets.sheets",
    "preflight": "sheets.preflight",
    "docs": "docs.docs",
    "export": "export.export",
    "share": "exchange.share.share",
    "import": "exchange.import_.import_map",
    "convert": "exchange.convert.convert",
    "diff": "changes.diff.diff",
    "impact": "changes.impact.impact",
    "sensitivity": "changes.sensitivity.sensitivity",
    "supplement": "supplement.supplement",
}


class _Lazy(click.Group):
    """Imports a command's module only when that command is run or its help is shown."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, _, function = _COMMANDS[cmd_name].rpartition(".")
        command: click.Command = getattr(importlib.import_module(f"builder.cli.{module}"), function)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader that closes the output early, as ``head`` does, is not an error."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            return 0


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="brainbug")
def brainbug() -> None:
    """Rules reference and scenario workshop for tabletop bug hunts."""


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line: exit 0 on success, 1 with findings, 2 if it cannot run."""
    gc.set_threshold(_OBJECTS_BETWEEN_SEARCHES)
    with safe_console():
        code = _run(args)
    sys.exit(code)


def _run(args: Sequence[str] | None) -> int:
    try:
        with own_code():
            code = brainbug.main(args=args, prog_name="brainbug", standalone_mode=False)
        if not sys.stdout.closed:
            # Writing buffered output can fail; Python would report that late, with a traceback.
            sys.stdout.flush()
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        return 130
    except click.ClickException as error:
        error.show()
        return 2
    except DataError as error:
        for problem in error.problems:
            click.echo(one_line(f"{problem.span}: {problem.code} {problem.message}"), err=True)
            if problem.help:
                click.echo(one_line(f"  help: {problem.help}"), err=True)
        return 2
    except BrainbugError as error:
        click.echo(f"brainbug: {error}", err=True)
        return 2
    except BrokenPipeError:
        return 0
    except OSError as error:
        return _report_system_error(error)
    return code if isinstance(code, int) else 0


def _report_system_error(error: OSError) -> int:
    """Report which file could not be read or written, and why."""
    where = os.fsdecode(error.filename) if isinstance(error.filename, bytes) else error.filename
    if where is None and isinstance(error, FileNotFoundError):
        # From asking for the absolute path of the current folder.
        where = "the current folder"
    reason = error.strerror or type(error).__name__
    click.echo(f"brainbug: {one_line(f'{where}: ') if where is not None else ''}{reason}", err=True)
    return 2
