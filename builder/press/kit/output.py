"""Pages and pieces as files: SVG, PDF, PNG on request, each with its checksum."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import Drawing, mm, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import SHIPPED, Face, Subsets
from builder.press.kit.folder import replaced_folder
from builder.press.kit.manifest import GENERATOR, MANIFEST
from builder.press.pages.leaves import on_leaves
from builder.press.pages.page import Page
from builder.press.pdf.pdf import pdf_bytes
from builder.press.pdf.png import pixels_listed, png_images
from builder.press.pdf.typeset import About
from builder.press.services.delivery import Delivery, delivery_files
from builder.press.services.sheet import Duplex
from rulesdb import __version__

Listed = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Formats:
    """The files to write besides SVG and the one PDF.

    Args:
        split: also a PDF for each part.
        png: dots per inch of an image of each page; None for no images.
        faces: dots per inch of an image of each side of each card and counter; None for no images.
        trimmed: whether faces are cropped to their final size, without bleed.
    """

    split: bool = False
    png: int | None = None
    faces: int | None = None
    trimmed: bool = False


SVG_AND_PDF = Formats()


@dataclass(frozen=True, slots=True)
class Work:
    """The contents to write: pages, complete maps without paper, pieces by part, and the PDF's name.

    ``duplex`` is how the pages are meant to be printed, ``context`` that of blank pages between them.
    """

    pages: Sequence[Page]
    pdf: str
    about: About
    context: DrawingContext
    loose: Sequence[Drawing] = ()
    pieces: Mapping[str, Sequence[Piece]] = field(default_factory=dict)
    deliveries: Sequence[Delivery] = ()
    duplex: Duplex = Duplex.LONG

    @property
    def printed(self) -> list[tuple[int, Page]]:
        """The pages that are not blank, with their numbers."""
        return [(number, page) for number, page in enumerate(self.pages, 1) if not page.is_blank]

    def steps(self, formats: Formats) -> int:
        """The number of files, which is how often :func:`write_output` calls ``tick``."""
        parts, printed = len({page.part for page in self.pages}), len(self.printed)
        faces = 2 * sum(len(pieces) for pieces in self.pieces.values())
        return (
            printed
            + len(self.loose)
            + (1 if self.pages else 0)
            + sum(delivery.steps for delivery in self.deliveries)
            + formats.split * parts
            + printed * (formats.png is not None)
            + faces * (formats.faces is not None)
        )


def write_output(
    target: Path,
    work: Work,
    about: Mapping[str, Any],
    formats: Formats = SVG_AND_PDF,
    tick: Callable[[], None] = lambda: None,
    *,
    force: bool = False,
) -> Path:
    """Write every file and ``manifest.json`` with ``about``; the old folder stays until this is complete.

    ``tick`` is called after each file; ``force`` replaces files that were changed after they were built.
    Returns the path of the manifest.

    Raises:
        OutputError: the folder cannot be written.
    """
    with replaced_folder(target, force=force) as folder:
        files: list[Listed] = []
        for entry in _write_files(folder, work, formats):
            files.append(entry)
            tick()
        manifest = {"schema_version": 1, "generator": f"{GENERATOR} {__version__}", **about, "files": files}
        text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
        (folder / MANIFEST).write_text(text, encoding="utf-8", newline="\n")
    return target / MANIFEST


def _write_files(folder: Path, work: Work, formats: Formats) -> Iterator[Listed]:
    """Write every file, and yield the manifest's entry for each."""
    css = _css([*(page.drawing for page in work.pages), *work.loose])
    for number, page in work.printed:
        name = f"svg/{number:02d}-{page.drawing.name}.svg"
        yield _write_svg(folder, name, page.drawing, css, page.part)
    for drawing in work.loose:
        yield _write_svg(folder, f"svg/{drawing.name}.svg", drawing, css, "Maps")
    if work.pages:
        pdf = pdf_bytes(work.pages, work.about, duplex=work.duplex)
        yield _write(folder, work.pdf, pdf, part="", title=work.about.title, pages=len(work.pages))
    for delivery in work.deliveries:
        about = replace(work.about, title=f"{work.about.title}: {delivery.part}")
        for file in delivery_files(delivery, about):
            name = f"{delivery.folder}/{file.path}"
            yield _write(folder, name, file.data, sheet=delivery.layout.sheet.name, **file.about)
    if formats.split:
        yield from _parts(folder, work)
    if formats.png is not None:
        yield from _images(folder, work.printed, formats.png)
    if formats.faces is not None:
        for part, pieces in work.pieces.items():
            yield from _faces(folder, part, pieces, formats.faces, formats.trimmed)


def _parts(folder: Path, work: Work) -> Iterator[Listed]:
    """A PDF for each part."""
    stem = Path(work.pdf).stem
    for part in dict.fromkeys(page.part for page in work.pages):
        pages = [page for _, page in work.printed if page.part == part]
        if work.duplex is not Duplex.NONE:
            pages = on_leaves(pages, work.context)
        title = f"{work.about.title}: {pages[0].bookmark or part}"
        pdf = pdf_bytes(pages, replace(work.about, title=title), duplex=work.duplex)
        name = f"{stem}-{part.lower().replace(' ', '-')}.pdf"
        yield _write(folder, name, pdf, part=part, title=title, pages=len(pages))


def _images(folder: Path, pages: Sequence[tuple[int, Page]], dpi: int) -> Iterator[Listed]:
    """An image of each of the numbered pages."""
    images = png_images((page.drawing for _, page in pages), dpi)
    for (number, page), image in zip(pages, images, strict=True):
        name = f"png/{number:02d}-{page.drawing.name}.png"
        yield _write(folder, name, image, part=page.part, title=page.title, **pixels_listed(image, dpi))


def _faces(folder: Path, part: str, pieces: Sequence[Piece], dpi: int, trimmed: bool) -> Iterator[Listed]:
    """An image of each side of each piece; copies are listed, not drawn again."""
    for number, piece in enumerate(pieces, 1):
        cut = piece.bleed if trimmed else 0.0
        images = png_images((piece.front, piece.back), dpi, cut=cut)
        for side, image in zip(("front", "back"), images, strict=True):
            yield _write(
                folder,
                f"faces/{part}/{number:03d}-{piece.name}-{side}.png",
                image,
                part=part.capitalize(),
                title=piece.front.title,
                side=side,
                copies=piece.copies,
                width_mm=mm(piece.width),
                height_mm=mm(piece.height),
                bleed_mm=mm(piece.bleed - cut),
                **pixels_listed(image, dpi),
            )


def _css(drawings: Sequence[Drawing]) -> str:
    """The fonts with the letters of all drawings."""
    letters: dict[Face, set[str]] = {}
    for drawing in drawings:
        for face, used in drawing.letters.items():
            letters.setdefault(face, set()).update(used)
    return Subsets(letters, drawings[0].fonts if drawings else SHIPPED).css


def _write_svg(folder: Path, name: str, drawing: Drawing, css: str, part: str) -> Listed:
    data = svg_text(drawing, css).encode("utf-8")
    size = {"width_mm": mm(drawing.width), "height_mm": mm(drawing.height)}
    return _write(folder, name, data, part=part, title=drawing.title, **size)


def _write(folder: Path, name: str, data: bytes, **about: Any) -> Listed:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return {"path": name, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data), **about}
