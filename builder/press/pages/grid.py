"""The places of equal pieces on a page, and of their backs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from builder.press.pages.layout import Face, Flip, Layout
from builder.press.pages.page import Box
from builder.press.pages.paper import Paper
from builder.press.pages.strips import Strip, plain_strips
from builder.press.services.sheet import Duplex
from rulesdb import InputError

FOOT = 4.0
# What may be added to the air above a heading, in mm: above other things, and on a sheet with nothing else.
_AIR, _AIR_ALONE = 3.4, 10.0
# Above other things, it is this share of the room that is left, if that is more.
_LOOSE = 0.12
_AT_FOLD = 1.0
_NARROW = (1.0, 0.6)
# How far a piece reaches over the next one, in mm.
_OVERLAP = 0.06


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns and rows of faces on a page; all lengths in mm.

    ``room`` is the width in which the block is centered: the page, or the left half of a sheet to fold.
    ``strips`` are the rows from top to bottom. The block is centered in the height of the page, too, unless
    its first cut is ``top`` mm below the edge.
    """

    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    gutter: float
    bleed: float
    room: float
    strips: tuple[Strip, ...]
    top: float | None = None

    @property
    def size(self) -> tuple[float, float]:
        """Width and height from the first cut to the last."""
        return (
            self.columns * self.width + (self.columns - 1) * self.gutter,
            self.rows * self.height
            + (self.rows - 1) * self.gutter
            + sum(strip.gap for strip in self.strips[1:]),
        )

    @property
    def origin(self) -> tuple[float, float]:
        """The first trimmed corner: the block is centered, so that front and back register."""
        width, height = self.size
        top = (self.paper.height - height) / 2 if self.top is None else self.top
        return (self.room - width) / 2, top

    @property
    def trim(self) -> Box:
        """From the first cut to the last."""
        return (*self.origin, *self.size)

    def holding(self, count: int) -> Grid:
        """The same grid with only as many columns and rows as ``count`` pieces need."""
        return self.with_strips(plain_strips(count, min(self.columns, count)))

    def with_strips(self, strips: tuple[Strip, ...]) -> Grid:
        """The same grid with these rows, and only as many columns as they need."""
        columns = max(strip.count for strip in strips)
        return replace(self, columns=columns, rows=len(strips), strips=strips)

    def airy(self, lowest: float, *, is_alone: bool) -> Grid:
        """The same grid with more air above headings, as far as the pieces stay above a level in mm.

        If the pieces are all that is on the sheet, they are spread over it, with some room left at its foot.
        """
        spare = lowest - (self.origin[1] + self.size[1])
        spare = spare if self.top is not None else 2 * (spare - self.strips[0].gap)
        later = [strip for strip in self.strips[1:] if strip.gap]
        air = min(max(_AIR, _LOOSE * spare), _AIR_ALONE, spare / len(later)) if later else 0.0
        if is_alone and later:
            air = max(air, min(_AIR_ALONE, spare / (len(later) + 1)))
        if air <= 0.0:
            return self
        first, *strips = self.strips
        wider = [replace(strip, gap=strip.gap + air) if strip.gap else strip for strip in strips]
        return replace(self, strips=(first, *wider))

    @property
    def is_even(self) -> bool:
        """Whether all rows of each block have as many pieces, so that every cut is straight."""
        rows = pairwise(self.strips)
        return all(one.count == other.count for one, other in rows if not other.gap)

    @property
    def places(self) -> list[tuple[int, int]]:
        """The column and row of each place."""
        return [(column, row) for row, strip in enumerate(self.strips) for column in range(strip.count)]

    def corner(self, column: int, row: int, flip: Flip = Flip.NONE) -> tuple[float, float]:
        """The trimmed corner of a place; with a ``flip``, of one on the back page."""
        x, y = self.origin
        strips = tuple(reversed(self.strips)) if flip is Flip.LEVEL else self.strips
        above = strips[:row] if flip is Flip.LEVEL else strips[1 : row + 1]
        down = sum(strip.gap for strip in above)
        return x + column * (self.width + self.gutter), y + row * (self.height + self.gutter) + down

    def behind(self, column: int, row: int, flip: Flip) -> tuple[int, int]:
        """The place on the back page that is behind a place of the front page."""
        if flip is Flip.UPRIGHT:
            return self.columns - 1 - column, row
        if flip is Flip.LEVEL:
            return column, self.rows - 1 - row
        return column, row

    def folded(self, column: int, row: int) -> tuple[float, float]:
        """The trimmed corner of the back that is behind a place when the page is folded."""
        x, y = self.corner(column, row)
        return self.paper.width - x - self.width, y

    def bleeds(self, column: int, row: int, flip: Flip = Flip.NONE) -> tuple[float, float, float, float]:
        """How far the art of a place can extend left, up, right and down: over the next pieces only a little.

        With a ``flip``, how far that of the place behind it can extend.
        """
        between = min(self.bleed, self.gutter / 2)
        # Pieces whose art meets overlap a little, so that no white shows between them.
        over = min(self.bleed, between + _OVERLAP)
        # Art in narrow gutters ends in line, also where no piece is beside it.
        alone = between if self.gutter else self.bleed
        below = self.strips[row + 1] if row + 1 < self.rows else Strip(0)
        above = self.strips[row - 1] if row else Strip(0)
        is_last = column + 1 >= self.strips[row].count
        is_lowest = below.gap > 0 or row + 1 == self.rows
        is_highest = (row > 0 and self.strips[row].gap > 0) or row == 0
        left = self.bleed if column == 0 else between
        up = self.bleed if is_highest else alone if column >= above.count else between
        right = self.bleed if column + 1 == self.columns else alone if is_last else over
        down = self.bleed if is_lowest else alone if column >= below.count else over
        if flip is Flip.UPRIGHT:
            return right, up, left, down
        return (left, down, right, up) if flip is Flip.LEVEL else (left, up, right, down)

    @property
    def cuts(self) -> tuple[list[float], list[float]]:
        """The x of vertical cuts and the y of horizontal ones."""
        tops = [self.corner(0, row)[1] for row in range(self.rows)]
        lefts = [self.corner(column, 0)[0] for column in range(self.columns)]
        return _cuts(lefts, self.width), _cuts(tops, self.height)


def grid_for(layout: Layout, face: Face, count: int) -> Grid:
    """The grid for a number of faces, with narrower gutters if that saves a sheet for the last few.

    Raises:
        InputError: not even one fits, or the layout has no page.
    """
    usual = fit_grid(layout, face)
    if layout.sheet.gutter is not None:
        return usual
    narrow = (fit_grid(layout, face, gutter) for gutter in _NARROW if gutter < usual.gutter)
    return min((usual, *narrow), key=lambda grid: -(-count // (grid.columns * grid.rows)))


def fit_grid(layout: Layout, face: Face, gutter: float | None = None) -> Grid:
    """As many faces as the page holds, upright or on its side, with room for bleed and crop marks.

    ``gutter`` is in mm; without it, that of the face.

    Raises:
        InputError: not even one fits, or the layout has no page.
    """
    paper, sheet = layout.paper, layout.sheet
    if paper is None:
        raise InputError(f"{sheet.title} has no page")
    if gutter is None:
        gutter = face.gutter
    best: Grid | None = None
    for page in (paper, paper.turned) if sheet.may_turn else (paper,):
        if layout.duplex is Duplex.FOLD:
            room = page.width / 2
            across = room - 2 * max(page.edge, _AT_FOLD) - 2 * face.bleed
        else:
            room = page.width
            across = room - 2 * (page.edge + face.bleed)
        down = page.height - 2 * (page.edge + face.bleed + FOOT / 2)
        columns = _count(across, face.width, gutter, sheet.columns)
        rows = _count(down, face.height, gutter, sheet.rows)
        strips = plain_strips(columns * rows, max(1, columns))
        grid = Grid(page, columns, rows, face.width, face.height, gutter, face.bleed, room, strips)
        if best is None or columns * rows > best.columns * best.rows:
            best = grid
    assert best is not None
    if best.columns * best.rows == 0:
        raise InputError(f"a piece of {face.width} × {face.height} mm does not fit on {paper.title}")
    return best


def _count(room: float, size: float, gutter: float, most: int | None) -> int:
    fits = max(0, int((room + gutter + 1e-6) // (size + gutter)))
    return fits if most is None else min(fits, most)


def _cuts(starts: Sequence[float], size: float) -> list[float]:
    """The cuts along one direction; one if two pieces share it."""
    cuts = [start + end for start in starts for end in (0.0, size)]
    return list(dict.fromkeys(round(cut, 6) for cut in cuts))
