"""Pieces laid out on sheets, fronts and backs in register, with crop marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from builder.draw.canvas import Canvas
from builder.draw.piece import Piece
from builder.draw.theme import Theme
from builder.draw.type import CONDENSED, Metrics, Type
from builder.press.page import Page
from builder.press.paper import Paper

_MARK_GAP = 0.6
_MARK_LENGTH = 8.0
_FOOT = 4.0


@dataclass(frozen=True, slots=True)
class Grid:
    """Where equal pieces lie on a sheet: positions of their trimmed corners, in mm."""

    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    gutter: float
    bleed: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height from the first cut to the last."""
        return (
            self.columns * self.width + (self.columns - 1) * self.gutter,
            self.rows * self.height + (self.rows - 1) * self.gutter,
        )

    @property
    def origin(self) -> tuple[float, float]:
        """The first trimmed corner: the block is centered, so that front and back register."""
        width, height = self.size
        return (self.paper.width - width) / 2, (self.paper.height - height) / 2

    def holding(self, count: int) -> Grid:
        """The same grid with no more columns and rows than ``count`` pieces need."""
        columns = min(self.columns, count)
        return replace(self, columns=columns, rows=-(-count // columns))

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """The trimmed corner of a place."""
        x, y = self.origin
        return x + column * (self.width + self.gutter), y + row * (self.height + self.gutter)


def fit_grid(paper: Paper, width: float, height: float, bleed: float) -> Grid:
    """As many pieces as the paper holds, upright or on its side, with room for bleed and crop marks."""
    gutter = 2 * bleed
    best: Grid | None = None
    for sheet in (paper, paper.turned):
        across = sheet.width - 2 * (sheet.edge + bleed)
        down = sheet.height - 2 * (sheet.edge + bleed + _FOOT / 2)
        columns = int((across + gutter) // (width + gutter))
        rows = int((down + gutter) // (height + gutter))
        grid = Grid(sheet, columns, rows, width, height, gutter, bleed)
        if best is None or columns * rows > best.columns * best.rows:
            best = grid
    assert best is not None
    if best.columns * best.rows == 0:
        raise ValueError(f"a piece of {width} × {height} mm does not fit on {paper.title}")
    return best


def impose(
    part: str,
    name: str,
    title: str,
    pieces: Sequence[Piece],
    paper: Paper,
    footer: str,
    theme: Theme,
    metrics: Metrics,
    *,
    debug: bool = False,
) -> list[Page]:
    """Sheets of fronts, each followed by its backs.

    Backs are mirrored for a sheet that is turned over along its upright edge, so that each back
    lands behind its own front.
    """
    if not pieces:
        return []
    first = pieces[0]
    grid = fit_grid(paper, first.width, first.height, first.bleed)
    copies = [piece for piece in pieces for _ in range(piece.copies)]
    a_sheet = grid.columns * grid.rows
    sheets = [copies[start : start + a_sheet] for start in range(0, len(copies), a_sheet)]
    pages: list[Page] = []
    for number, sheet in enumerate(sheets, 1):
        used = grid.holding(len(sheet))
        for side in ("fronts", "backs"):
            shown = f"{title}, sheet {number}, {side}" if len(sheets) > 1 else f"{title}, {side}"
            canvas = Canvas(grid.paper.width, grid.paper.height, metrics, debug=debug)
            canvas.rect(0, 0, grid.paper.width, grid.paper.height, fill=theme["paper"])
            _draw_marks(canvas, used, theme)
            for index, piece in enumerate(sheet):
                row, column = divmod(index, used.columns)
                x, y = used.corner(used.columns - 1 - column if side == "backs" else column, row)
                face = piece.back if side == "backs" else piece.front
                canvas.place(face, x - piece.bleed, y - piece.bleed)
            turn = "Print two-sided, turning the sheet over along its upright edge."
            _draw_caption(canvas, grid.paper, f"{shown} · {turn} {footer}", theme)
            trim = (*used.origin, *used.size)
            bleed = (
                trim[0] - used.bleed,
                trim[1] - used.bleed,
                trim[2] + 2 * used.bleed,
                trim[3] + 2 * used.bleed,
            )
            drawing = canvas.drawing(f"{name}-{number:02d}-{side}", shown)
            pages.append(Page(part, drawing, trim, bleed))
    return pages


def _draw_caption(canvas: Canvas, paper: Paper, text: str, theme: Theme) -> None:
    """One line at the foot, on a strip of paper color so that no crop mark runs through it."""
    type = canvas.metrics.fit(text, Type(CONDENSED, 2.2), paper.width - 2 * paper.edge, 1.8)
    shown = canvas.metrics.shorten(text, type, paper.width - 2 * paper.edge)
    run = canvas.metrics.width(shown, type)
    baseline = paper.height - paper.edge + 1
    canvas.rect((paper.width - run) / 2 - 1, baseline - 2.2, run + 2, 3.2, fill=theme["paper"])
    canvas.text(shown, paper.width / 2, baseline, type, anchor="middle", fill=theme["muted"])


def _draw_marks(canvas: Canvas, grid: Grid, theme: Theme) -> None:
    """Marks for every cut on all four sides: one at the block, and one at the paper's edge.

    The one at the edge is still there when the sheet has been cut into strips.
    """
    x0, y0 = grid.origin
    width, height = grid.size
    reach = grid.bleed + _MARK_GAP
    lines = []
    for x in _cuts(x0, grid.columns, grid.width, grid.gutter):
        for start, end in _marks(y0 - reach, y0 + height + reach, grid.paper.height):
            lines.append(((x, start), (x, end)))
    for y in _cuts(y0, grid.rows, grid.height, grid.gutter):
        for start, end in _marks(x0 - reach, x0 + width + reach, grid.paper.width):
            lines.append(((start, y), (end, y)))
    canvas.segments(lines, stroke=theme["ink"], stroke_width=0.1)


def _cuts(start: float, count: int, size: float, gutter: float) -> list[float]:
    """Where the knife goes along one direction."""
    return [start + index * (size + gutter) + end for index in range(count) for end in (0.0, size)]


def _marks(before: float, after: float, paper: float) -> list[tuple[float, float]]:
    """The stretches of a cut's line outside the block, from ``before`` outward and from ``after``."""
    if before <= 2 * _MARK_LENGTH:
        near = [(0.0, before)]
        far = [(after, paper)]
    else:
        near = [(0.0, _MARK_LENGTH), (before - _MARK_LENGTH, before)]
        far = [(after, after + _MARK_LENGTH), (paper - _MARK_LENGTH, paper)]
    return near + far
