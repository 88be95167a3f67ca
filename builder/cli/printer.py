"""``brainbug printer``: printer profiles, and the pages to measure printers with."""

from __future__ import annotations

import json
import math
import re
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.terminal.force_option import force_option
from builder.terminal.own_folder import printers_folder
from builder.terminal.print_options import language_option

if TYPE_CHECKING:
    from builder.press.services.printer import Printer, Shift

_MAX_SHIFT = 20.0
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class _ShiftType(click.ParamType):  # type: ignore[type-arg]
    name = "X,Y"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        try:
            x, y = (float(part.replace("−", "-")) for part in str(value).split(","))
        except ValueError:
            self.fail(f"{value!r}: use millimeters right and down, for example 0.7,-0.4", param, ctx)
        if not (math.isfinite(x) and math.isfinite(y)) or max(abs(x), abs(y)) > _MAX_SHIFT:
            self.fail(
                f"{value!r} is more than {_MAX_SHIFT:g} mm: was the sheet turned over the correct edge?",
                param,
                ctx,
            )
        return x, y


@click.group()
def printer() -> None:
    """Measure how far a printer's backs are offset from the fronts, and save that under a name."""


@printer.command("calibration")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="PDF file to write.")
@click.option("--paper", default="a4", show_default=True, help="Paper: a4, letter, or a sheet file.")
@click.option("--duplex", type=click.Choice(["long", "short"]), help="Edge over which the sheet is turned.")
@click.option(
    "--printer", "name", help="Shift the backs as saved for this printer, to verify that X and Y are 0."
)
@language_option
@force_option
def calibration(
    output: Path, paper: str, duplex: str | None, name: str | None, language: str, force: bool
) -> None:
    """Write the calibration pages: print them two-sided, hold them to the light, read X and Y."""
    from builder.draw.surface.context import DrawingContext
    from builder.draw.surface.theme import load_theme
    from builder.draw.surface.wording import load_words
    from builder.press.pdf.pdf import pdf_bytes
    from builder.press.pdf.typeset import About
    from builder.press.services.calibration import PART, calibration_layout, calibration_pages
    from builder.press.services.printer import load_printer
    from builder.press.services.sheet import Duplex
    from builder.press.services.sheet_file import load_paper
    from rulesdb.files.writing import write_file

    words = load_words(language)
    profile = load_printer(printers_folder(), name) if name else None
    layout = calibration_layout(load_paper(paper), Duplex(duplex or (profile.duplex if profile else "long")))
    pages = calibration_pages(replace(layout, printer=profile), DrawingContext(load_theme(words=words)))
    about = About(words.of("part", PART), (), words("pdf.calibration"), words.language)
    data = pdf_bytes(pages, about)
    write_file(output, data, force=force)
    click.echo(f"{len(pages)} pages, fronts and backs alternating: {output}")


@printer.command("set")
@click.argument("name")
@click.option("--upright", type=_ShiftType(), help="Reading of the upright page, in mm.")
@click.option("--on-its-side", type=_ShiftType(), help="Reading of the page on its side, in mm.")
@click.option("--duplex", type=click.Choice(["long", "short"]), help="Edge over which it turns the sheet.")
def set_printer(name: str, upright: Shift | None, on_its_side: Shift | None, duplex: str | None) -> None:
    """Save the readings of the calibration pages; those that you omit stay unchanged."""
    from builder.press.services.printer import Printer, load_printer, printer_names, write_printer

    if not _NAME.fullmatch(name):
        raise click.BadParameter(
            f"{name!r}: use lower-case letters, digits and hyphens, for example office-laser",
            param_hint="NAME",
        )
    if upright is None and on_its_side is None and duplex is None:
        raise click.UsageError("nothing to save: give --upright, --on-its-side or --duplex")
    folder = printers_folder()
    old = load_printer(folder, name) if name in printer_names(folder) else Printer(name, "long")
    new = Printer(name, duplex or old.duplex, upright or old.upright, on_its_side or old.on_its_side)
    path = write_printer(folder, new)
    click.echo(_line(new))
    click.echo(f"saved in {path}")


@printer.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_printers(as_json: bool) -> None:
    """List the printers that have been measured."""
    from builder.press.services.printer import load_printer, printer_names

    folder = printers_folder()
    profiles = [load_printer(folder, name) for name in printer_names(folder)]
    if as_json:
        click.echo(json.dumps(list(map(asdict, profiles)), indent=2))
        return
    for profile in profiles:
        click.echo(_line(profile))
    if not profiles:
        click.echo(f"no printers have been measured; their profiles would be in {folder}")


@printer.command("remove")
@click.argument("name")
def remove(name: str) -> None:
    """Remove a printer's profile."""
    from builder.press.services.printer import remove_printer

    click.echo(f"removed {remove_printer(printers_folder(), name)}")


def _line(printer: Printer) -> str:
    def text(shift: Shift | None) -> str:
        return "not measured" if shift is None else f"{shift[0]:g}, {shift[1]:g} mm"

    return (
        f"{printer.name}: {printer.duplex} edge; upright pages {text(printer.upright)}, "
        f"pages on their side {text(printer.on_its_side)}"
    )
