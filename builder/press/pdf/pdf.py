"""Pages as one PDF: vector graphics, exact size, embedded fonts, and the same bytes for the same pages."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pikepdf

from builder.press.pages.leaves import one_sided_from
from builder.press.pages.page import Box, Page
from builder.press.pdf.typeset import About, typeset
from builder.press.services.sheet import Duplex
from rulesdb import __version__

_POINT = 72 / 25.4
# A folded sheet is printed on one side; the blank pages in a PDF keep all others right.
_DUPLEX = {
    Duplex.LONG: "/DuplexFlipLongEdge",
    Duplex.SHORT: "/DuplexFlipShortEdge",
    Duplex.FOLD: "/Simplex",
    Duplex.NONE: "/Simplex",
}
_PROGRAM = f"brainbug {__version__}"


def pdf_bytes(
    pages: Sequence[Page], about: About, names: Sequence[str] = (), *, duplex: Duplex | None = None
) -> bytes:
    """One PDF with a page for each of ``pages``: bookmarks by part, and page boxes.

    It is tagged, and conforms to PDF/A-2a and PDF/UA-1. A reader shows ``names``, if any, instead of page
    numbers. A print
    dialog starts at 100 %, and with the edge of ``duplex`` if it is given.
    """
    with _boxed(pages, about) as document:
        _add_bookmarks(document, pages)
        if names:
            name_pages(document, names)
        _set_print_options(document, duplex, pages)
        # False is the default, and poppler reports an error if the key is there.
        del document.Root.MarkInfo.Suspects
        # PDF/A requires the metadata to agree with the document information.
        with document.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
            metadata["xmp:CreatorTool"] = metadata["pdf:Producer"] = _PROGRAM
            if about.identifier:
                metadata["dc:identifier"] = about.identifier
        out = io.BytesIO()
        document.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def boxed_pdf(pages: Sequence[Page], about: About) -> bytes:
    """A PDF 1.4 of the pages with their boxes, without tags, to be made press-ready."""
    with _boxed(pages, about, plain=True) as document:
        out = io.BytesIO()
        document.save(out, deterministic_id=True)
    return out.getvalue()


def _boxed(pages: Sequence[Page], about: About, *, plain: bool = False) -> pikepdf.Pdf:
    """The typeset pages with their trim and bleed boxes, and the program as creator."""
    document = typeset([page.drawing for page in pages], about, plain=plain)
    for page, leaf in zip(pages, document.pages, strict=True):
        leaf.trimbox = pikepdf.Array(_pdf_box(page.trim, page.drawing.height))
        leaf.bleedbox = pikepdf.Array(_pdf_box(page.bleed, page.drawing.height))
    document.docinfo["/Creator"] = document.docinfo["/Producer"] = _PROGRAM
    return document


def _set_print_options(document: pikepdf.Pdf, duplex: Duplex | None, pages: Sequence[Page]) -> None:
    """Set the defaults of a reader's print dialog: no scaling, and the edge to flip sheets over.

    It starts with the pages that are printed on both sides, if there are others.
    """
    preferences = document.Root.ViewerPreferences
    preferences.PrintScaling = pikepdf.Name("/None")
    if duplex is not None:
        last = one_sided_from(pages)
        preferences.Duplex = pikepdf.Name(_DUPLEX[duplex if last else Duplex.NONE])
        if duplex is not Duplex.NONE and 0 < last < len(pages):
            preferences.PrintPageRange = pikepdf.Array([1, last])


def _add_bookmarks(document: pikepdf.Pdf, pages: Sequence[Page]) -> None:
    """A bookmark for each part, and under it one for each of its pages."""
    with document.open_outline() as outline:
        parts: dict[str, pikepdf.OutlineItem] = {}
        for number, page in enumerate(pages):
            if page.is_blank:
                continue
            if page.part not in parts:
                parts[page.part] = pikepdf.OutlineItem(page.bookmark or page.part, number)
                outline.root.append(parts[page.part])
            parts[page.part].children.append(pikepdf.OutlineItem(page.title, number))


def name_pages(document: pikepdf.Pdf, names: Sequence[str]) -> None:
    """Give each page a name that PDF viewers show instead of its number."""
    runs: list[object] = []
    for number, name in enumerate(names):
        runs += [number, pikepdf.Dictionary(P=pikepdf.String(name))]
    document.Root.PageLabels = pikepdf.Dictionary(Nums=pikepdf.Array(runs))


def _pdf_box(box: Box, page_height: float) -> list[float]:
    """A box in PDF points, which are counted from the bottom left."""
    x, y, width, height = box
    corners = (x, page_height - y - height, x + width, page_height - y)
    return [round(corner * _POINT, 3) for corner in corners]
