"""Preflight of a PDF, an image, a folder of images, or files that were just written for a print service."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from builder.press.pages.imposition import face_pages
from builder.press.pdf.pdf import boxed_pdf
from builder.press.pdf.png import SIGNATURE
from builder.press.pdf.typeset import About
from builder.press.preflight.document import preflight_faces, preflight_pdf
from builder.press.preflight.finding import Notebook, PreflightError, Report
from builder.press.preflight.image import preflight_png
from builder.press.services.delivery import Delivery
from builder.press.services.sheet import FileKind, Sheet, Side
from builder.processes import Exhausted, run_bounded
from rulesdb.files.folders import files_in
from rulesdb.files.reading import MIB, read_file

MAX_BYTES = 256 * MIB


def preflight(path: Path, sheet: Sheet) -> Report:
    """Check a PDF, a PNG, or every PNG of a folder against a sheet.

    Raises:
        PreflightError: there is nothing at ``path`` that can be checked within the limits of time and memory.
    """
    if path.is_dir():
        return _preflight_folder(path, sheet)
    data = _read(path)
    if data.startswith(SIGNATURE):
        return preflight_png(data, sheet, path.name)
    if not data.startswith(b"%PDF"):
        raise PreflightError(f"{path} is neither a PDF nor a PNG")
    try:
        return run_bounded(preflight_pdf, data, sheet)
    except Exhausted as error:
        message = f"{path} cannot be checked: {error}; split it, or save it again in another program"
        raise PreflightError(message) from error


def preflight_delivery(delivery: Delivery, folder: Path) -> Report:
    """Check a delivery in the folder of its kit.

    Images are checked for their pixels; the safe zone and the bleed inside them are measured on the same
    faces set as pages.

    Raises:
        PreflightError: a file cannot be read.
    """
    sheet, path = delivery.layout.sheet, folder / delivery.path
    if sheet.file is not FileKind.PNG:
        return preflight_pdf(_read(path), sheet)
    report = _preflight_folder(path, sheet)
    pieces = [replace(piece, copies=1) for piece in delivery.pieces]
    pages = face_pages(delivery.part, pieces, delivery.layout, delivery.context)
    faces = preflight_faces(boxed_pdf(pages, About(delivery.part, (), "")), sheet)
    return Report((*report.findings, *faces.findings), (), report.looked_at)


def _read(path: Path) -> bytes:
    try:
        return read_file(path, MAX_BYTES)
    except OSError as error:
        raise PreflightError(f"cannot read {path}: {error.strerror or error}") from error


def _preflight_folder(folder: Path, sheet: Sheet) -> Report:
    """Check every image of a folder, and that each front has its back."""
    notes = Notebook(sheet)
    images = files_in(
        folder, ".png", lambda path, reason: notes.leave(f"{path.name}, which is {reason}"), below=False
    )
    if not images:
        raise PreflightError(f"{folder} contains no PNG; use a PDF, or the folder with the faces")
    pairs: dict[str, set[str]] = {}
    for path in images:
        stem, _, side = path.stem.rpartition("-")
        pairs.setdefault(stem or path.stem, set()).add(side)
    for stem, sides in pairs.items():
        for side in Side:
            if side not in sides:
                notes.add(
                    "pair", stem, f"the {side} is missing", "order", "each piece has a front and a back"
                )
    reports = [preflight_png(_read(path), sheet, path.name) for path in images]
    reports.append(notes.report(""))
    return Report(
        tuple(finding for report in reports for finding in report.findings),
        tuple(dict.fromkeys(what for report in reports for what in report.unmeasured)),
        f"{len(images)} images",
    )
