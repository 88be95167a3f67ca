"""Drawings typeset by Typst: as a vector PDF, or as images of a resolution in dots per inch."""

from __future__ import annotations

import io
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pikepdf
import typst

from builder.draw.surface.canvas import Drawing, mm, svg_text
from builder.draw.surface.elements import EDGE_FIRST
from builder.draw.surface.fonts.font_files import FONT_FOLDER
from builder.draw.surface.type import SHIPPED
from builder.press.pdf.halos import lift_letters

# Both archival (PDF/A-2a) and accessible (PDF/UA-1): tags, a title, a language and a color profile.
_STANDARDS = ["a-2a", "ua-1"]


@dataclass(frozen=True, slots=True)
class About:
    """The metadata of a PDF; ``language`` is a tag as in HTML, ``identifier`` is unique."""

    title: str
    authors: tuple[str, ...]
    subject: str
    language: str = "en"
    identifier: str = ""


def typeset_pdf(drawings: Sequence[Drawing], about: About, *, plain: bool = False) -> bytes:
    """The bytes of :func:`typeset`, which are the same for the same drawings."""
    with typeset(drawings, about, plain=plain) as document:
        out = io.BytesIO()
        document.save(out, deterministic_id=True, compress_streams=False)
    return out.getvalue()


def typeset(drawings: Sequence[Drawing], about: About, *, plain: bool = False) -> pikepdf.Pdf:
    """A tagged PDF with a page of exact size for each drawing, its fonts embedded.

    ``plain`` is PDF 1.4 without tags. Its dates are zero.
    """
    standards = ["1.4"] if plain else _STANDARDS
    source, images = _source(drawings, about)
    options = {"timestamp": 0, "pdf_standards": standards, "pdf_tags": not plain}
    data = _typeset(drawings, source, images, format="pdf", **options)
    haloed = [number for number, image in enumerate(images.values()) if EDGE_FIRST in image]
    document = pikepdf.open(io.BytesIO(data))
    lift_letters(document, haloed)
    return document


def typeset_png(drawing: Drawing, dpi: int, cut: float) -> bytes:
    """A drawing as a PNG without ``cut`` mm on every side; the PNG does not state its resolution."""
    source, images = _source([drawing], About("", (), ""), cut, halos_apart=True)
    return _typeset([drawing], source, images, format="png", ppi=float(dpi))


def _typeset(drawings: Sequence[Drawing], source: bytes, images: dict[str, str], **options: Any) -> bytes:
    with _font_folder(drawings) as fonts:
        data: bytes = typst.compile(
            source, root=fonts, sys_inputs=images, font_paths=[fonts], ignore_system_fonts=True, **options
        )
    return data


@contextmanager
def _font_folder(drawings: Sequence[Drawing]) -> Iterator[Any]:
    """A folder with only the fonts of some drawings, because the folder of a theme's fonts may have hundreds.

    The type is ``Any``, as Typst's stub requires bytes for paths if the source is bytes.
    """
    fonts = drawings[0].fonts if drawings else SHIPPED
    if fonts == SHIPPED:
        yield str(FONT_FOLDER)
        return
    with tempfile.TemporaryDirectory(prefix="brainbug-") as folder:
        for number, path in enumerate(dict.fromkeys(fonts.files.values())):
            shutil.copyfile(path, Path(folder) / f"{number}{path.suffix.lower()}")
        yield folder


def _source(
    drawings: Sequence[Drawing], about: About, cut: float = 0.0, *, halos_apart: bool = False
) -> tuple[bytes, dict[str, str]]:
    """A Typst document, and the SVG text of its drawings by name.

    Typst gets the text and not files, so that a killed build leaves no files behind.
    """
    authors = "".join(f"{_quoted(author)}, " for author in about.authors)
    lines = [
        f"#set document(title: {_quoted(about.title)}, author: ({authors}), "
        f"description: {_quoted(about.subject)})",
        f"#set text(lang: {_quoted(about.language)})",
    ]
    images = {}
    for number, drawing in enumerate(drawings, 1):
        name = f"leaf-{number}"
        images[name] = svg_text(drawing, halos_apart=halos_apart)
        width, height = f"{mm(drawing.width)}mm", f"{mm(drawing.height)}mm"
        placed = (
            f'image(bytes(sys.inputs.at("{name}")), format: "svg", '
            f"width: {width}, height: {height}, alt: {_quoted(spoken(drawing))})"
        )
        if cut:
            placed = f"place(dx: {-mm(cut)}mm, dy: {-mm(cut)}mm, {placed})"
            width, height = (f"{mm(size - 2 * cut)}mm" for size in (drawing.width, drawing.height))
        lines.append(f"#page(width: {width}, height: {height}, margin: 0mm, {placed})")
    return "\n".join(lines).encode(), images


def spoken(drawing: Drawing) -> str:
    """The alternative text of a drawing: its title, then its words in the order of drawing.

    Words without letters are left out: a list of hex numbers means nothing when it is read aloud.
    """
    words = [placed.text for placed in drawing.texts if any(letter.isalpha() for letter in placed.text)]
    if words[:1] == [drawing.title]:
        words = words[1:]
    return f"{drawing.title}. {' '.join(words)}" if words else drawing.title


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'
