"""Sides of pieces in the size of their sheet: placed on a page, or each a drawing of its own."""

from __future__ import annotations

from collections.abc import Sequence

from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.press.pages.layout import Face, Layout
from builder.press.pages.page import Page
from builder.press.services.sheet import Side

Bleeds = tuple[float, float, float, float]


def place_face(
    canvas: Canvas,
    art: Drawing,
    face: Face,
    corner: tuple[float, float],
    bleeds: Bleeds,
    *,
    half_turn: bool = False,
) -> None:
    """A side of a piece with its trimmed corner here, cut to the bleed that there is room for.

    ``bleeds`` are mm to the left, up, to the right and down.
    """
    left, top, right, bottom = bleeds
    x, y = corner[0] - left, corner[1] - top
    if half_turn:
        left, top, right, bottom = right, bottom, left, top
    # From the middle of the drawing outward, in its own mm.
    window = (
        art.width / 2 - (face.width / 2 + left) / face.scale,
        art.height / 2 - (face.height / 2 + top) / face.scale,
        (face.width + left + right) / face.scale,
        (face.height + top + bottom) / face.scale,
    )
    canvas.place(art, x, y, scale=face.scale, window=window, half_turn=half_turn, keep_texts=True)


def art_of(piece: Piece, side: Side) -> Drawing:
    """The drawing of one side."""
    return piece.front if side is Side.FRONT else piece.back


def draw_face(piece: Piece, side: Side, layout: Layout, context: DrawingContext) -> Drawing:
    """One side of a piece as its sheet wants it, bleed included."""
    face = layout.face_of(piece)
    canvas = Canvas(face.width + 2 * face.bleed, face.height + 2 * face.bleed, context)
    place_face(canvas, art_of(piece, side), face, (face.bleed, face.bleed), (face.bleed,) * 4)
    return canvas.drawing(f"{piece.name}-{side}", f"{piece.front.title}, {side}")


def face_pages(part: str, pieces: Sequence[Piece], layout: Layout, context: DrawingContext) -> list[Page]:
    """A page for each side of each piece, copies repeated, in the order that the sheet wants."""
    pages: list[Page] = []
    for piece in pieces:
        face = layout.face_of(piece)
        trim = (face.bleed, face.bleed, face.width, face.height)
        sides = []
        for side in layout.sheet.order:
            drawing = draw_face(piece, side, layout, context)
            sides.append(Page(part, drawing, trim, (0.0, 0.0, drawing.width, drawing.height)))
        pages += sides * piece.copies
    return pages
