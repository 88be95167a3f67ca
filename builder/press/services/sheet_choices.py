"""The options for the sheets that cards and counters are printed on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from builder.press.pages.layout import KINDS, Layout, home_layouts
from builder.press.pages.paper import Paper
from builder.press.services.printer import Printer
from builder.press.services.sheet import Duplex, Sheet
from builder.press.services.sheet_file import load_sheet
from rulesdb import InputError


@dataclass(frozen=True, slots=True)
class SheetChoices:
    """Sheets by name or file, how they are turned over, and a measured printer.

    ``home`` is the sheet of the kit's own paper, which takes the pieces that no other sheet is for. An empty
    ``duplex`` leaves it to the printer, or else to the sheet.
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
        """The layout of each kind of pieces, where every other page is on ``paper``.

        A service is handed what its sheet says: how a home printer turns and shifts does not concern it.

        Raises:
            InputError: two sheets are for the same pieces, or the printer turns sheets over another edge.
            UnknownEntry: there is no sheet of a name.
            DataError: a file does not describe a sheet.
        """
        self._check_printer()
        home = load_sheet(self.home) if self.home else home_layouts(paper)[KINDS[0]].sheet
        chosen = dict.fromkeys(KINDS, home)
        taken: dict[str, str] = {}
        for sheet in map(load_sheet, self.sheets):
            for kind in sheet.pieces or KINDS:
                if kind in taken:
                    raise InputError(f"{taken[kind]} and {sheet.name} are both for {kind}; give one of them")
                taken[kind], chosen[kind] = sheet.name, sheet
        return {kind: self._layout(sheet) for kind, sheet in chosen.items()}

    def _check_printer(self) -> None:
        printer = self.printer
        if printer is not None and self.duplex in ("long", "short") and self.duplex != printer.duplex:
            raise InputError(
                f"printer {printer.name} was measured turning over the {printer.duplex} edge; "
                f"leave out --duplex {self.duplex}, or measure it so"
            )

    def _layout(self, sheet: Sheet) -> Layout:
        if sheet.file is not None:
            return Layout(sheet, sheet.paper, sheet.duplex)
        usual = self.printer.duplex if self.printer is not None else sheet.duplex
        return Layout(sheet, sheet.paper, Duplex(self.duplex or usual), self.printer)
