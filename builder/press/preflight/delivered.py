"""Preflight of what was just made for a service, whose pictures were drawings a moment ago."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from builder.press.pages.faces import face_pages
from builder.press.pdf.pdf import boxed_pdf
from builder.press.pdf.typeset import About
from builder.press.preflight.finding import Report
from builder.press.preflight.run import preflight, preflight_faces
from builder.press.services.delivery import Delivery
from builder.press.services.sheet import FileKind


def preflight_delivery(delivery: Delivery, folder: Path) -> Report:
    """Check a delivery in the folder of its kit.

    Pictures are checked for their pixels; the safe zone and the bleed inside them are measured on the same
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
    drawn = preflight_faces(boxed_pdf(pages, About(delivery.part, (), "")), sheet)
    return Report((*report.findings, *drawn.findings), (), report.looked_at)
