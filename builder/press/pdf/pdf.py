"""Pages as one PDF: vector, exact size, fonts embedded, the same bytes for the same pages."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from builder.press.pages.page import Box, Page
from builder.press.pdf.typeset import About, Leaf, typeset_pdf
from rulesdb import __version__

if TYPE_CHECKING:
    import pikepdf

_POINT = 72 / 25.4


def pdf_bytes(pages: Sequence[Page], about: About, names: Sequence[str] = ()) -> bytes:
    """One PDF with a page for each of ``pages``: bookmarks and page labels by part, and page boxes.

    It is tagged, and keeps to PDF/A-2a and PDF/UA-1. ``names`` are labels of the pages' own.
    """
    import pikepdf

    data = typeset_pdf([Leaf(page.drawing) for page in pages], about)
    with pikepdf.open(io.BytesIO(data)) as document:
        _set_boxes(document, pages)
        _add_bookmarks(document, pages)
        if names:
            name_pages(document, names)
        else:
            _add_labels(document, pages)
        # That nothing is suspect goes without saying, and poppler takes it for an error when it is said.
        del document.Root.MarkInfo.Suspects
        _sign(document, about)
        out = io.BytesIO()
        document.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def boxed_pdf(pages: Sequence[Page], about: About) -> bytes:
    """A plain PDF 1.4 of the pages with their boxes, for what is made ready for the press afterwards."""
    import pikepdf

    data = typeset_pdf([Leaf(page.drawing) for page in pages], about, plain=True)
    with pikepdf.open(io.BytesIO(data)) as document:
        _set_boxes(document, pages)
        program = f"brainbug {__version__}"
        document.docinfo["/Creator"] = document.docinfo["/Producer"] = program
        out = io.BytesIO()
        document.save(out, deterministic_id=True)
    return out.getvalue()


def _set_boxes(document: pikepdf.Pdf, pages: Sequence[Page]) -> None:
    """What is left of each page after cutting, and what the ink covers."""
    import pikepdf

    for page, leaf in zip(pages, document.pages, strict=True):
        height = page.drawing.height
        leaf.trimbox = pikepdf.Array(_pdf_box(page.trim, height))
        leaf.bleedbox = pikepdf.Array(_pdf_box(page.bleed, height))


def _add_bookmarks(document: pikepdf.Pdf, pages: Sequence[Page]) -> None:
    """A bookmark for each part, and under it one for each of its pages."""
    import pikepdf

    with document.open_outline() as outline:
        parts: dict[str, pikepdf.OutlineItem] = {}
        for number, page in enumerate(pages):
            if page.part not in parts:
                parts[page.part] = pikepdf.OutlineItem(page.bookmark or page.part, number)
                outline.root.append(parts[page.part])
            parts[page.part].children.append(pikepdf.OutlineItem(page.title, number))


def _add_labels(document: pikepdf.Pdf, pages: Sequence[Page]) -> None:
    """Page numbers as a reader shows them: each part counts its own pages, as in Maps 1, Maps 2."""
    import pikepdf

    seen: Counter[str] = Counter()
    runs: list[object] = []
    for number, page in enumerate(pages):
        if number == 0 or pages[number - 1].part != page.part:
            style = {"/S": pikepdf.Name.D, "/P": f"{page.bookmark or page.part} ", "/St": seen[page.part] + 1}
            runs += [number, pikepdf.Dictionary(style)]
        seen[page.part] += 1
    document.Root.PageLabels = pikepdf.Dictionary(Nums=pikepdf.Array(runs))


def name_pages(document: pikepdf.Pdf, names: Sequence[str]) -> None:
    """Give each page a name that a reader shows in place of its number."""
    import pikepdf

    runs: list[object] = []
    for number, name in enumerate(names):
        runs += [number, pikepdf.Dictionary(P=pikepdf.String(name))]
    document.Root.PageLabels = pikepdf.Dictionary(Nums=pikepdf.Array(runs))


def _sign(document: pikepdf.Pdf, about: About) -> None:
    """Name the program in the old place and in the new one, which have to agree, and the document."""
    program = f"brainbug {__version__}"
    document.docinfo["/Creator"] = document.docinfo["/Producer"] = program
    with document.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata["xmp:CreatorTool"] = metadata["pdf:Producer"] = program
        if about.identifier:
            metadata["dc:identifier"] = about.identifier


def _pdf_box(box: Box, page_height: float) -> list[float]:
    """A box in PDF points, whose zero is at the bottom left."""
    x, y, width, height = box
    corners = (x, page_height - y - height, x + width, page_height - y)
    return [round(corner * _POINT, 3) for corner in corners]
