"""The options of commands that show a page on this machine, and opening it."""

from __future__ import annotations

import importlib.util
import webbrowser
from typing import TYPE_CHECKING

import click

from rulesdb import BrainbugError

if TYPE_CHECKING:
    from builder.studio.server.access import Access

_PACKAGES = ("starlette", "uvicorn", "websockets")

port_option = click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Port of the page. [default: any that is free]"
)
open_option = click.option(
    "--open/--no-open", "is_opened", default=True, help="Open the page in your browser. [default: open]"
)


def require_studio(command: str) -> None:
    """Check that the packages of the extra ``studio`` are installed.

    Raises:
        BrainbugError: one is missing.
    """
    missing = [name for name in _PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        raise BrainbugError(f"{command} requires the package {missing[0]}: pip install 'brainbug[studio]'")


def open_page(access: Access, is_opened: bool) -> None:
    """Print the address of a page, and open it in a browser."""
    click.echo(f"{access.address}\nCtrl-C ends it; the address is for one browser on this machine")
    if is_opened:
        webbrowser.open(access.address)
