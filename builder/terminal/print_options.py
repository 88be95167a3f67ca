"""The options of the printing commands for maps, sheets and formats, each group as one argument."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from builder.press.kit.map_choices import MapChoices
    from builder.press.kit.output import Formats
    from builder.press.services.sheet_choices import SheetChoices

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

_PAGE_DPI, _FACE_DPI = 150, 300
_RESOLUTIONS = ("150", "300", "600")

language_option = click.option(
    "--language",
    default="en",
    show_default=True,
    help="Language of headings, labels and notes: its code, or your own catalog file.",
)


def _option_group(
    name: str, read: Callable[..., Any], *options: Decorator, shared: tuple[str, ...] = ()
) -> Decorator:
    """Options that a command gets as one argument ``name``, which ``read`` returns for their values.

    The parameters of ``read`` are the options of the group, and ``shared`` options of the command itself.
    """
    parameters = inspect.signature(read).parameters

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def grouped(*args: Any, **values: Any) -> Any:
            group = read(**{parameter: values[parameter] for parameter in parameters})
            others = {key: value for key, value in values.items() if key not in parameters or key in shared}
            return command(*args, **{name: group}, **others)

        decorated: Callable[..., Any] = grouped
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


def _read_maps(
    layers: str, secrets: str, hex_numbers: str | None, dead_ground: str | None, poster: bool
) -> MapChoices:
    from builder.draw.maps.hex_numbers import read_hex_numbers
    from builder.draw.maps.map_look import read_layers
    from builder.press.kit.map_choices import MapChoices

    numbers = (hex_numbers or "").replace(",", " ").split()
    read_hex_numbers(numbers)
    chosen = read_layers(layers.replace(",", " ").split())
    return MapChoices(chosen, secrets, tuple(numbers), dead_ground or "", poster)


map_options = _option_group(
    "maps",
    _read_maps,
    click.option(
        "--layers",
        default="zones,objectives",
        show_default=True,
        help="What to draw on maps over the terrain; none for terrain only.",
    ),
    click.option(
        "--secrets",
        type=click.Choice(("apart", "shown", "hidden")),
        default="apart",
        show_default=True,
        help="Draw secrets on separate copies for those who own them, on every map, or not at all.",
    ),
    click.option(
        "--hex-numbers",
        help="Numbers of hexes, for example center,letters: top|center|none, every|fifth, ccrr|letters.",
    ),
    click.option("--dead-ground", metavar="ZONE", help="Hatch what cannot be seen from this set-up zone."),
    click.option("--poster", is_flag=True, help="Print the map on one large sheet instead of several."),
)


def _read_sheets(
    paper: str, sheet_names: tuple[str, ...], duplex: str | None, printer: str | None
) -> SheetChoices:
    from builder.press.services.printer import load_printer
    from builder.press.services.sheet_choices import SheetChoices
    from builder.press.services.sheet_file import load_paper
    from builder.terminal.own_folder import printers_folder

    profile = load_printer(printers_folder(), printer) if printer else None
    choices = SheetChoices(paper, sheet_names, duplex or "", profile)
    choices.layouts(load_paper(paper))
    return choices


sheet_options = _option_group(
    "sheets",
    _read_sheets,
    click.option(
        "--sheet",
        "sheet_names",
        multiple=True,
        help="Sheet for cards or counters: a name, for example drivethrucards-poker, or a sheet file.",
    ),
    click.option(
        "--duplex",
        type=click.Choice(("long", "short", "fold", "none")),
        help="Edge over which sheets are turned; fold prints backs next to their fronts.",
    ),
    click.option("--printer", help="Shift backs for this printer, as measured with `brainbug printer`."),
    shared=("paper",),
)


def _read_formats(split: bool, png: bool, faces: bool, trimmed: bool, dpi: str | None) -> Formats:
    from builder.press.kit.output import Formats

    if trimmed and not faces:
        raise click.UsageError("--trimmed requires --faces")
    if dpi is not None and not (png or faces):
        raise click.UsageError("--dpi requires --png or --faces")
    dots = int(dpi) if dpi else None
    return Formats(
        split=split,
        png=(dots or _PAGE_DPI) if png else None,
        faces=(dots or _FACE_DPI) if faces else None,
        trimmed=trimmed,
    )


format_options = _option_group(
    "formats",
    _read_formats,
    click.option("--split", is_flag=True, help="Also write one PDF per part."),
    click.option("--png", is_flag=True, help="Also write each page as a PNG."),
    click.option("--faces", is_flag=True, help="Also write each side of each card and counter as a PNG."),
    click.option("--trimmed", is_flag=True, help="With --faces: crop to the final size, without bleed."),
    click.option(
        "--dpi",
        type=click.Choice(_RESOLUTIONS),
        help=f"Dots per inch of PNGs. [default: {_PAGE_DPI} for pages, {_FACE_DPI} for faces]",
    ),
)
