"""The options of ``build`` that are about maps."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from builder.press.kit.map_choices import MapChoices


def map_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options about layers, secrets, hex numbers and dead ground, as one ``maps``."""

    @click.option(
        "--layers",
        default="zones,objectives",
        show_default=True,
        help="What maps show over the ground; none for a bare map.",
    )
    @click.option(
        "--secrets",
        type=click.Choice(("apart", "shown", "hidden")),
        default="apart",
        show_default=True,
        help="What is secret: on a referee's copy of its own, on every map, or on none.",
    )
    @click.option("--hex-numbers", help="As in center,letters: top|center|none, every|fifth, ccrr|letters.")
    @click.option("--dead-ground", metavar="ZONE", help="Hatch what cannot be seen from this set-up zone.")
    @click.option("--poster", is_flag=True, help="The map on one large sheet, and not over several.")
    @functools.wraps(command)
    def with_maps(
        *args: Any,
        layers: str,
        secrets: str,
        hex_numbers: str | None,
        dead_ground: str | None,
        poster: bool,
        **options: Any,
    ) -> Any:
        return command(*args, maps=_read(layers, secrets, hex_numbers, dead_ground, poster), **options)

    return with_maps


def _read(
    layers: str, secrets: str, hex_numbers: str | None, dead_ground: str | None, poster: bool
) -> MapChoices:
    from builder.draw.maps.hex_numbers import read_hex_numbers
    from builder.draw.maps.map_look import read_layers
    from builder.press.kit.map_choices import MapChoices

    words = _words(hex_numbers or "")
    read_hex_numbers(words)
    return MapChoices(read_layers(_words(layers)), secrets, tuple(words), dead_ground or "", poster)


def _words(text: str) -> list[str]:
    return [word for word in text.replace(",", " ").split() if word]
