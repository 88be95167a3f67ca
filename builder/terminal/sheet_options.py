"""The options of every command that prints cards and counters: on which sheets, and how these are turned."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from builder.press.services.delivery import Delivery
    from builder.press.services.sheet_choices import SheetChoices


def sheet_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command that has ``--paper`` the options about sheets and printers, as one ``sheets``."""

    @click.option(
        "--sheet",
        "names",
        multiple=True,
        help="Where cards or counters go: a sheet's name, as drivethrucards-poker, or a sheet file.",
    )
    @click.option(
        "--duplex",
        type=click.Choice(("long", "short", "fold", "none")),
        help="Over which edge sheets are turned; fold puts backs beside their fronts.",
    )
    @click.option("--printer", "printer", help="A printer measured with `brainbug printer`.")
    @functools.wraps(command)
    def with_sheets(
        *args: Any, names: tuple[str, ...], duplex: str | None, printer: str | None, **options: Any
    ) -> Any:
        return command(*args, sheets=_read(options["paper"], names, duplex, printer), **options)

    return with_sheets


def _read(paper: str, names: tuple[str, ...], duplex: str | None, printer: str | None) -> SheetChoices:
    from builder.press.services.printer import load_printer
    from builder.press.services.sheet_choices import SheetChoices
    from builder.press.services.sheet_file import load_paper
    from builder.terminal.own_folder import printers_folder

    known = load_printer(printers_folder(), printer) if printer else None
    choices = SheetChoices(paper, names, duplex or "", known)
    choices.layouts(load_paper(paper))
    return choices


def tell_deliveries(deliveries: Sequence[Delivery], folder: Path) -> int:
    """Say where each delivery is and what preflight finds in it; 1 if it finds anything."""
    from builder.press.preflight.run import preflight_delivery
    from builder.terminal.preflight_text import report_text

    code = 0
    for delivery in deliveries:
        path = folder / delivery.path
        report = preflight_delivery(delivery, folder)
        click.echo(f"{delivery.part.lower()} for a print service: {path}")
        click.echo(report_text(report, str(path), delivery.layout.sheet.title))
        code = max(code, 1 if report.findings else 0)
    return code
