"""The options for the sheets that cards and counters are printed on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.press.pages.layout import KINDS, Layout
from builder.press.pages.paper import Paper
from builder.press.services.printer import Printer
from builder.press.services.sheet import Duplex, Sheet, Sides
from builder.press.services.sheet_file import load_sheet
from rulesdb import InputError


@dataclass(frozen=True, slots=True)
class SheetChoices:
    """Sheets by name or file, the edge over which they are flipped, and a measured printer.

    ``home`` is the sheet of the kit's own paper, for pieces without another sheet. An empty ``duplex`` means
    that of the printer, or else that of the sheet.
    """

    home: str = ""
    sheets: tuple[str, ...] = ()
    duplex: str = ""
    printer: Printer | None = None

    def options(self) -> list[str]:
        """The options that differ from the defaults, as arguments of ``brainbug build``.

        >>> SheetChoices(sheets=("mini-cards",), duplex="short").options()
        ['--sheet mini-cards', '--duplex short']
        """
        options = [f"--sheet {name}" for name in self.sheets]
        options += [f"--duplex {self.duplex}"] if self.duplex else []
        return options + ([f"--printer {self.printer.name}"] if self.printer is not None else [])

    def layouts(self, paper: Paper) -> Mapping[str, Layout]:
        """The layout of each kind of pieces; all other pages are on ``paper``.

        Sheets of print services ignore the duplex and the printer.

        Raises:
            InputError: two sheets are for the same pieces, or the printer turns sheets over another edge.
            UnknownEntry: there is no sheet with a name.
            DataError: a file does not describe a sheet.
        """
        self._check_printer()
        plain = Sheet(paper.name, paper.title, paper, registration=Sides.BOTH)
        home = load_sheet(self.home) if self.home else plain
        chosen = dict.fromkeys(KINDS, home)
        for sheet in map(load_sheet, self.sheets):
            for kind in sheet.pieces or KINDS:
                if chosen[kind] is not home:
                    names = f"{chosen[kind].name} and {sheet.name}"
                    raise InputError(f"{names} are both for {kind}; give one of them")
                chosen[kind] = sheet
        return {kind: self._layout(sheet) for kind, sheet in chosen.items()}

    def _check_printer(self) -> None:
        printer = self.printer
        if printer is not None and self.duplex in ("long", "short") and self.duplex != printer.duplex:
            raise InputError(
                f"printer {printer.name} was measured turning over the {printer.duplex} edge; "
                f"leave out --duplex {self.duplex}, or measure it for that edge"
            )

    def _layout(self, sheet: Sheet) -> Layout:
        if sheet.file is not None:
            return Layout(sheet, sheet.paper, sheet.duplex)
        default = self.printer.duplex if self.printer is not None else sheet.duplex
        return Layout(sheet, sheet.paper, Duplex(self.duplex or default), self.printer)
