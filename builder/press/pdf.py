"""Pages to one PDF: vector, exact size, fonts embedded, the same bytes for the same pages."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Sequence
from pathlib import Path

from builder.draw.canvas import mm, svg_text
from builder.draw.type import FONT_FOLDER
from builder.press.page import Box, Page

_POINT = 72 / 25.4


def pdf_bytes(pages: Sequence[Page], title: str, author: str, subject: str) -> bytes:
    """One PDF with a page for each of ``pages``, bookmarks by part, and page boxes."""
    return _finish(_typeset(pages, title, author), pages, title, author, subject)


def png_pages(pages: Sequence[Page], ppi: float) -> list[bytes]:
    """Each page as a PNG at so many pixels to the inch."""
    import typst

    with tempfile.TemporaryDirectory(prefix="brainbug-") as folder:
        source = _write_source(Path(folder), pages, "", "")
        made = typst.compile(
            str(source), format="png", ppi=ppi, font_paths=[str(FONT_FOLDER)], ignore_system_fonts=True
        )
    return list(made) if isinstance(made, list) else [made]


def _typeset(pages: Sequence[Page], title: str, author: str) -> bytes:
    import typst

    with tempfile.TemporaryDirectory(prefix="brainbug-") as folder:
        source = _write_source(Path(folder), pages, title, author)
        made: bytes = typst.compile(
            str(source), format="pdf", font_paths=[str(FONT_FOLDER)], ignore_system_fonts=True, timestamp=0
        )
    return made


def _write_source(folder: Path, pages: Sequence[Page], title: str, author: str) -> Path:
    lines = [f"#set document(title: {_quoted(title)}, author: {_quoted(author)}, date: none)"]
    for number, page in enumerate(pages, 1):
        name = f"page-{number:04d}.svg"
        (folder / name).write_text(svg_text(page.drawing), encoding="utf-8", newline="\n")
        width, height = f"{mm(page.drawing.width)}mm", f"{mm(page.drawing.height)}mm"
        lines.append(
            f"#page(width: {width}, height: {height}, margin: 0mm, "
            f'image("{name}", width: {width}, height: {height}, alt: {_quoted(page.title)}))'
        )
    source = folder / "kit.typ"
    source.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    return source


def _finish(pdf: bytes, pages: Sequence[Page], title: str, author: str, subject: str) -> bytes:
    """Page boxes, bookmarks, page labels and metadata."""
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page, leaf in zip(pages, document.pages, strict=True):
            height = page.drawing.height
            leaf.trimbox = pikepdf.Array(_pdf_box(page.trim, height))
            leaf.bleedbox = pikepdf.Array(_pdf_box(page.bleed, height))
        with document.open_outline() as outline:
            parts: dict[str, pikepdf.OutlineItem] = {}
            for number, page in enumerate(pages):
                if page.part not in parts:
                    parts[page.part] = pikepdf.OutlineItem(page.part, number)
                    outline.root.append(parts[page.part])
                parts[page.part].children.append(pikepdf.OutlineItem(page.title, number))
        document.docinfo["/Title"] = title
        document.docinfo["/Author"] = author
        document.docinfo["/Subject"] = subject
        document.docinfo["/Producer"] = "brainbug"
        with document.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
            metadata["dc:title"] = title
            metadata["dc:description"] = subject
        out = io.BytesIO()
        document.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def _pdf_box(box: Box, page_height: float) -> list[float]:
    """A box in PDF points, whose zero is at the bottom left."""
    x, y, width, height = box
    corners = (x, page_height - y - height, x + width, page_height - y)
    return [round(corner * _POINT, 3) for corner in corners]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'
