"""Printer profiles in the user's own folder, one YAML file a printer."""

from __future__ import annotations

from pathlib import Path

from builder.press.services.printer import Printer, PrinterError
from rulesdb import DataError
from rulesdb.nearest import nearest
from rulesdb.schemas import SchemaSet
from rulesdb.yaml_source import load_yaml

SUFFIX = ".yaml"
_HEAD = "# mm that backs are moved right and down, read on brainbug's calibration pages.\n"


def printer_names(folder: Path) -> tuple[str, ...]:
    """The printers that have a profile in a folder, which need not exist."""
    return tuple(sorted(path.stem for path in folder.glob(f"*{SUFFIX}")))


def load_printer(folder: Path, name: str) -> Printer:
    """A printer's profile.

    Raises:
        PrinterError: there is none of that name.
        DataError: the file cannot be read, or is no profile; with line and column.
    """
    names = printer_names(folder)
    if name not in names:
        hint = f"; there is {', '.join(nearest(name, names) or names)}" if names else ""
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
    """Write a profile, in place of an older one; returns its path.

    Raises:
        PrinterError: the folder cannot be written.
    """
    lines = [f"name: {printer.name}", f"duplex: {printer.duplex}"]
    for key, shift in (("upright", printer.upright), ("on_its_side", printer.on_its_side)):
        if shift is not None:
            lines.append(f"{key}: [{shift[0]:g}, {shift[1]:g}]")
    path = folder / f"{printer.name}{SUFFIX}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(_HEAD + "\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    except OSError as error:
        raise PrinterError(f"cannot write {path}: {error.strerror or error}") from error
    return path


def remove_printer(folder: Path, name: str) -> Path:
    """Delete a profile; returns where it was.

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
