"""``brainbug printer``: measured printers, and the pages to measure them with."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from builder.terminal.own_folder import printers_folder
from builder.terminal.print_options import language_option

if TYPE_CHECKING:
    from builder.press.services.printer import Printer, Shift

_MOST = 20.0
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class _ShiftType(click.ParamType):  # type: ignore[type-arg]
    name = "X,Y"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        try:
            x, y = (float(part.replace("−", "-")) for part in str(value).split(","))
        except ValueError:
            self.fail(f"{value!r}: give millimeters right and down, as 0.7,-0.4", param, ctx)
        if not (math.isfinite(x) and math.isfinite(y)) or max(abs(x), abs(y)) > _MOST:
            self.fail(
                f"{value!r} is more than {_MOST:g} mm: is the sheet turned over the right edge?", param, ctx
            )
        return x, y


@click.group()
def printer() -> None:
    """Measure how far a printer puts backs beside their fronts, and keep it by the printer's name."""


@printer.command("calibration")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="PDF file to write.")
@click.option("--paper", default="a4", show_default=True, help="a4, letter, or a sheet file.")
@click.option("--duplex", type=click.Choice(["long", "short"]), help="Over which edge the sheet is turned.")
@click.option(
    "--printer", "name", help="Move the backs as this printer wants it, to see whether it reads nought."
)
@language_option
def calibration(output: Path, paper: str, duplex: str | None, name: str | None, language: str) -> None:
    """Write the calibration pages: print them two-sided, hold them to the light, read X and Y."""
    from builder.draw.surface.context import DrawingContext
    from builder.draw.surface.theme import load_theme
    from builder.draw.surface.wording import load_words
    from builder.press.pdf.pdf import pdf_bytes
    from builder.press.pdf.typeset import About
    from builder.press.services.calibration import PART, calibration_layout, calibration_pages
    from builder.press.services.printer import PrinterError, load_printer
    from builder.press.services.sheet import Duplex
    from builder.press.services.sheet_file import load_paper

    words = load_words(language)
    known = load_printer(printers_folder(), name) if name else None
    layout = calibration_layout(load_paper(paper), Duplex(duplex or (known.duplex if known else "long")))
    pages = calibration_pages(replace(layout, printer=known), DrawingContext(load_theme(words=words)))
    about = About(words.of("part", PART), (), words("pdf.calibration"), words.language)
    data = pdf_bytes(pages, about)
    try:
        output.write_bytes(data)
    except OSError as error:
        raise PrinterError(f"cannot write {output}: {error.strerror or error}") from error
    click.echo(f"{len(pages)} pages, front and back in turn: {output}")


@printer.command("set")
@click.argument("name")
@click.option("--upright", type=_ShiftType(), help="What the upright page reads, in mm.")
@click.option("--on-its-side", type=_ShiftType(), help="What the page on its side reads, in mm.")
@click.option("--duplex", type=click.Choice(["long", "short"]), help="Over which edge it turns the sheet.")
def set_printer(name: str, upright: Shift | None, on_its_side: Shift | None, duplex: str | None) -> None:
    """Keep what the calibration pages read; what is not given stays as it was."""
    from builder.press.services.printer import Printer, load_printer, printer_names, write_printer

    if not _NAME.fullmatch(name):
        raise click.BadParameter(
            f"{name!r}: small letters, digits and hyphens, as office-laser", param_hint="NAME"
        )
    if upright is None and on_its_side is None and duplex is None:
        raise click.UsageError("nothing to keep: give --upright, --on-its-side or --duplex")
    folder = printers_folder()
    old = load_printer(folder, name) if name in printer_names(folder) else Printer(name, "long")
    made = Printer(name, duplex or old.duplex, upright or old.upright, on_its_side or old.on_its_side)
    path = write_printer(folder, made)
    click.echo(_line(made))
    click.echo(f"kept in {path}")


@printer.command("list")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def list_printers(as_json: bool) -> None:
    """List the printers that have been measured."""
    from builder.press.services.printer import load_printer, printer_names

    folder = printers_folder()
    known = [load_printer(folder, name) for name in printer_names(folder)]
    if as_json:
        shown = [
            {
                "name": each.name,
                "duplex": each.duplex,
                "upright": each.upright,
                "on_its_side": each.on_its_side,
            }
            for each in known
        ]
        click.echo(json.dumps(shown, indent=2))
        return
    for each in known:
        click.echo(_line(each))
    if not known:
        click.echo(f"no printer has been measured; profiles go to {folder}")


@printer.command("remove")
@click.argument("name")
def remove(name: str) -> None:
    """Forget a printer."""
    from builder.press.services.printer import remove_printer

    click.echo(f"removed {remove_printer(printers_folder(), name)}")


def _line(printer: Printer) -> str:
    def said(shift: Shift | None) -> str:
        return "not measured" if shift is None else f"{shift[0]:g}, {shift[1]:g} mm"

    return (
        f"{printer.name}: {printer.duplex} edge; upright pages {said(printer.upright)}, "
        f"pages on their side {said(printer.on_its_side)}"
    )
