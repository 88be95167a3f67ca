"""``brainbug studio``."""

from __future__ import annotations

from pathlib import Path

import click

from builder.terminal.library_options import library_options
from builder.terminal.local_page import open_option, open_page, port_option, require_studio
from rulesdb import Library


@click.command()
@click.argument("path", type=click.Path(path_type=Path), default=Path(), metavar="[FILE|FOLDER]")
@library_options
@port_option
@open_option
def studio(path: Path, library: Library, port: int, is_opened: bool) -> None:
    """Draw a scenario with the mouse, in a browser on this machine.

    The file stays as you write it: comments, quotes and order are kept, every edit is on the disk at once,
    and you can have it open in an editor at the same time. Without a file, all scenarios of the current
    folder can be opened. Ctrl-C ends it. Requires the extra `studio`: pip install 'brainbug[studio]'
    """
    require_studio("studio")
    from builder.studio.server.hosting import host
    from builder.studio.server.opening import studio_app

    app = studio_app(path, library)
    host(lambda access: app, port=port, started=lambda access: open_page(access, is_opened))
