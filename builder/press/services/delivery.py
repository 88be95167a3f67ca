"""Files for a print service: one PDF, or one image for each face, in a folder named for the service."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from builder.draw.pieces.piece import Piece
from builder.draw.surface.context import DrawingContext
from builder.press.pages.imposition import draw_face, face_pages, impose
from builder.press.pages.layout import Layout
from builder.press.pages.leaves import numbered
from builder.press.pages.page import Page
from builder.press.pdf.pdf import boxed_pdf, pdf_bytes
from builder.press.pdf.pdfx import press_ready
from builder.press.pdf.png import pixels_listed, png_images
from builder.press.pdf.typeset import About
from builder.press.services.sheet import FileKind, Side

_ALL_INK = 400.0
_USUAL_DPI = 300


@dataclass(frozen=True, slots=True)
class Delivery:
    """Pieces of one kind for one service; ``part`` is the part of the kit, as in Cards."""

    part: str
    layout: Layout
    pieces: tuple[Piece, ...]
    footer: str
    context: DrawingContext

    @property
    def folder(self) -> str:
        """The folder of its files."""
        return self.layout.sheet.name

    @property
    def path(self) -> str:
        """Its PDF, or the folder of its images."""
        if self.layout.sheet.file is FileKind.PNG:
            return self.folder
        return f"{self.folder}/{self.part.lower()}.pdf"

    @property
    def steps(self) -> int:
        """The number of its files."""
        return 2 * len(self.pieces) if self.layout.sheet.file is FileKind.PNG else 1


@dataclass(frozen=True, slots=True)
class DeliveryFile:
    """A file for the service: its path in the delivery's folder, its bytes, and its entry in a manifest."""

    path: str
    data: bytes
    about: dict[str, Any]


def delivery_files(delivery: Delivery, about: About) -> Iterator[DeliveryFile]:
    """Every file of a delivery.

    Raises:
        PressError: a drawing cannot be converted to what the service takes.
    """
    sheet = delivery.layout.sheet
    if sheet.file is FileKind.PNG:
        yield from _images(delivery)
        return
    pages = delivery_pages(delivery)
    if sheet.file is FileKind.PDF_X:
        data = press_ready(boxed_pdf(pages, about), sheet.ink_limit or _ALL_INK, _page_names(pages))
    else:
        data = pdf_bytes(pages, about, _page_names(pages))
    path = f"{delivery.part.lower()}.pdf"
    yield DeliveryFile(path, data, {"part": delivery.part, "title": about.title, "pages": len(pages)})


def delivery_pages(delivery: Delivery) -> list[Page]:
    """The pages of a delivery: sheets of pieces, or a page a face."""
    part, layout, context = delivery.part, delivery.layout, delivery.context
    if layout.paper is None:
        return face_pages(part, delivery.pieces, layout, context)
    return numbered(impose(part, part, delivery.pieces, layout, delivery.footer, context), context)


def _page_names(pages: Sequence[Page]) -> list[str]:
    """``back 1``, ``front 1``, ``back 2`` …, for a reader to show instead of page numbers."""
    counts: Counter[str] = Counter()
    names = []
    for page in pages:
        side = str(Side.BACK if page.drawing.name.endswith(("-back", "-backs")) else Side.FRONT)
        counts[side] += 1
        names.append(f"{side} {counts[side]}")
    return names


def _images(delivery: Delivery) -> Iterator[DeliveryFile]:
    """An image of each side of each piece; the manifest has the number of copies."""
    sheet = delivery.layout.sheet
    dpi = round(sheet.resolution or _USUAL_DPI)
    for number, piece in enumerate(delivery.pieces, 1):
        drawings = (draw_face(piece, side, delivery.layout, delivery.context) for side in sheet.order)
        for side, image in zip(sheet.order, png_images(drawings, dpi), strict=True):
            about = {
                "part": delivery.part,
                "title": piece.front.title,
                "side": str(side),
                "copies": piece.copies,
            }
            path = f"{number:03d}-{piece.name}-{side}.png"
            yield DeliveryFile(path, image, about | pixels_listed(image, dpi))
