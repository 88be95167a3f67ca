"""Preflight of a PDF, a picture, or a folder of pictures."""

from __future__ import annotations

import io
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.press.preflight.colors import check_colors
from builder.press.preflight.finding import Notebook, Report, joined
from builder.press.preflight.geometry import (
    boxes_of,
    check_art,
    check_boxes,
    check_safe_zone,
    faces_on,
    texts_of,
)
from builder.press.preflight.standard import check_standard
from builder.press.services.sheet import FileKind, Sheet, Side
from rulesdb import BrainbugError

if TYPE_CHECKING:
    import pikepdf

_PNG = b"\x89PNG\r\n\x1a\n"
_INCH = 0.0254


class PreflightError(BrainbugError):
    """A file cannot be read, or is of no kind that can be checked."""


def preflight(path: Path, sheet: Sheet) -> Report:
    """Check a PDF, a PNG, or every PNG of a folder against a sheet.

    Raises:
        PreflightError: there is nothing at ``path`` that can be checked.
    """
    if path.is_dir():
        return _folder(path, sheet)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PreflightError(f"cannot read {path}: {error.strerror or error}") from error
    if data.startswith(b"%PDF"):
        return preflight_pdf(data, sheet)
    if data.startswith(_PNG):
        return preflight_png(data, sheet, path.name)
    raise PreflightError(f"{path} is neither a PDF nor a PNG")


def preflight_pdf(data: bytes, sheet: Sheet) -> Report:
    """Check a PDF: boxes, safe zone, resolution, color, ink, order, and what its standard asks.

    Raises:
        PreflightError: the file cannot be read as a PDF.
    """
    import pikepdf
    import pypdfium2

    notes = Notebook(sheet)
    if sheet.file is FileKind.PNG:
        message = "one picture a face is wanted"
        notes.add("file", "file", "the file is a PDF", "file", message)
    try:
        with pikepdf.open(io.BytesIO(data)) as document, pypdfium2.PdfDocument(data) as rendered:
            check_standard(document, sheet, notes)
            for number, page in enumerate(document.pages, 1):
                where = f"page {number}"
                boxes = boxes_of(page)
                check_boxes(boxes, sheet, where, notes)
                seen = rendered[number - 1]
                texts = list(texts_of(seen, boxes.height))
                check_safe_zone(texts, faces_on(boxes, sheet), sheet, where, notes)
                check_art(seen, boxes, sheet, where, notes)
                _check_resolution(seen, sheet, where, notes)
                check_colors(page, sheet, where, notes)
            _check_order(document, sheet, notes)
            count = len(document.pages)
    except (pikepdf.PdfError, pypdfium2.PdfiumError) as error:
        raise PreflightError(f"the PDF cannot be read: {error}") from error
    return notes.report(f"{count} page{'' if count == 1 else 's'}")


def preflight_faces(data: bytes, sheet: Sheet) -> Report:
    """Check pages that are faces for what counts wherever they go: safe zone, art, resolution."""
    import pikepdf
    import pypdfium2

    notes = Notebook(sheet)
    with pikepdf.open(io.BytesIO(data)) as document, pypdfium2.PdfDocument(data) as rendered:
        for number, page in enumerate(document.pages):
            boxes, seen, where = boxes_of(page), rendered[number], f"face {number + 1}"
            check_boxes(boxes, sheet, where, notes)
            check_safe_zone(list(texts_of(seen, boxes.height)), faces_on(boxes, sheet), sheet, where, notes)
            check_art(seen, boxes, sheet, where, notes)
            _check_resolution(seen, sheet, where, notes)
        count = len(document.pages)
    return notes.report(f"{count} faces")


def _check_resolution(page: Any, sheet: Sheet, where: str, notes: Notebook) -> None:
    import pypdfium2.raw as raw

    if sheet.resolution is None:
        return
    for picture in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE]):
        about = picture.get_metadata()
        dots = min(about.horizontal_dpi, about.vertical_dpi)
        if dots < sheet.resolution - 0.5:
            message = f"a picture of {dots:.0f} dots to the inch"
            notes.add("resolution", where, message, "resolution", f"at least {sheet.resolution:g}")


def _check_order(document: pikepdf.Pdf, sheet: Sheet, notes: Notebook) -> None:
    """Sides in turn, as the names of the pages say."""
    if sheet.file is None or (sheet.paper is None and sheet.face is None):
        return
    count = len(document.pages)
    order = f"{sheet.order[0]}, {sheet.order[1]}, {sheet.order[0]}, {sheet.order[1]} and so on"
    if count % 2:
        notes.add("page-order", "file", f"{count} pages are no pairs of sides", "order", order)
    sides = [_side_of(label) for label in _labels(document)]
    if len(sides) != count or None in sides:
        notes.leave("the order of sides, as the pages have no names that tell")
        return
    for number, side in enumerate(sides):
        if side is not sheet.order[number % 2]:
            notes.add("page-order", f"page {number + 1}", f"a {side} stands here", "order", order)


def _labels(document: pikepdf.Pdf) -> list[str]:
    return [str(page.label) for page in document.pages] if "/PageLabels" in document.Root else []


def _side_of(label: str) -> Side | None:
    word = label.split(" ")[0].lower().rstrip("s")
    return Side(word) if word in set(Side) else None


def preflight_png(data: bytes, sheet: Sheet, name: str) -> Report:
    """Check a picture of a face: its pixels and its resolution."""
    notes = Notebook(sheet)
    if sheet.file is not FileKind.PNG:
        notes.add("file", name, "the file is a PNG", "file", f"{sheet.file or 'a pdf'} is wanted")
        return notes.report(name)
    width, height = struct.unpack(">II", data[16:24])
    wanted = sheet.pixels or _pixels(sheet)
    if wanted is not None and (width, height) != wanted:
        size_text = f"{width} × {height} pixels"
        notes.add("pixels", name, size_text, "pixels", f"{wanted[0]} × {wanted[1]} with the bleed")
    dots = _resolution(data)
    if sheet.resolution is not None and dots is not None and dots < sheet.resolution - 0.5:
        size_text = f"{dots:.0f} dots to the inch"
        notes.add("resolution", name, size_text, "resolution", f"at least {sheet.resolution:g}")
    notes.leave("the safe zone and the bleed inside pictures")
    return notes.report(name)


def _pixels(sheet: Sheet) -> tuple[int, int] | None:
    if sheet.face is None or sheet.resolution is None:
        return None
    dots, bleed = sheet.resolution / 25.4, sheet.bleed or 0.0
    return round((sheet.face[0] + 2 * bleed) * dots), round((sheet.face[1] + 2 * bleed) * dots)


def _resolution(data: bytes) -> float | None:
    """Dots to the inch that a PNG says it has; None if it does not."""
    at = len(_PNG)
    while at + 12 <= len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"pHYs" and length == 9:
            across, down, unit = struct.unpack(">IIB", data[at + 8 : at + 17])
            return float(min(across, down) * _INCH) if unit == 1 else None
        if kind == b"IDAT":
            return None
        at += 12 + length
    return None


def _folder(folder: Path, sheet: Sheet) -> Report:
    """Every picture of a folder, and that each front has its back."""
    pictures = sorted(folder.glob("*.png"))
    if not pictures:
        raise PreflightError(f"{folder} holds no PNG; give a PDF, or the folder with the faces")
    notes = Notebook(sheet)
    reports = [preflight_png(path.read_bytes(), sheet, path.name) for path in pictures]
    for stem, sides in _pairs(pictures).items():
        for side in Side:
            if side not in sides:
                notes.add("pair", stem, f"there is no {side}", "order", "each piece has a front and a back")
    report = joined([*reports, notes.report("")])
    return Report(report.findings, report.unmeasured, f"{len(pictures)} pictures")


def _pairs(pictures: Sequence[Path]) -> dict[str, set[str]]:
    pairs: dict[str, set[str]] = {}
    for path in pictures:
        stem, _, side = path.stem.rpartition("-")
        pairs.setdefault(stem or path.stem, set()).add(side)
    return pairs
