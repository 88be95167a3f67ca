"""Draws counters enlarged, with remarks at both sides of each face, and what the patches of others mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from builder.draw.pieces.counter_anatomy import Anatomy, Remark
from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.patch_row import Patch, PatchRow
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import SMALL_HEADING, draw_small_heading
from builder.draw.surface.type import CONDENSED, Metrics, Type

# The scales of all faces, or of only the fronts of all but the first; larger ones would shout down the sheet.
_ALL, _FRONTS = (1.85, 1.7, 1.6), (1.6,)
_SMALL = 1.35
LARGEST = _ALL[0]
"""The largest scale beside other things."""
OWN_SHEET = 2.4
"""The largest scale on a sheet that has nothing else but a key."""
SCALES = (*_ALL, _SMALL)
"""All scales, the largest first."""
# Below the letters of the heading, more if a remark is on an upper edge, and below the counters, in mm.
_BELOW_HEADING, _ABOVE_EDGE, _FOOT = 3.2, 1.4, 1.2
# Between the patches of others and what is above them, or at their left.
_ABOVE_PATCHES, _BESIDE_PATCHES = 3.0, 8.0
# Between rows of faces, and the least and the most between faces beside each other.
_BETWEEN, _MIN_APART, _MAX_APART = 3.4, 4.0, 34.0
# Between a face and the remarks beside it, of which a line leaves this free.
_LEADER, _FREE = 5.0, 0.9
_LINE, _CASING, _DOT = 0.22, 0.6, 0.5
# How far the dot at the end of a line is within what the remark is about, or before type.
_INSIDE, _BESIDE_TYPE = 0.5, 0.15
_REMARK = Type(CONDENSED, 3.0)
# How many times as large remarks are on a sheet of their own.
_GROWN = 1.2
# From line to line of a remark.
_STEP = 3.5
# Between two remarks below each other.
_APART = 1.1
# The widths that remarks may have, and in what steps lines of one remark are made alike.
_WIDTHS, _NARROWER = (34.0, 28.0, 22.0, 19.5, 17.0), 0.5
# Above this level, a remark may be at either side.
_TOP = 4.0
_SHADOW, _SHADE = (0.7, 0.9), 0.16
_TINY = 1e-6


@dataclass(frozen=True, slots=True)
class _Column:
    """Remarks on one side of a face with their lines, and the width of the longest in mm.

    They are ``grow`` times as large as usual.
    """

    remarks: Sequence[Remark]
    lines: Sequence[Sequence[str]]
    width: float
    grow: float

    @property
    def type(self) -> Type:
        return _REMARK.at(self.grow * _REMARK.size)

    @property
    def step(self) -> float:
        return self.grow * _STEP

    @property
    def height(self) -> float:
        return sum(map(len, self.lines)) * self.step + _APART * max(0, len(self.lines) - 1)

    @property
    def taken(self) -> float:
        """Its width with that of the lines to the face; 0 without remarks."""
        return self.width + _LEADER if self.remarks else 0.0


@dataclass(frozen=True, slots=True)
class _Face:
    """A face of a counter with the remarks at its left and right."""

    drawing: Drawing
    bleed: float
    left: _Column
    right: _Column
    side: float

    @property
    def width(self) -> float:
        return self.left.taken + self.side + self.right.taken

    @property
    def has_room(self) -> bool:
        """Whether no column of remarks is higher than the face."""
        return max(self.left.height, self.right.height) <= self.side


def draw_anatomy(
    anatomies: Sequence[Anatomy],
    patches: Sequence[Patch],
    width: float,
    height: float,
    context: DrawingContext,
    *,
    may_be_short: bool = True,
    least: float = 0.0,
    most: float = LARGEST,
    heading: float = SMALL_HEADING,
) -> Drawing | None:
    """Pieces with their remarks below a heading, and what the patches of others mean below them.

    They are as large as they fit, from ``least`` to ``most`` times as large as those to cut out; None if they
    do not. If it ``may_be_short``, only the first piece has to fit, and the patches of others may be beside
    it or left out. The ``heading`` is of a size in mm.
    """
    row, none = PatchRow(patches, width, context), PatchRow((), width, context)
    # Beside a piece there is less room, and a stripe can be understood from that of the piece.
    column = PatchRow([patch for patch in patches if not patch.line], 0.0, context)
    scales = [scale for scale in _ALL if scale <= most]
    ways: list[tuple[Sequence[Anatomy], PatchRow, float, bool]] = [
        *((anatomies, row, scale, True) for scale in (OWN_SHEET, *_ALL)),
        # Backs tell more than a larger front.
        (anatomies, row, _SMALL, True),
        *((anatomies, row, scale, False) for scale in (*_FRONTS, _SMALL)),
    ]
    if may_be_short:
        few = anatomies[:1]
        ways += [
            (few, patched, scale, True) for patched in (row, column, none) for scale in (*scales, _SMALL)
        ]
    drawn = (
        _drawn(*way, width, height, context, heading) for way in ways if way[0] and least <= way[2] <= most
    )
    return next((drawing for drawing in drawn if drawing is not None), None)


def _drawn(
    anatomies: Sequence[Anatomy],
    patches: PatchRow,
    scale: float,
    has_backs: bool,
    width: float,
    height: float,
    context: DrawingContext,
    heading: float,
) -> Drawing | None:
    """The pieces in a scale with the patches; None if they or their remarks do not fit."""
    is_below = patches.width >= width
    below = _ABOVE_PATCHES + patches.height if patches.patches and is_below else 0.0
    head = _head(anatomies, heading)
    if head + SIZE * scale + _FOOT + below > height:
        return None
    room = width if is_below else width - patches.breadth - _BESIDE_PATCHES
    ways = []
    for share in _WIDTHS:
        faces = [_face(*each, scale, share, context.metrics) for each in _faces(anatomies, has_backs)]
        ways.append((faces, _rows(faces, room)))
    if len(anatomies) == 1:
        # The sides of a piece are rather beside each other than with their remarks in fewer lines.
        ways.sort(key=lambda way: len(way[1]))
    for faces, rows in ways:
        # Faces below each other have one left edge.
        if max(map(len, rows)) == 1 and not _lefts(rows, room):
            continue
        tall = head + len(rows) * (SIZE * scale + _BETWEEN) - _BETWEEN + _FOOT
        is_high = is_below or head + patches.height <= tall
        if tall + below <= height and is_high and all(face.has_room and face.width <= room for face in faces):
            return _sheet(rows, patches, (width, tall + below), context, heading, head)
    return None


def _head(anatomies: Sequence[Anatomy], heading: float) -> float:
    """The height of a heading of a size with what is free below it."""
    is_on_edge = any(remark.at[1] == 0.0 for anatomy in anatomies for remark in anatomy.front)
    return heading + _BELOW_HEADING + (_ABOVE_EDGE if is_on_edge else 0.0)


def _faces(
    anatomies: Sequence[Anatomy], has_backs: bool
) -> Iterator[tuple[Drawing, float, Sequence[Remark]]]:
    """The faces with their bleeds and remarks; without backs, those of the first piece have one anyway."""
    for number, anatomy in enumerate(anatomies):
        piece = anatomy.piece
        yield piece.front, piece.bleed, anatomy.front
        # A back that is like the front is left out.
        if anatomy.back and (has_backs or number == 0):
            yield piece.back, piece.bleed, anatomy.back


def _face(
    drawing: Drawing, bleed: float, remarks: Sequence[Remark], scale: float, share: float, metrics: Metrics
) -> _Face:
    """A face with its remarks, each at most ``share`` mm wide.

    A lone remark at the upper left is at the right, where others are, if these are lower and leave room.
    """
    left = [each for each in remarks if each.is_left]
    right = [each for each in remarks if not each.is_left]
    grow = _GROWN if scale >= OWN_SHEET else 1.0
    first = left[0] if len(left) == 1 and right else None
    is_highest = first is not None and first.at[1] < _TOP < min(each.at[1] for each in right)
    if first is not None and first.from_right is not None and is_highest:
        all_right = [replace(first, at=first.from_right, is_left=False), *right]
        if _column(all_right, share, grow, metrics).height <= SIZE * scale:
            left, right = [], all_right
    columns = [_column(each, share, grow, metrics) for each in (left, right)]
    return _Face(drawing, bleed, columns[0], columns[1], SIZE * scale)


def _column(remarks: Sequence[Remark], share: float, grow: float, metrics: Metrics) -> _Column:
    ordered, type = sorted(remarks, key=lambda one: one.at[1]), _REMARK.at(grow * _REMARK.size)
    lines = [_balanced(remark.text, share, type, metrics) for remark in ordered]
    widest = max((metrics.width(line, type) for text in lines for line in text), default=0.0)
    return _Column(ordered, lines, widest, grow)


def _balanced(text: str, width: float, type: Type, metrics: Metrics) -> list[str]:
    """A text in as few lines as fit the width, which are about equally long."""
    lines, narrower = metrics.wrap(text, type, width), width
    longest_word = max((metrics.width(word, type) for word in text.split()), default=0.0)
    while len(lines) > 1 and narrower - _NARROWER > longest_word:
        narrower -= _NARROWER
        other = metrics.wrap(text, type, narrower)
        if len(other) > len(lines):
            break
        lines = other
    return lines


def _rows(faces: Sequence[_Face], width: float) -> list[list[_Face]]:
    """The faces in rows, each as full as it can be."""
    rows: list[list[_Face]] = [[]]
    for face in faces:
        taken = sum(each.width + _MIN_APART for each in rows[-1])
        if rows[-1] and taken + face.width > width:
            rows.append([])
        rows[-1].append(face)
    return rows


def _lefts(rows: Sequence[Sequence[_Face]], width: float) -> list[float]:
    """The left edges of the faces in the columns that all rows share; none without room for them."""
    columns = [[row[at] for row in rows if len(row) > at] for at in range(max(map(len, rows)))]
    before = [max(face.left.taken for face in column) for column in columns]
    wide = [
        left + max(face.side + face.right.taken for face in column)
        for left, column in zip(before, columns, strict=True)
    ]
    spare, gaps = width - sum(wide), len(columns) - 1
    if len(rows) > 1 and spare < _MIN_APART * gaps - _TINY:
        return []
    apart = min(_MAX_APART, spare / max(1, gaps))
    starts = accumulate((each + apart for each in wide[:-1]), initial=0.0)
    return [start + left for start, left in zip(starts, before, strict=True)]


def _sheet(
    rows: Sequence[Sequence[_Face]],
    patches: PatchRow,
    size: tuple[float, float],
    context: DrawingContext,
    heading: float,
    head: float,
) -> Drawing:
    """The rows of faces, in columns if these have room, and the patches below or beside them.

    They begin ``head`` mm below the upper edge.
    """
    width, height = size
    is_below = patches.width >= width
    room = width if is_below else width - patches.breadth - _BESIDE_PATCHES
    canvas = Canvas(width, height, context)
    title = context.words("counter.anatomy")
    draw_small_heading(canvas, title, width, heading)
    top, lefts = head, _lefts(rows, room)
    for row in rows:
        for face, x in zip(row, lefts or _lefts([row], room), strict=False):
            _enlarged(canvas, face, (x, top))
        top += rows[0][0].side + _BETWEEN
    if is_below:
        patches.draw(canvas, (0.0, top - _BETWEEN + _FOOT + _ABOVE_PATCHES))
    else:
        patches.draw(canvas, (width - patches.breadth, head))
    return canvas.drawing("anatomy", title)


def _enlarged(canvas: Canvas, face: _Face, corner: Point) -> None:
    """A face with its remarks at both sides, each with a line that ends at what it is about."""
    side, (x, y), theme = face.side, corner, canvas.theme
    scale = side / SIZE
    if theme["band"] != theme["paper"]:
        shade = blend(theme["ink"], theme["paper"], _SHADE)
        canvas.rect(x + _SHADOW[0], y + _SHADOW[1], side, side, fill=shade)
    canvas.place(face.drawing, x, y, scale=scale, window=(face.bleed, face.bleed, SIZE, SIZE))
    canvas.rect(x, y, side, side, stroke="ink", stroke_width="crop")
    for column, is_left in ((face.left, True), (face.right, False)):
        edge = x - _LEADER if is_left else x + side + _LEADER
        wanted = [y + remark.at[1] * scale for remark in column.remarks]
        # A remark on the upper edge is level with it.
        type, step = column.type, column.step
        levels = _levels(wanted, column.lines, (y - step / 2, y + side), step)
        for remark, lines, middle in zip(column.remarks, column.lines, levels, strict=True):
            inside = 0.0 if remark.is_on_edge else -(_BESIDE_TYPE + _DOT) if remark.is_type else _INSIDE
            spot = x + remark.at[0] * scale + (inside if is_left else -inside), y + remark.at[1] * scale
            start = (edge + _FREE if is_left else edge - _FREE), middle
            canvas.line(start, spot, stroke="paper", stroke_width=_CASING)
            canvas.line(start, spot, stroke="ink", stroke_width=_LINE)
            canvas.circle(*spot, _DOT, fill="accent", stroke="paper", stroke_width=0.25)
            base = middle + type.cap / 2 - (len(lines) - 1) * step / 2
            half = len(lines) * step / 2 + 0.5
            within = (edge - column.width if is_left else edge, middle - half, column.width + 0.1, 2 * half)
            anchor = "end" if is_left else "start"
            canvas.lines(lines, edge, base, type, step, anchor=anchor, within=within)


def _levels(
    wanted: Sequence[float], lines: Sequence[Sequence[str]], ends: tuple[float, float], step: float
) -> list[float]:
    """The middles of remarks, each as near as possible to what it is about, between two ends.

    >>> levels = _levels([2.0, 3.0, 30.0], [["a"], ["b"], ["c"]], (0.0, 35.0), 3.5)
    >>> [round(level, 1) for level in levels]
    [2.0, 6.6, 30.0]
    """
    halves = [len(each) * step / 2 for each in lines]
    middles: list[float] = []
    for level, half in zip(wanted, halves, strict=True):
        least = middles[-1] + halves[len(middles) - 1] + _APART if middles else ends[0]
        middles.append(max(level, least + half))
    limit = ends[1]
    for number in range(len(middles) - 1, -1, -1):
        middles[number] = min(middles[number], limit - halves[number])
        limit = middles[number] - halves[number] - _APART
    return middles
