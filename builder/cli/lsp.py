"""``brainbug lsp``."""

from __future__ import annotations

import logging
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
    from builder.lsp.connection import EditorInput, EditorOutput, OneLine, answers_only

    if sys.stdin.isatty():
        click.echo("waiting for an editor on stdin; see the page on editors in the documentation", err=True)
    log = logging.StreamHandler(sys.stderr)
    log.setFormatter(OneLine())
    logging.getLogger().addHandler(log)
    answers = EditorOutput(answers_only(sys.stdout))
    questions = EditorInput(sys.stdin.buffer, answers)
    try:
        make_server(library).start_io(cast("BinaryIO", questions), cast("BinaryIO", answers))
    except OSError as error:
        raise BrainbugError(f"the connection to the editor: {error.strerror}") from error
    if answers.error is not None and not isinstance(answers.error, BrokenPipeError):
        raise BrainbugError(f"the connection to the editor: {answers.error.strerror}")
