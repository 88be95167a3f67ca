"""``brainbug``: finds the command's module and runs it; every error becomes one clear message."""

from __future__ import annotations

import contextlib
import errno
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from builder.terminal.console import one_line, safe_console
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
    "printer": "printer",
    "sheets": "sheets",
    "preflight": "preflight",
    "docs": "docs",
    "export": "export",
    "supplement": "supplement",
}
# Why the output may take no more: a full disk, a quota, a file that is as large as can be, a broken device.
_NO_OUTPUT = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG, errno.EIO}


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
            _write_no_more()
            return 0


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="brainbug")
def brainbug() -> None:
    """Rules reference and scenario workshop for tabletop bug hunts."""


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line: exit 0 when all is well, 1 with findings, 2 when it cannot run."""
    with safe_console():
        code = _run(args)
    sys.exit(code)


def _run(args: Sequence[str] | None) -> int:
    try:
        code = brainbug.main(args=args, prog_name="brainbug", standalone_mode=False)
        if sys.stdout is not None and not sys.stdout.closed:
            # What is still buffered may not find room; Python would tell of that late, and in its own way.
            sys.stdout.flush()
    except click.exceptions.Abort:
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
        _write_no_more()
        return 0
    except OSError as error:
        return _stopped_by_the_system(error)
    return code if isinstance(code, int) else 0


def _stopped_by_the_system(error: OSError) -> int:
    """Say which file could not be read or written, and why; without a name it was the output itself."""
    where = error.filename
    if where is None and error.errno in _NO_OUTPUT:
        where = "the output"
        _write_no_more()
    if isinstance(where, bytes):
        where = os.fsdecode(where)
    reason = error.strerror or type(error).__name__
    click.echo(f"brainbug: {one_line(f'{where}: ') if where else ''}{reason}", err=True)
    return 2


def _write_no_more() -> None:
    """Let go what is still buffered; it would raise again when Python flushes at its end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
