"""Preflight of a PDF, an image, a folder of images, or what was just made for a print service."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pypdfium2.raw as raw

from builder.press.pages.imposition import face_pages
from builder.press.pdf.pdf import boxed_pdf
from builder.press.pdf.png import SIGNATURE, png_resolution, png_size
from builder.press.pdf.typeset import About
from builder.press.preflight.colors import check_colors
from builder.press.preflight.finding import Notebook, Report
from builder.press.preflight.geometry import check_geometry
from builder.press.preflight.standard import check_standard
from builder.press.services.delivery import Delivery
from builder.press.services.sheet import FileKind, Sheet, Side
from rulesdb import BrainbugError
from rulesdb.files.folders import files_in
from rulesdb.files.reading import MIB, read_file

MAX_BYTES = 256 * MIB


class PreflightError(BrainbugError):
    """A file cannot be read, or is not of a kind that can be checked."""


def preflight(path: Path, sheet: Sheet) -> Report:
    """Check a PDF, a PNG, or every PNG of a folder against a sheet.

    Raises:
        PreflightError: there is nothing at ``path`` that can be checked.
    """
    if path.is_dir():
        return _preflight_folder(path, sheet)
    try:
        data = read_file(path, MAX_BYTES)
    except OSError as error:
        raise PreflightError(f"cannot read {path}: {error.strerror or error}") from error
    if data.startswith(b"%PDF"):
        return preflight_pdf(data, sheet)
    if data.startswith(SIGNATURE):
        return preflight_png(data, sheet, path.name)
    raise PreflightError(f"{path} is neither a PDF nor a PNG")


def preflight_delivery(delivery: Delivery, folder: Path) -> Report:
    """Check a delivery in the folder of its kit.

    Images are checked for their pixels; the safe zone and the bleed inside them are measured on the same
    faces set as pages.

    Raises:
        PreflightError: a file cannot be read.
    """
    sheet = delivery.layout.sheet
    report = preflight(folder / delivery.path, sheet)
    if sheet.file is not FileKind.PNG:
        return report
    pieces = [replace(piece, copies=1) for piece in delivery.pieces]
    pages = face_pages(delivery.part, pieces, delivery.layout, delivery.context)
    faces = preflight_faces(boxed_pdf(pages, About(delivery.part, (), "")), sheet)
    return Report((*report.findings, *faces.findings), (), report.looked_at)


def preflight_pdf(data: bytes, sheet: Sheet) -> Report:
    """Check a PDF: boxes, safe zone, resolution, color, ink, order, and the standard that it must meet.

    Raises:
        PreflightError: the file cannot be read as a PDF.
    """
    notes = Notebook(sheet)
    if sheet.file is FileKind.PNG:
        notes.add("file", "file", "the file is a PDF", "file", "it should be one image per face")
    try:
        with pikepdf.open(io.BytesIO(data)) as document, pypdfium2.PdfDocument(data) as rendered:
            check_standard(document, notes)
            for number, page in enumerate(document.pages, 1):
                _check_page(page, rendered[number - 1], f"page {number}", notes)
                check_colors(page, f"page {number}", notes)
            _check_order(document, sheet, notes)
            count = len(document.pages)
    except (pikepdf.PdfError, pypdfium2.PdfiumError) as error:
        raise PreflightError(f"the PDF cannot be read: {error}") from error
    return notes.report(f"{count} page{'' if count == 1 else 's'}")


def preflight_faces(data: bytes, sheet: Sheet) -> Report:
    """Check pages that are faces, whatever their file: boxes, safe zone, art, resolution."""
    notes = Notebook(sheet)
    with pikepdf.open(io.BytesIO(data)) as document, pypdfium2.PdfDocument(data) as rendered:
        for number, page in enumerate(document.pages, 1):
            _check_page(page, rendered[number - 1], f"face {number}", notes)
        return notes.report(f"{len(document.pages)} faces")


def _check_page(page: pikepdf.Page, rendered: Any, where: str, notes: Notebook) -> None:
    check_geometry(page, rendered, where, notes)
    for image in rendered.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE]):
        about = image.get_metadata()
        dots = min(about.horizontal_dpi, about.vertical_dpi)
        _check_resolution(dots, where, f"an image of {dots:.0f} dots per inch", notes)


def _check_resolution(dots: float, where: str, message: str, notes: Notebook) -> None:
    required = notes.sheet.resolution
    if required is not None and dots < required - 0.5:
        notes.add("resolution", where, message, "resolution", f"at least {required:g}")


def _check_order(document: pikepdf.Pdf, sheet: Sheet, notes: Notebook) -> None:
    """Note sides that do not alternate, judged by the names of the pages."""
    if sheet.file is None or (sheet.paper is None and sheet.face is None):
        return
    count = len(document.pages)
    order = f"{sheet.order[0]}, {sheet.order[1]}, {sheet.order[0]}, {sheet.order[1]} and so on"
    if count % 2:
        notes.add("page-order", "file", f"{count} pages are not pairs of sides", "order", order)
    sides = [_side_of(str(page.label)) for page in document.pages] if "/PageLabels" in document.Root else []
    if len(sides) != count or None in sides:
        notes.leave("the order of sides, because the page labels do not state it")
        return
    for number, side in enumerate(sides):
        if side is not sheet.order[number % 2]:
            notes.add("page-order", f"page {number + 1}", f"this is a {side}", "order", order)


def _side_of(label: str) -> Side | None:
    word = label.split(" ")[0].lower().rstrip("s")
    return Side(word) if word in set(Side) else None


def preflight_png(data: bytes, sheet: Sheet, name: str) -> Report:
    """Check an image of a face: its pixels and its resolution."""
    notes = Notebook(sheet)
    if sheet.file is not FileKind.PNG:
        notes.add("file", name, "the file is a PNG", "file", f"it should be {sheet.file or 'a pdf'}")
        return notes.report(name)
    size, required = png_size(data), sheet.pixels or sheet.face_pixels
    if required is not None and size != required:
        expected = f"{required[0]} × {required[1]} with the bleed"
        notes.add("pixels", name, f"{size[0]} × {size[1]} pixels", "pixels", expected)
    dots = png_resolution(data)
    if dots is not None:
        _check_resolution(dots, name, f"{dots:.0f} dots per inch", notes)
    notes.leave("the safe zone and the bleed inside images")
    return notes.report(name)


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
    reports = [preflight_png(read_file(path, MAX_BYTES), sheet, path.name) for path in images]
    reports.append(notes.report(""))
    return Report(
        tuple(finding for report in reports for finding in report.findings),
        tuple(dict.fromkeys(what for report in reports for what in report.unmeasured)),
        f"{len(images)} images",
    )
