"""Pieces laid out on sheets: fronts and backs in register, or next to each other about a fold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import Canvas
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import CONDENSED, Type
from builder.press.pages.faces import art_of, place_face
from builder.press.pages.grid import Grid, fit_grid
from builder.press.pages.layout import Face, Flip, Layout
from builder.press.pages.marks import draw_crop_marks, draw_fold_line, draw_registration_marks
from builder.press.pages.page import SMALL_PRINT, Box, Page
from builder.press.pages.paper import Paper
from builder.press.services.sheet import Duplex, Side


@dataclass(frozen=True, slots=True)
class _Desk:
    """What every page of a run of pieces shares."""

    part: str
    layout: Layout
    face: Face
    footer: str
    context: DrawingContext


def impose(
    part: str, title: str, pieces: Sequence[Piece], layout: Layout, footer: str, context: DrawingContext
) -> list[Page]:
    """Sheets of fronts, each followed by its backs; or sheets with both, to fold.

    When a piece is turned over left to right its back is upright, whichever way the sheet was turned.
    """
    if not pieces:
        return []
    words = context.words
    desk = _Desk(part, layout, layout.face_of(pieces[0]), footer, context)
    grid = fit_grid(layout, desk.face)
    copies = [piece for piece in pieces for _ in range(piece.copies)]
    a_sheet = grid.columns * grid.rows
    sheets = [copies[start : start + a_sheet] for start in range(0, len(copies), a_sheet)]
    pages: list[Page] = []
    for number, sheet in enumerate(sheets, 1):
        used = grid.holding(len(sheet))
        sheet_title = words("sheet.number", title=title, number=number) if len(sheets) > 1 else title
        stem = f"{part.lower()}-{number:02d}"
        if layout.duplex is Duplex.FOLD:
            pages.append(
                _folded(desk, used, sheet, f"{stem}-fold", words("sheet.to-fold", title=sheet_title))
            )
        else:
            for side in layout.sheet.order:
                side_title = words(f"sheet.{side}s", title=sheet_title)
                pages.append(_one_side(desk, used, sheet, side, f"{stem}-{side}s", side_title))
    return pages


def _one_side(desk: _Desk, grid: Grid, sheet: Sequence[Piece], side: Side, name: str, title: str) -> Page:
    """A page of fronts, or of the backs that lie behind them when it is turned over."""
    layout, words, paper = desk.layout, desk.context.words, grid.paper
    flip = layout.flip(paper) if side is Side.BACK else Flip.NONE
    shift = layout.back_shift(paper) if side is Side.BACK else (0.0, 0.0)
    canvas = Canvas(paper.width, paper.height, desk.context)
    canvas.rect(0, 0, paper.width, paper.height, fill="paper")
    inked = _grown(grid.trim, grid.bleed)
    with canvas.shifted(*shift):
        if layout.sheet.crop.has(side):
            draw_crop_marks(canvas, paper, inked, *grid.cuts)
        if layout.sheet.registration.has(side):
            draw_registration_marks(canvas, paper, inked)
        for index, piece in enumerate(sheet):
            row, column = divmod(index, grid.columns)
            place = grid.behind(column, row, flip)
            place_face(
                canvas,
                art_of(piece, side),
                desk.face,
                grid.corner(*place),
                grid.bleeds(*place),
                half_turn=flip is Flip.LEVEL,
            )
    how = [words(f"sheet.{layout.duplex}")]
    if any(shift):
        right, down = map(words.number, shift)
        how.append(words("sheet.backs-moved", right=right, down=down))
    _draw_caption(canvas, paper, f"{title} · {' '.join(how)} {desk.footer}")
    trim = (grid.trim[0] + shift[0], grid.trim[1] + shift[1], *grid.size)
    bookmark = words.of("part", desk.part)
    return Page(desk.part, canvas.drawing(name, title), trim, _grown(trim, grid.bleed), bookmark)


def _folded(desk: _Desk, grid: Grid, sheet: Sequence[Piece], name: str, title: str) -> Page:
    """A page with fronts left of a fold, and right of it each back as far from the fold as its front."""
    paper, words = grid.paper, desk.context.words
    canvas = Canvas(paper.width, paper.height, desk.context)
    canvas.rect(0, 0, paper.width, paper.height, fill="paper")
    left, top = grid.origin
    trim = (left, top, paper.width - 2 * left, grid.size[1])
    inked = _grown(trim, grid.bleed)
    fronts, rows = grid.cuts
    draw_crop_marks(canvas, paper, inked, [*fronts, *(paper.width - x for x in fronts)], rows)
    draw_fold_line(canvas, paper, inked)
    for index, piece in enumerate(sheet):
        row, column = divmod(index, grid.columns)
        left, above, right, below = grid.bleeds(column, row)
        place_face(canvas, piece.front, desk.face, grid.corner(column, row), (left, above, right, below))
        place_face(canvas, piece.back, desk.face, grid.folded(column, row), (right, above, left, below))
    _draw_caption(canvas, paper, f"{title} · {words('sheet.fold')} {desk.footer}")
    return Page(desk.part, canvas.drawing(name, title), trim, inked, words.of("part", desk.part))


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + 2 * by, box[3] + 2 * by


def _draw_caption(canvas: Canvas, paper: Paper, text: str) -> None:
    """One line at the foot, on a strip of paper color so that no crop mark runs through it."""
    type = canvas.metrics.fit(text, Type(CONDENSED, 2.2), paper.width - 2 * paper.edge, 1.8)
    caption = canvas.metrics.shorten(text, type, paper.width - 2 * paper.edge)
    run = canvas.metrics.width(caption, type)
    baseline = paper.height - paper.edge + 1
    with canvas.layer(SMALL_PRINT):
        canvas.rect((paper.width - run) / 2 - 1, baseline - 2.2, run + 2, 3.2, fill="paper")
        canvas.text(caption, paper.width / 2, baseline, type, anchor="middle", fill="muted")
