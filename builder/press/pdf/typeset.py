"""Drawings through Typst: a PDF of vectors, or pictures of a resolution in dots per inch."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.draw.surface.canvas import Drawing, mm, svg_text
from builder.draw.surface.type import FONT_FOLDER, SHIPPED

if TYPE_CHECKING:
    from typst import PDFStandard

# Archival (PDF/A-2a) and accessible (PDF/UA-1) at once: tags, a title, a language and a color profile.
_STANDARDS: tuple[PDFStandard, ...] = ("a-2a", "ua-1")


@dataclass(frozen=True, slots=True)
class About:
    """The metadata of a PDF; ``language`` is a tag as in HTML, ``identifier`` is unique."""

    title: str
    authors: tuple[str, ...]
    subject: str
    language: str = "en"
    identifier: str = ""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A drawing as a page: whole, or without ``cut`` mm on every side."""

    drawing: Drawing
    cut: float = 0.0


def typeset_pdf(leaves: Sequence[Leaf], about: About, *, plain: bool = False) -> bytes:
    """A tagged PDF with a page of exact size for each leaf, its fonts embedded.

    ``plain`` is PDF 1.4 without tags. Its dates are zero, so that the same leaves give the same bytes.
    """
    import typst

    source, pictures = _source(leaves, about)
    with _font_folder(leaves) as fonts:
        data: bytes = typst.compile(
            source,
            sys_inputs=pictures,
            format="pdf",
            font_paths=[fonts],
            ignore_system_fonts=True,
            timestamp=0,
            pdf_standards=["1.4"] if plain else list(_STANDARDS),
            pdf_tags=not plain,
        )
    return data


def typeset_png(leaves: Sequence[Leaf], dpi: int) -> list[bytes]:
    """Each leaf as a PNG, which does not say its own resolution."""
    import typst

    source, pictures = _source(leaves, About("", (), ""))
    with _font_folder(leaves) as fonts:
        made = typst.compile(
            source,
            sys_inputs=pictures,
            format="png",
            ppi=float(dpi),
            font_paths=[fonts],
            ignore_system_fonts=True,
        )
    return list(made) if isinstance(made, list) else [made]


@contextmanager
def _font_folder(leaves: Sequence[Leaf]) -> Iterator[Any]:
    """A folder with the fonts of some leaves and no others, as a theme's own may lie among hundreds.

    Its type is left open, as Typst's stub wants paths to be bytes where the source is.
    """
    fonts = leaves[0].drawing.fonts if leaves else SHIPPED
    if fonts == SHIPPED:
        yield str(FONT_FOLDER)
        return
    with tempfile.TemporaryDirectory(prefix="brainbug-") as folder:
        for number, path in enumerate(dict.fromkeys(fonts.files.values())):
            shutil.copyfile(path, Path(folder) / f"{number}{path.suffix.lower()}")
        yield folder


def _source(leaves: Sequence[Leaf], about: About) -> tuple[bytes, dict[str, str]]:
    """What Typst is to set, and the drawings by the names under which that asks for them.

    They are handed over as they are, so that nothing lies about when a build is killed.
    """
    authors = "".join(f"{_quoted(author)}, " for author in about.authors)
    lines = [
        f"#set document(title: {_quoted(about.title)}, author: ({authors}), "
        f"description: {_quoted(about.subject)})",
        f"#set text(lang: {_quoted(about.language)})",
    ]
    pictures = {}
    for number, leaf in enumerate(leaves, 1):
        drawing = leaf.drawing
        name = f"leaf-{number}"
        pictures[name] = svg_text(drawing)
        width, height = f"{mm(drawing.width)}mm", f"{mm(drawing.height)}mm"
        placed = (
            f'image(bytes(sys.inputs.at("{name}")), format: "svg", '
            f"width: {width}, height: {height}, alt: {_quoted(spoken(drawing))})"
        )
        if leaf.cut:
            placed = f"place(dx: {-mm(leaf.cut)}mm, dy: {-mm(leaf.cut)}mm, {placed})"
            width, height = (f"{mm(size - 2 * leaf.cut)}mm" for size in (drawing.width, drawing.height))
        lines.append(f"#page(width: {width}, height: {height}, margin: 0mm, {placed})")
    return "\n".join(lines).encode(), pictures


def spoken(drawing: Drawing) -> str:
    """What a drawing says to who cannot see it: its title, then its words in the order of drawing.

    Numbers alone are left out: read one after the other, those of hexes say nothing.
    """
    words = [placed.text for placed in drawing.texts if any(letter.isalpha() for letter in placed.text)]
    if words[:1] == [drawing.title]:
        words = words[1:]
    return f"{drawing.title}. {' '.join(words)}" if words else drawing.title


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'
