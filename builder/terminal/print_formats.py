"""The options of every command that prints: its language, and which files there are besides SVG and a PDF."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from builder.press.kit.output import Formats

_PAGES, _FACES = 150, 300
_RESOLUTIONS = ("150", "300", "600")

language_option = click.option(
    "--language",
    default="en",
    show_default=True,
    help="Language of headings, labels and notes: its name, or a catalogue file of your own.",
)


def format_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command ``--split``, ``--png``, ``--faces``, ``--trimmed`` and ``--dpi``, as one ``formats``."""

    @click.option("--split", is_flag=True, help="Also write a PDF for each part.")
    @click.option("--png", is_flag=True, help="Also write each page as a PNG.")
    @click.option("--faces", is_flag=True, help="Also write each side of each card and counter as a PNG.")
    @click.option("--trimmed", is_flag=True, help="With --faces: as cut, without the bleed around them.")
    @click.option(
        "--dpi",
        type=click.Choice(_RESOLUTIONS),
        help=f"Dots to the inch of every PNG; without it {_PAGES} for pages, {_FACES} for faces.",
    )
    @functools.wraps(command)
    def with_formats(
        *args: Any, split: bool, png: bool, faces: bool, trimmed: bool, dpi: str | None, **options: Any
    ) -> Any:
        return command(*args, formats=_read(split, png, faces, trimmed, dpi), **options)

    return with_formats


def _read(split: bool, png: bool, faces: bool, trimmed: bool, dpi: str | None) -> Formats:
    from builder.press.kit.output import Formats

    if trimmed and not faces:
        raise click.UsageError("--trimmed goes with --faces")
    if dpi is not None and not (png or faces):
        raise click.UsageError("--dpi goes with --png or --faces")
    dots = int(dpi) if dpi else None
    return Formats(
        split=split,
        png=(dots or _PAGES) if png else None,
        faces=(dots or _FACES) if faces else None,
        trimmed=trimmed,
    )
