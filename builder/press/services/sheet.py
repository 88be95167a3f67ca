"""Sheets: how pieces to cut out are placed on paper, or the files that a print service accepts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from builder.press.pages.paper import Paper


class Duplex(StrEnum):
    """How backs are aligned with fronts: by flipping the sheet over an edge, by folding, or not at all."""

    LONG = "long"
    SHORT = "short"
    FOLD = "fold"
    NONE = "none"


class Side(StrEnum):
    """A side of a piece."""

    FRONT = "front"
    BACK = "back"


class Sides(StrEnum):
    """The sides of a sheet that have a kind of marks."""

    BOTH = "both"
    FRONT = "front"
    NONE = "none"

    def has(self, side: Side) -> bool:
        """Whether one side has them."""
        return self is Sides.BOTH or (self is Sides.FRONT and side is Side.FRONT)


class FileKind(StrEnum):
    """The kind of file that a service accepts."""

    PDF = "pdf"
    PDF_X = "pdf/x-1a:2003"
    PNG = "png"


@dataclass(frozen=True, slots=True)
class Provenance:
    """The origin of a figure of a sheet: published, derived or house, with its source."""

    basis: str = "house"
    source: str = ""
    note: str = ""

    def __str__(self) -> str:
        return " · ".join(part for part in (self.basis, self.source, self.note) if part)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The placement of pieces on paper; lengths in mm, ink in percent, resolution in pixels per inch.

    A sheet without ``pieces`` is a paper for every page of a kit. One without ``paper`` has one face per
    page. ``file`` is the kind that a service accepts; without it, the sheet is a page of the kit's own PDF.
    None means that the sheet file does not give a value.
    """

    name: str
    title: str
    paper: Paper | None
    pieces: tuple[str, ...] = ()
    face: tuple[float, float] | None = None
    bleed: float | None = None
    safe: float | None = None
    columns: int | None = None
    rows: int | None = None
    gutter: float | None = None
    may_turn: bool = True
    duplex: Duplex = Duplex.LONG
    crop: Sides = Sides.BOTH
    registration: Sides = Sides.NONE
    file: FileKind | None = None
    order: tuple[Side, Side] = (Side.FRONT, Side.BACK)
    resolution: float | None = None
    pixels: tuple[int, int] | None = None
    ink_limit: float | None = None
    figures: Mapping[str, Provenance] = field(default_factory=dict)

    def provenance(self, key: str) -> Provenance:
        """The source of the figure under a key of the file; a house value unless the file cites one."""
        return self.figures.get(key, Provenance())

    @property
    def face_pixels(self) -> tuple[int, int] | None:
        """Pixels of a face with its bleed; None if its size or the resolution is not given."""
        if self.face is None or self.resolution is None:
            return None
        dots, bleed = self.resolution / 25.4, self.bleed or 0.0
        return round((self.face[0] + 2 * bleed) * dots), round((self.face[1] + 2 * bleed) * dots)

    def figures_in_words(self) -> dict[str, str]:
        """Its figures in words, by their keys in the file: mm, sides, percent."""
        page = self.paper
        figures: dict[str, object] = {
            "width": page and f"{page.width:g} mm",
            "height": page and f"{page.height:g} mm",
            "margin": page and f"{page.margin:g} mm",
            "edge": page and f"{page.edge:g} mm",
            "face.width": self.face and f"{self.face[0]:g} mm",
            "face.height": self.face and f"{self.face[1]:g} mm",
            "face.bleed": self.bleed is not None and f"{self.bleed:g} mm",
            "face.safe": self.safe is not None and f"{self.safe:g} mm",
            "grid.columns": self.columns,
            "grid.rows": self.rows,
            "grid.gutter": self.gutter is not None and f"{self.gutter:g} mm",
            "duplex": page and self.duplex,
            "file": self.file,
            "order": self.file and ", ".join(self.order),
            "resolution": self.resolution and f"{self.resolution:g} dots per inch",
            "pixels": self.pixels and f"{self.pixels[0]} × {self.pixels[1]}",
            "ink_limit": self.ink_limit and f"{self.ink_limit:g} %",
        }
        return {key: str(value) for key, value in figures.items() if value}

    @property
    def is_paper(self) -> bool:
        """Whether it is for every page of a kit."""
        return not self.pieces
