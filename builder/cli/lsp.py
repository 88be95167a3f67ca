"""``brainbug lsp``."""

from __future__ import annotations

import sys
from typing import BinaryIO, cast

import click

from builder.terminal.library_options import library_options
from rulesdb import BrainbugError, Library


@click.command()
@library_options
def lsp(library: Library) -> None:
    """Run the language server: findings as you type, completion, hover help, definitions, quick fixes.

    Your editor starts it, and talks to it over stdin and stdout. Requires the extra `lsp`:
    pip install 'brainbug[lsp]'
    """
    try:
        from builder.lsp.server import make_server
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("pygls", "lsprotocol", "cattrs"):
            raise
        raise BrainbugError(
            "the language server requires the package pygls: pip install 'brainbug[lsp]'"
        ) from error
    if sys.stdin.isatty():
        click.echo("waiting for an editor on stdin; see the page on editors in the documentation", err=True)
    # Messages are bytes; the console that other commands write to takes only text.
    stdout = cast("BinaryIO | None", getattr(sys.__stdout__, "buffer", None))
    make_server(library).start_io(sys.stdin.buffer, stdout)
