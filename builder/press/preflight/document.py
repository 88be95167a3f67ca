"""Preflight of a PDF of any origin, even a damaged one."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pikepdf
import pypdfium2
import pypdfium2.raw as raw

from builder.press.preflight.colors import ColorCheck
from builder.press.preflight.finding import Notebook, PreflightError, Report
from builder.press.preflight.geometry import check_geometry
from builder.press.preflight.image import check_resolution
from builder.press.preflight.standard import check_standard
from builder.press.services.sheet import FileKind, Sheet, Side


def preflight_pdf(data: bytes, sheet: Sheet) -> Report:
    """Check a PDF: boxes, safe zone, resolution, color, ink, order, and the standard that it must meet.

    Raises:
        PreflightError: the file cannot be read as a PDF.
    """
    notes = Notebook(sheet)
    if sheet.file is FileKind.PNG:
        notes.add("file", "file", "the file is a PDF", "file", "it should be one image per face")
    colors = ColorCheck(notes)
    with _opened(data) as (document, rendered):
        pages = list(document.pages)
        check_standard(document, pages, notes)
        for number, page in enumerate(pages, 1):
            _check_page(page, rendered, number, f"page {number}", notes)
            colors.check(page, f"page {number}")
        with notes.reading("file", "the order of its pages"):
            _check_order(document, sheet, notes)
    return notes.report(f"{len(pages)} page{'' if len(pages) == 1 else 's'}")


def preflight_faces(data: bytes, sheet: Sheet) -> Report:
    """Check pages that are faces, of any file: boxes, safe zone, art, resolution."""
    notes = Notebook(sheet)
    with _opened(data) as (document, rendered):
        pages = list(document.pages)
        for number, page in enumerate(pages, 1):
            _check_page(page, rendered, number, f"face {number}", notes)
    return notes.report(f"{len(pages)} faces")


@contextmanager
def _opened(data: bytes) -> Iterator[tuple[pikepdf.Pdf, pypdfium2.PdfDocument]]:
    """A PDF with at least one page, opened with both libraries."""
    with ExitStack() as stack:
        try:
            document = stack.enter_context(pikepdf.open(io.BytesIO(data)))
            if not list(document.pages):
                raise PreflightError("the PDF has no pages")
            rendered = stack.enter_context(pypdfium2.PdfDocument(data))
        except (MemoryError, PreflightError):
            raise
        except pikepdf.PasswordError as error:
            raise PreflightError("the PDF requires a password; save it without one") from error
        except Exception as error:
            # Damage raises errors of many types. pikepdf names the object in memory that it reads from.
            reason = re.sub(r"\Astream <.*?>: ", "", str(error))
            raise PreflightError(f"the PDF cannot be read: {reason}") from error
        yield document, rendered


def _check_page(
    page: pikepdf.Page, document: pypdfium2.PdfDocument, number: int, where: str, notes: Notebook
) -> None:
    with notes.reading(where, "what is on it"):
        rendered = document[number - 1]
        check_geometry(page, rendered, where, notes)
        for image in rendered.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE]):
            about = image.get_metadata()
            dots = min(about.horizontal_dpi, about.vertical_dpi)
            check_resolution(dots, where, f"an image of {dots:.0f} dots per inch", notes)


def _check_order(document: pikepdf.Pdf, sheet: Sheet, notes: Notebook) -> None:
    """Report sides that do not alternate according to the page labels."""
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
