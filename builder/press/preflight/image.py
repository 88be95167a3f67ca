"""Preflight of one image file, and of the resolution of any image."""

from __future__ import annotations

from builder.press.pdf.png import png_defect, png_resolution, png_size
from builder.press.preflight.finding import Notebook, Report
from builder.press.services.sheet import FileKind, Sheet


def preflight_png(data: bytes, sheet: Sheet, name: str) -> Report:
    """Check an image of a face: its pixels and its resolution."""
    notes = Notebook(sheet)
    if sheet.file is not FileKind.PNG:
        notes.add("file", name, "the file is a PNG", "file", f"it should be {sheet.file or 'a pdf'}")
        return notes.report(name)
    defect = png_defect(data)
    if defect:
        notes.add_damage(name, f"the image is damaged: {defect}")
        return notes.report(name)
    size, required = png_size(data), sheet.pixels or sheet.face_pixels
    if required is not None and size != required:
        expected = f"{required[0]} × {required[1]} with the bleed"
        notes.add("pixels", name, f"{size[0]} × {size[1]} pixels", "pixels", expected)
    dots = png_resolution(data)
    if dots is not None:
        check_resolution(dots, name, f"{dots:.0f} dots per inch", notes)
    notes.leave("the safe zone and the bleed inside images")
    return notes.report(name)


def check_resolution(dots: float, where: str, message: str, notes: Notebook) -> None:
    """Report an image with fewer dots per inch than the sheet requires."""
    required = notes.sheet.resolution
    if required is not None and dots < required - 0.5:
        notes.add("resolution", where, message, "resolution", f"at least {required:g}")
