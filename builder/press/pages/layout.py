"""One kind of pieces on one sheet: the size of a face, how the sheet is flipped, the printer's offset."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from builder.draw.pieces.cards.size import HEIGHT, POKER, WIDTH, CardSize
from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.counters import BLEED
from builder.draw.pieces.figure_places import SAFE
from builder.draw.pieces.piece import Piece
from builder.press.pages.paper import Paper
from builder.press.services.printer import Printer
from builder.press.services.sheet import Duplex, Sheet

KINDS = ("cards", "counters")
# How much narrower than two bleeds gutters are, in mm, so that no white shows where the art of pieces meets.
_CLOSER = 0.1


class Flip(Enum):
    """How a page is turned over to its back."""

    UPRIGHT = "around its upright middle line, as a leaf of a book"
    LEVEL = "around its level middle line, as a leaf of a pad"
    NONE = "not at all"


@dataclass(frozen=True, slots=True)
class Layout:
    """Pieces on a sheet. ``paper`` is the page, or None if each face is a page of its own."""

    sheet: Sheet
    paper: Paper | None
    duplex: Duplex
    printer: Printer | None = None

    def flip(self, page: Paper) -> Flip:
        """How a page is turned over: the long edge of a landscape page is horizontal."""
        if self.duplex not in (Duplex.LONG, Duplex.SHORT):
            return Flip.NONE
        is_upright = page.height >= page.width
        return Flip.UPRIGHT if is_upright == (self.duplex is Duplex.LONG) else Flip.LEVEL

    def back_shift(self, page: Paper) -> tuple[float, float]:
        """The shift of backs right and down, in mm, that makes this printer put them behind their fronts.

        Raises:
            PrinterError: the printer has not been measured for pages of this orientation.
        """
        if self.printer is None or self.duplex not in (Duplex.LONG, Duplex.SHORT):
            return 0.0, 0.0
        return self.printer.shift(page)

    @property
    def card_size(self) -> CardSize:
        """The size in which cards are drawn."""
        width, height = self.sheet.face or (WIDTH, HEIGHT)
        bleed = POKER.bleed if self.sheet.bleed is None else self.sheet.bleed
        usual = POKER.safe * min(width / WIDTH, height / HEIGHT)
        return CardSize(width, height, bleed, max(usual, self.sheet.safe or 0.0), self.cut_line)

    @property
    def cut_line(self) -> bool:
        """Whether to draw cuts that are not otherwise visible: at home, but not if a die cuts the pieces."""
        return self.sheet.file is None

    @property
    def counter_bleed(self) -> float:
        """The bleed of a counter's drawing, in mm of the drawing."""
        if self.sheet.face is None:
            return BLEED if self.sheet.bleed is None else self.sheet.bleed
        reach = max(self.sheet.face) / 2 + (self.sheet.bleed or 0.0)
        return reach / self.counter_scale - SIZE / 2

    @property
    def counter_scale(self) -> float:
        """The scale at which counters are printed."""
        return self.scale(SIZE, SIZE, SAFE)

    def scale(self, width: float, height: float, safe: float) -> float:
        """The scale at which a drawing of this size is printed, so that its text stays in the safe zone."""
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
        gutter = self.sheet.gutter
        if gutter is None:
            usual = max(0.0, 2 * bleed - _CLOSER) if self.cut_line else 2 * bleed
            gutter = 0.0 if piece.edge_to_edge and self.cut_line else usual
        return Face(width, height, bleed, self.scale(piece.width, piece.height, piece.safe), gutter)


@dataclass(frozen=True, slots=True)
class Face:
    """A side of a piece on paper: mm after cutting, bleed around it, scale of its drawing, mm to the next."""

    width: float
    height: float
    bleed: float
    scale: float
    gutter: float
