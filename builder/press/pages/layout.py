"""One kind of pieces on one sheet: how large a face is, how backs come behind fronts, what a printer adds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from builder.draw.pieces.cards import HEIGHT, POKER, WIDTH, CardSize
from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.counters import BLEED, SAFE
from builder.draw.pieces.piece import Piece
from builder.press.pages.paper import Paper
from builder.press.services.printer import Printer
from builder.press.services.sheet import Duplex, Sheet, Sides

KINDS = ("cards", "counters")


class Flip(Enum):
    """How a page is turned over to its back."""

    UPRIGHT = "around its upright middle line, as a leaf of a book"
    LEVEL = "around its level middle line, as a leaf of a pad"
    NONE = "not at all"


@dataclass(frozen=True, slots=True)
class Layout:
    """Pieces on a sheet. ``paper`` is the page, or ``None`` if each face is a page of its own."""

    sheet: Sheet
    paper: Paper | None
    duplex: Duplex
    printer: Printer | None = None

    def flip(self, page: Paper) -> Flip:
        """How a page is turned over: the long edge of a page on its side is a level one."""
        if self.duplex not in (Duplex.LONG, Duplex.SHORT):
            return Flip.NONE
        is_upright = page.height >= page.width
        return Flip.UPRIGHT if is_upright == (self.duplex is Duplex.LONG) else Flip.LEVEL

    def back_shift(self, page: Paper) -> tuple[float, float]:
        """How far backs are moved right and down, in mm, so that this printer puts them behind their fronts.

        Raises:
            PrinterError: the printer has not been measured for pages that lie so.
        """
        if self.printer is None or self.duplex not in (Duplex.LONG, Duplex.SHORT):
            return 0.0, 0.0
        return self.printer.shift(page)

    @property
    def card_size(self) -> CardSize:
        """How large cards are drawn."""
        width, height = self.sheet.face or (WIDTH, HEIGHT)
        bleed = POKER.bleed if self.sheet.bleed is None else self.sheet.bleed
        usual = POKER.safe * min(width / WIDTH, height / HEIGHT)
        return CardSize(width, height, bleed, max(usual, self.sheet.safe or 0.0), self.cut_line)

    @property
    def cut_line(self) -> bool:
        """Whether the cut is drawn where nothing else shows it: at home, but not where a die cuts."""
        return self.sheet.file is None

    @property
    def counter_bleed(self) -> float:
        """How far the ground of a counter's drawing reaches beyond its cut, in the drawing's own mm."""
        if self.sheet.face is None:
            return BLEED if self.sheet.bleed is None else self.sheet.bleed
        reach = max(self.sheet.face) / 2 + (self.sheet.bleed or 0.0)
        return reach / self.counter_scale - SIZE / 2

    @property
    def counter_scale(self) -> float:
        """How much larger than drawn counters are printed."""
        return self.scale(SIZE, SIZE, SAFE)

    def scale(self, width: float, height: float, safe: float) -> float:
        """How much larger a drawing of so many mm is printed, so that its texts stay in the safe zone."""
        if self.sheet.face is None:
            return 1.0
        keep = 2 * (self.sheet.safe or 0.0)
        return min(
            wanted
            for own, face in ((width, self.sheet.face[0]), (height, self.sheet.face[1]))
            for wanted in (face / own, (face - keep) / (own - 2 * safe))
        )

    def face_of(self, piece: Piece) -> Face:
        """The size in which a piece is printed."""
        width, height = self.sheet.face or (piece.width, piece.height)
        bleed = piece.bleed if self.sheet.bleed is None else self.sheet.bleed
        return Face(width, height, bleed, self.scale(piece.width, piece.height, piece.safe))


@dataclass(frozen=True, slots=True)
class Face:
    """A side of a piece on paper: mm after cutting, bleed around it, and how much its drawing is enlarged."""

    width: float
    height: float
    bleed: float
    scale: float


def home_layouts(paper: Paper) -> Mapping[str, Layout]:
    """Cards and counters on a paper, turned over along its long edge."""
    sheet = Sheet(paper.name, paper.title, paper, registration=Sides.BOTH)
    return {kind: Layout(sheet, paper, Duplex.LONG) for kind in KINDS}
