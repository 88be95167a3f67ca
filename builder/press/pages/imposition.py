"""Lays out pieces on sheets: fronts and backs in register, on both sides of a fold, or one face per page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from builder.draw.maps.open.frame import TITLE_BAND, TITLE_RULE, draw_title
from builder.draw.pieces.fold_guide import FOLD_GUIDE
from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import Canvas, Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import CONDENSED, MIN_SIZE, Type
from builder.press.pages.beneath import (
    MARK_GAP,
    MARK_LENGTH,
    DrawBelow,
    Placed,
    fitting,
    grown,
    inked_box,
    placed_below,
    taken,
)
from builder.press.pages.grid import FOOT, Grid, fit_grid, grid_for
from builder.press.pages.layout import Face, Flip, Layout
from builder.press.pages.page import Box, Foot, Leaf, Page, blank_page
from builder.press.pages.paper import Paper
from builder.press.pages.strips import HEADING_STEP, Strip, heading_lines, strips_for
from builder.press.services.sheet import Duplex, Side
from rulesdb import InputError

# A mark at the edge of the paper is no longer than the strip of the caption is high.
_EDGE_MARK = 7.0
_TARGET_RADIUS = 1.5
_TARGET_ARM = 2.5

# From the edge of the paper to the strip of the title of a sheet.
_ABOVE_TITLE = 2.5
# From the level of a title to the upper and the lower edge of the steps beside it, and their share of the
# width.
_STEPS_HEIGHT, _STEPS_SHARE = (-1.6, 7.9), 0.46
# Between the title of a sheet and the marks below it.
_BELOW_TITLE = 0.8
_REMARK = Type(CONDENSED, 2.6)
# A line after the names of a group that is no longer than this, in mm, is left out.
_MIN_LINE = 12.0

Bleeds = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Aside:
    """What is printed beside pieces if there is room: a ``remark`` at the end of the first group's name, what
    is ``below`` the pieces, from top to bottom, and what is ``behind`` that on the sheet of backs. A sheet to
    fold has a ``guide`` to that below everything, or without room the ``steps`` beside its title.
    """

    remark: str = ""
    below: Sequence[DrawBelow] = ()
    behind: Sequence[DrawBelow] = ()
    steps: DrawBelow | None = None
    guide: DrawBelow | None = None


NO_ASIDE = Aside()


@dataclass(frozen=True, slots=True)
class _Aside:
    """What is aside of the pieces of one sheet: a remark, what is below them, what is behind that, and how a
    sheet to fold becomes pieces.
    """

    remark: str
    below: Placed = ()
    behind: Placed = ()
    steps: DrawBelow | None = None


@dataclass(frozen=True, slots=True)
class _Run:
    """Data that all pages of some pieces share."""

    part: str
    layout: Layout
    face: Face
    footer: str
    context: DrawingContext
    aside: _Aside


def impose(
    part: str,
    title: str,
    pieces: Sequence[Piece],
    layout: Layout,
    footer: str,
    context: DrawingContext,
    aside: Aside = NO_ASIDE,
    *,
    may_fold: bool = False,
) -> list[Page]:
    """Sheets of fronts, each followed by its backs; or sheets with both, to fold.

    If sheets ``may_fold``, one is to be folded where that saves a page: for the last few pieces if no others
    have the same back, or for all if they fit on it.

    Pieces that share their cuts and have groups start a row with each group. What is ``aside`` is on the
    last sheet, unless the pieces leave no room.
    A piece that is turned over left to right has its back upright, whichever edge the sheet is flipped over.
    """
    if not pieces:
        return []
    words = context.words
    run = _Run(
        part, layout, layout.face_of(pieces[0]), footer, context, _Aside(aside.remark, steps=aside.steps)
    )
    sheets = _on_sheets(run, pieces, may_fold)
    pages: list[Page] = []
    for number, (used, sheet) in enumerate(sheets, 1):
        folds = used.room < used.paper.width
        if number == len(sheets):
            width = used.paper.width - 2 * used.origin[0] if folds else used.size[0]
            guide = [aside.guide] if folds and aside.guide is not None else []
            below = fitting([*aside.below, *guide], used, width)
            if guide:
                # Smaller, if that leaves air between the pieces.
                roomy = used.airy(_lowest(used) - MARK_GAP, is_alone=False)
                below = max(fitting([*aside.below, *guide], roomy, width), below, key=len)
            has_guide = any(each.name == FOLD_GUIDE for each in below)
            behind = [] if folds else fitting(aside.behind, used, width)
            tall = max(taken(each, used.paper) for each in (below, behind))
            used = used.airy(_lowest(used) - MARK_GAP - tall, is_alone=not (below or behind))
            placed = [placed_below(each, used) for each in (below, behind)]
            run = replace(
                run, aside=_Aside(aside.remark, placed[0], placed[1], None if has_guide else aside.steps)
            )
        else:
            used = used.airy(_lowest(used) - MARK_GAP, is_alone=True)
        sheet_title = words("sheet.number", title=title, number=number) if len(sheets) > 1 else title
        stem = f"{part.lower()}-{number:02d}"
        if folds:
            fold_title = words("sheet.to-fold", title=sheet_title)
            pages.append(_folded(run, used, sheet, f"{stem}-fold", fold_title))
        else:
            for side in layout.sheet.order:
                side_title = words(f"sheet.{side}s", title=sheet_title)
                pages.append(_one_side(run, used, sheet, side, f"{stem}-{side}s", side_title))
    return pages


def _on_sheets(run: _Run, pieces: Sequence[Piece], may_fold: bool) -> list[tuple[Grid, list[Piece]]]:
    """The pieces of each sheet with their places."""
    layout, face = run.layout, run.face
    copies = [piece for piece in pieces for _ in range(piece.copies)]
    is_grouped = bool(pieces[0].group) and fit_grid(layout, face).gutter == 0
    to_fold = _to_fold(run, pieces if is_grouped else (), copies) if may_fold else None
    if is_grouped and to_fold is not None and len(to_fold.places) == len(copies):
        return [(to_fold, copies)]
    grid = grid_for(layout, face, len(copies))
    grids = _grouped(grid, run, pieces) if is_grouped else _plain(grid, len(copies))
    sheets = []
    for used in grids:
        count = len(used.places)
        sheets.append((used, copies[:count]))
        del copies[:count]
    last = sheets[-1][1]
    # Cards with the same back are one deck, which is made in one way.
    before = {piece.back.name for _, each in sheets[:-1] for piece in each}
    is_apart = before.isdisjoint(piece.back.name for piece in last)
    if not is_grouped and is_apart and to_fold is not None and len(last) <= to_fold.columns * to_fold.rows:
        sheets[-1] = _evenly_folded(run, to_fold, len(last)), last
    return sheets


def _to_fold(run: _Run, groups: Sequence[Piece], copies: Sequence[Piece]) -> Grid | None:
    """A sheet with fronts beside their backs, with ``groups`` if they all fit on it below a title; else None.

    None also if pieces are not printed on both sides of a sheet at home.
    """
    layout = run.layout
    if layout.duplex not in (Duplex.LONG, Duplex.SHORT) or layout.sheet.file is not None:
        return None
    usual = _folded_grid(run, replace(layout, duplex=Duplex.FOLD), groups, len(copies))
    if usual is None or not groups or usual.is_even:
        return usual
    narrower = (
        grid
        for columns in range(usual.columns - 1, usual.columns // 2, -1)
        for grid in (_folded_grid(run, replace(layout, duplex=Duplex.FOLD), groups, len(copies), columns),)
        if grid is not None and grid.rows == usual.rows
    )
    turned = _turned_to_fold(run, groups, len(copies))
    return next((grid for grid in (*narrower, turned) if grid is not None and grid.is_even), usual)


def _evenly_folded(run: _Run, usual: Grid, count: int) -> Grid:
    """A sheet to fold for a number of pieces: upright if that leaves no place empty, as for three cards."""
    turned = None if usual.holding(count).is_even else _turned_to_fold(run, (), count)
    if turned is None or count > turned.columns * turned.rows or not turned.holding(count).is_even:
        return usual.holding(count)
    return turned.holding(count)


def _turned_to_fold(run: _Run, groups: Sequence[Piece], count: int) -> Grid | None:
    """A sheet to fold that is upright, where the usual one is on its side; None if that may not be."""
    layout = run.layout
    if layout.paper is None or not layout.sheet.may_turn:
        return None
    upright = layout.paper if layout.paper.width < layout.paper.height else layout.paper.turned
    one_way = replace(layout, duplex=Duplex.FOLD, paper=upright, sheet=replace(layout.sheet, may_turn=False))
    return _folded_grid(run, one_way, groups, count)


def _folded_grid(
    run: _Run, layout: Layout, groups: Sequence[Piece], count: int, columns: int | None = None
) -> Grid | None:
    """A sheet to fold in a layout, with at most so many columns; None if the pieces do not fit on it."""
    try:
        grid = grid_for(layout, run.face, count)
    except InputError:
        return None
    if columns is not None:
        grid = replace(grid, columns=min(columns, grid.columns))
    if not groups:
        return grid
    grids = _grouped(grid, replace(run, layout=layout), groups, may_mix=False)
    return grids[0] if len(grids) == 1 and grids[0].top is not None else None


def _plain(grid: Grid, count: int) -> list[Grid]:
    """The sheets of pieces without groups."""
    a_sheet = grid.columns * grid.rows
    return [grid.holding(min(a_sheet, count - start)) for start in range(0, count, a_sheet)]


def _grouped(grid: Grid, run: _Run, pieces: Sequence[Piece], *, may_mix: bool = True) -> list[Grid]:
    """The sheets of groups of pieces: below a title if they leave room for it, else in the middle."""
    paper, size = grid.paper, (grid.width, grid.height)
    highest = paper.edge + TITLE_BAND + _BELOW_TITLE + MARK_LENGTH + MARK_GAP + grid.bleed
    lowest = _lowest(grid)

    def strips_in(room: float) -> list[tuple[Strip, ...]]:
        return strips_for(pieces, grid.columns, size, room, run.context.metrics, may_mix=may_mix)

    whole = strips_in(lowest - (paper.height - lowest))
    if run.layout.flip(paper) is not Flip.LEVEL:
        below = strips_in(lowest - highest)
        if len(below) <= len(whole):
            return [replace(grid.with_strips(strips), top=highest + strips[0].gap) for strips in below]
    return [grid.with_strips(strips) for strips in whole]


def _lowest(grid: Grid) -> float:
    """The lowest level of the last cut on a page."""
    return grid.paper.height - grid.paper.edge - grid.bleed - FOOT / 2


def _draw_title(
    canvas: Canvas, grid: Grid, title: str, about: str, width: float, steps: Drawing | None = None
) -> None:
    """The title above the pieces, on a strip of paper color so that no crop mark runs into it.

    The ``steps`` from the sheet to pieces are at its end.
    """
    left, top = grid.origin[0], grid.paper.edge
    canvas.rect(left - 1, _ABOVE_TITLE, width + 2, top + TITLE_BAND - 0.4 - _ABOVE_TITLE, fill="paper")
    with canvas.shifted(0, top):
        room = width if steps is None else width - steps.width
        draw_title(canvas, title, about, room, left=left, is_fixed=True)
        if steps is not None:
            rule = {"stroke": "ink", "stroke_width": 0.25}
            canvas.line((left + room, TITLE_RULE), (left + width, TITLE_RULE), **rule)
            canvas.place(steps, left + room, _STEPS_HEIGHT[0])


def _draw_headings(canvas: Canvas, grid: Grid, remark: str) -> None:
    """The names of groups above their first rows, each in one line followed by a rule to the end of the row.

    The ``remark`` is at the end of the first line, if there is room.
    """
    left, _, width, _ = grid.trim
    for row, strip in enumerate(grid.strips):
        if not strip.heading:
            continue
        y = grid.corner(0, row)[1] - grid.bleed - 1.1
        lines, type = heading_lines(strip, width, canvas.metrics), strip.type
        room = (left, y - len(lines) * HEADING_STEP, width + 0.1, len(lines) * HEADING_STEP + 1)
        top = y - (len(lines) - 1) * HEADING_STEP
        columns = max(len(line) for line in lines)
        for number, line in enumerate(lines):
            for column, text in enumerate(line):
                x, base = left + column * width / columns, top + number * HEADING_STEP
                canvas.text(text, x, base, type, fill="heading", within=room)
        begun = left + (len(lines[-1]) - 1) * width / columns
        start, end = begun + canvas.metrics.width(lines[-1][-1], type) + 2.0, left + width
        long = canvas.metrics.width(remark, _REMARK) if row == 0 and remark else 0.0
        if long and start + long < end:
            canvas.text(remark, end, y, _REMARK, anchor="end", fill="muted")
            end -= long + 2.0
        # After the last of several lines, it would seem to belong to that alone.
        if end - start > _MIN_LINE and len(lines) == 1:
            middle = y - type.cap / 2
            canvas.line((start, middle), (end, middle), stroke="rule", stroke_width="rule")


def _place(canvas: Canvas, placed: Placed, left: float) -> None:
    for drawing, top in placed:
        canvas.place(drawing, left, top)


def _one_side(run: _Run, grid: Grid, sheet: Sequence[Piece], side: Side, name: str, title: str) -> Page:
    """A page of fronts, or of the backs that are behind them when it is turned over."""
    layout, words, paper = run.layout, run.context.words, grid.paper
    flip = layout.flip(paper) if side is Side.BACK else Flip.NONE
    shift = layout.back_shift(paper) if side is Side.BACK else (0.0, 0.0)
    canvas = blank_page(paper, run.context)
    inked = inked_box(grid)
    with canvas.shifted(*shift):
        if layout.sheet.crop.has(side):
            _draw_crop_marks(canvas, paper, inked, *grid.cuts)
        if layout.sheet.registration.has(side):
            _draw_registration_marks(canvas, paper, inked)
        # From the last, so that no field covers the band of the row above it.
        for piece, (column, row) in reversed(list(zip(sheet, grid.places, strict=True))):
            corner = grid.corner(*grid.behind(column, row, flip), flip)
            art, turned = _art_of(piece, side), flip is Flip.LEVEL
            bleeds = grid.bleeds(column, row, flip)
            _place_face(canvas, art, run.face, corner, bleeds, half_turn=turned)
    if grid.top is not None:
        _draw_title(canvas, grid, title, run.footer, grid.size[0])
    if side is layout.sheet.order[0]:
        _draw_headings(canvas, grid, run.aside.remark)
        _place(canvas, run.aside.below, grid.origin[0])
    else:
        _place(canvas, run.aside.behind, grid.origin[0])
    how = [words(f"sheet.{layout.duplex}")]
    if any(shift):
        right, down = map(words.number, shift)
        how.append(words("sheet.backs-moved", right=right, down=down))
    foot = Foot(f"{title} · {' '.join(how)} {run.footer}", paper, is_centered=True)
    trim = (grid.trim[0] + shift[0], grid.trim[1] + shift[1], *grid.size)
    bookmark = words.of("part", run.part)
    bleed = grown(trim, grid.bleed)
    leaf = Leaf.FRONT if side is layout.sheet.order[0] else Leaf.BACK
    return Page(run.part, canvas.drawing(name, title), trim, bleed, bookmark, leaf, foot=foot)


def _folded(run: _Run, grid: Grid, sheet: Sequence[Piece], name: str, title: str) -> Page:
    """A page with fronts to the left of a fold, and backs to the right, at the same distance from it."""
    paper, words = grid.paper, run.context.words
    canvas = blank_page(paper, run.context)
    left_edge, top = grid.origin
    trim = (left_edge, top, paper.width - 2 * left_edge, grid.size[1])
    x, above, width, height = grown(trim, grid.bleed)
    inked = (x, inked_box(grid)[1], width, height + above - inked_box(grid)[1])
    fronts, rows = grid.cuts
    _draw_crop_marks(canvas, paper, inked, [*fronts, *(paper.width - x for x in fronts)], rows)
    for piece, (column, row) in reversed(list(zip(sheet, grid.places, strict=True))):
        left, above, right, below = grid.bleeds(column, row)
        _place_face(canvas, piece.front, run.face, grid.corner(column, row), (left, above, right, below))
        _place_face(canvas, piece.back, run.face, grid.folded(column, row), (right, above, left, below))
    across = paper.width - 2 * left_edge
    if grid.top is not None:
        low, high = _STEPS_HEIGHT
        steps = run.aside.steps(_STEPS_SHARE * across, high - low) if run.aside.steps is not None else None
        _draw_title(canvas, grid, title, run.footer, across, steps)
    _draw_headings(canvas, grid, "")
    # It is above the fronts: the bands of backs lack what they lose.
    lines = len(heading_lines(grid.strips[0], grid.trim[2], canvas.metrics))
    level = grid.corner(0, 0)[1] - grid.bleed - 1.3 - lines * HEADING_STEP
    canvas.text(run.aside.remark, left_edge, level, _REMARK, fill="muted")
    _place(canvas, run.aside.below, left_edge)
    above = MARK_LENGTH if grid.top is not None else paper.height
    _draw_fold_line(canvas, paper, inked, above, MARK_LENGTH if run.aside.below else paper.height)
    foot = Foot(f"{title} · {words('sheet.fold')} {run.footer}", paper, is_centered=True)
    bookmark = words.of("part", run.part)
    return Page(run.part, canvas.drawing(name, title), trim, inked, bookmark, Leaf.ALONE, foot=foot)


def _place_face(
    canvas: Canvas,
    art: Drawing,
    face: Face,
    corner: tuple[float, float],
    bleeds: Bleeds,
    *,
    half_turn: bool = False,
) -> None:
    """Place a side of a piece with its trimmed corner at ``corner``, clipped to the available bleed.

    ``bleeds`` are in mm: left, up, right and down.
    """
    left, top, right, bottom = bleeds
    x, y = corner[0] - left, corner[1] - top
    if half_turn:
        left, top, right, bottom = right, bottom, left, top
    # From the middle of the drawing outward, in mm of the drawing.
    window = (
        art.width / 2 - (face.width / 2 + left) / face.scale,
        art.height / 2 - (face.height / 2 + top) / face.scale,
        (face.width + left + right) / face.scale,
        (face.height + top + bottom) / face.scale,
    )
    canvas.place(art, x, y, scale=face.scale, window=window, half_turn=half_turn, keep_texts=True)


def _art_of(piece: Piece, side: Side) -> Drawing:
    return piece.front if side is Side.FRONT else piece.back


def draw_face(piece: Piece, side: Side, layout: Layout, context: DrawingContext) -> Drawing:
    """One side of a piece in the size of its sheet, with bleed."""
    face = layout.face_of(piece)
    canvas = Canvas(face.width + 2 * face.bleed, face.height + 2 * face.bleed, context)
    _place_face(canvas, _art_of(piece, side), face, (face.bleed, face.bleed), (face.bleed,) * 4)
    return canvas.drawing(f"{piece.name}-{side}", f"{piece.front.title}, {side}")


def face_pages(part: str, pieces: Sequence[Piece], layout: Layout, context: DrawingContext) -> list[Page]:
    """A page for each side of each piece, copies repeated, in the order of the sheet."""
    pages: list[Page] = []
    for piece in pieces:
        face = layout.face_of(piece)
        trim = (face.bleed, face.bleed, face.width, face.height)
        drawings = [draw_face(piece, side, layout, context) for side in layout.sheet.order]
        sides = [Page(part, each, trim, (0.0, 0.0, each.width, each.height)) for each in drawings]
        pages += sides * piece.copies
    return pages


def _draw_crop_marks(
    canvas: Canvas, paper: Paper, block: Box, xs: Sequence[float], ys: Sequence[float]
) -> None:
    """Marks for every cut on all four sides: one at the block, and one at the paper's edge.

    ``block`` is the area that the ink covers, ``xs`` and ``ys`` are the cuts. The marks at the edge remain
    when the sheet has been cut into strips.
    """
    x, y, width, height = block
    lines = []
    for at in xs:
        for start, end in _stretches(y - MARK_GAP, y + height + MARK_GAP, paper.height):
            lines.append(((at, start), (at, end)))
    for at in ys:
        for start, end in _stretches(x - MARK_GAP, x + width + MARK_GAP, paper.width):
            lines.append(((start, at), (end, at)))
    canvas.segments(lines, stroke="ink", stroke_width="crop")


def _draw_registration_marks(canvas: Canvas, paper: Paper, block: Box) -> None:
    """A target near each corner of the block; held to the light, those of both sides should coincide."""
    x, y, width, height = block
    off = MARK_GAP + _TARGET_ARM + 0.5
    across = (max(_TARGET_ARM + 0.5, x - off), min(paper.width - _TARGET_ARM - 0.5, x + width + off))
    down = (max(_TARGET_ARM + 0.5, y - off), min(paper.height - _TARGET_ARM - 0.5, y + height + off))
    for at_x in across:
        for at_y in down:
            canvas.circle(at_x, at_y, _TARGET_RADIUS, stroke="ink", stroke_width="crop")
            level = ((at_x - _TARGET_ARM, at_y), (at_x + _TARGET_ARM, at_y))
            upright = ((at_x, at_y - _TARGET_ARM), (at_x, at_y + _TARGET_ARM))
            canvas.segments([level, upright], stroke="ink", stroke_width="crop")


def _draw_fold_line(canvas: Canvas, paper: Paper, block: Box, above: float, below: float) -> None:
    """Dashes on the vertical middle line, from ``above`` mm over the block to ``below`` mm under it.

    They run between the halves, too, since the margins are cut away before the fold.
    """
    middle, head, foot = paper.width / 2, block[1] - MARK_GAP, block[1] + block[3] + MARK_GAP
    ends = (middle, max(0.0, head - above)), (middle, min(paper.height, foot + below))
    canvas.line(*ends, stroke="ink", stroke_width=0.2, stroke_dasharray="2 1.2")
    canvas.text(
        canvas.words("sheet.fold-here"),
        middle + 1.2,
        max(4.0, block[1] - 2.0),
        Type(CONDENSED, MIN_SIZE),
        fill="muted",
    )


def _stretches(before: float, after: float, paper: float) -> list[tuple[float, float]]:
    """The marks on the line of a cut that crosses the block from ``before`` to ``after``."""
    if before <= 2 * MARK_LENGTH:
        near = [(0.0, before)]
        far = [(after, paper)]
    else:
        near = [(0.0, _EDGE_MARK), (before - MARK_LENGTH, before)]
        far = [(after, after + MARK_LENGTH), (paper - _EDGE_MARK, paper)]
    return near + far
