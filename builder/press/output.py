"""Pages as files: SVG, one PDF, PNG on request, each with its checksum."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.draw.canvas import Drawing, mm, svg_text
from builder.draw.type import Face, Subsets
from builder.press.page import Page
from builder.press.pdf import pdf_bytes, png_pages

PNG_PPI = 150.0


@dataclass(frozen=True, slots=True)
class About:
    """What the PDF says of itself."""

    title: str
    author: str
    subject: str


def write_pages(
    folder: Path,
    pages: Sequence[Page],
    loose: Sequence[Drawing],
    pdf_name: str,
    about: About,
    *,
    png: bool = False,
) -> list[dict[str, Any]]:
    """Write every page and loose drawing into ``folder``; returns what a manifest lists of each file."""
    files: list[dict[str, Any]] = []
    css = _css([*(page.drawing for page in pages), *loose])
    for number, page in enumerate(pages, 1):
        name = f"svg/{number:02d}-{page.drawing.name}.svg"
        files.append(_write_svg(folder, name, page.drawing, css, page.part))
    for drawing in loose:
        files.append(_write_svg(folder, f"svg/{drawing.name}.svg", drawing, css, "Maps"))
    pdf = pdf_bytes(pages, about.title, about.author, about.subject)
    files.append(_write(folder, pdf_name, pdf, part="", title=about.title, pages=len(pages)))
    if png:
        for number, (page, image) in enumerate(zip(pages, png_pages(pages, PNG_PPI), strict=True), 1):
            name = f"png/{number:02d}-{page.drawing.name}.png"
            files.append(_write(folder, name, image, part=page.part, title=page.title))
    return files


def _css(drawings: Sequence[Drawing]) -> str:
    letters: dict[Face, set[str]] = {}
    for drawing in drawings:
        for face, used in drawing.letters.items():
            letters.setdefault(face, set()).update(used)
    return Subsets(letters).css


def _write_svg(folder: Path, name: str, drawing: Drawing, css: str, part: str) -> dict[str, Any]:
    data = svg_text(drawing, css).encode("utf-8")
    return _write(
        folder,
        name,
        data,
        part=part,
        title=drawing.title,
        width_mm=mm(drawing.width),
        height_mm=mm(drawing.height),
    )


def _write(folder: Path, name: str, data: bytes, **about: Any) -> dict[str, Any]:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return {"path": name, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data), **about}
