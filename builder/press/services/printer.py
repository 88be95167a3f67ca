"""Printer profiles, which state how far backs are offset: one YAML file per printer in the user's folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from builder.press.pages.paper import Paper
from rulesdb import BrainbugError, DataError
from rulesdb.files.writing import write_file
from rulesdb.nearest import nearest
from rulesdb.schemas import SchemaSet
from rulesdb.yaml_source import load_yaml

Shift = tuple[float, float]
SUFFIX = ".yaml"
_HEAD = "# mm that backs are moved right and down, read on brainbug's calibration pages.\n"


class PrinterError(BrainbugError):
    """A printer is unknown, or has not been measured for the pages to print."""


@dataclass(frozen=True, slots=True)
class Printer:
    """A measured printer: how far backs are moved right and down, in mm, by the orientation of the page.

    None means that an orientation has not been measured.
    """

    name: str
    duplex: str
    upright: Shift | None = None
    on_its_side: Shift | None = None

    def offset(self, page: Paper) -> Shift | None:
        """The shift for pages of this orientation; None if it has not been measured."""
        return self.upright if page.height >= page.width else self.on_its_side

    def shift(self, page: Paper) -> Shift:
        """The shift of the back of a page.

        Raises:
            PrinterError: pages of this orientation have not been measured.
        """
        shift = self.offset(page)
        if shift is None:
            is_upright = page.height >= page.width
            way = "upright pages" if is_upright else "pages on their side"
            option = "--upright" if is_upright else "--on-its-side"
            raise PrinterError(
                f"printer {self.name} has not been measured for {way}: print the calibration pages of "
                f"`brainbug printer calibration`, then `brainbug printer set {self.name} {option} X,Y`"
            )
        return shift


def printer_names(folder: Path) -> tuple[str, ...]:
    """The printers that have a profile in a folder; none if there is no such folder."""
    return tuple(sorted(path.stem for path in folder.glob(f"*{SUFFIX}")))


def load_printer(folder: Path, name: str) -> Printer:
    """A printer's profile.

    Raises:
        PrinterError: there is none of that name.
        DataError: the file cannot be read, or is not a profile; with line and column.
    """
    names = printer_names(folder)
    if name not in names:
        hint = f"; saved printers: {', '.join(nearest(name, names) or names)}" if names else ""
        raise PrinterError(
            f"no printer {name!r}{hint}; measure one with `brainbug printer calibration -o FILE`, "
            "then `brainbug printer set NAME --upright X,Y`"
        )
    source = load_yaml(folder / f"{name}{SUFFIX}")
    problems = SchemaSet().check(source, "printer").problems
    if problems:
        raise DataError(problems, source.text)
    data = source.data
    upright, on_its_side = (
        (float(data[key][0]), float(data[key][1])) if key in data else None
        for key in ("upright", "on_its_side")
    )
    return Printer(data["name"], data["duplex"], upright, on_its_side)


def write_printer(folder: Path, printer: Printer) -> Path:
    """Write a profile, replacing an older one; returns its path.

    Raises:
        OutputError: it cannot be written.
    """
    lines = [f"name: {printer.name}", f"duplex: {printer.duplex}"]
    for key, shift in (("upright", printer.upright), ("on_its_side", printer.on_its_side)):
        if shift is not None:
            lines.append(f"{key}: [{shift[0]:g}, {shift[1]:g}]")
    path = folder / f"{printer.name}{SUFFIX}"
    write_file(path, _HEAD + "\n".join(lines) + "\n", force=True)
    return path


def remove_printer(folder: Path, name: str) -> Path:
    """Delete a profile; returns its former path.

    Raises:
        PrinterError: there is none of that name, or it cannot be deleted.
    """
    if name not in printer_names(folder):
        raise PrinterError(f"no printer {name!r}")
    path = folder / f"{name}{SUFFIX}"
    try:
        path.unlink()
    except OSError as error:
        raise PrinterError(f"cannot delete {path}: {error.strerror or error}") from error
    return path
