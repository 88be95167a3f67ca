"""Templates on paper: in rows on sheets of their own, or as a block on a sheet that has room for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from types import MappingProxyType

from builder.draw.sheets.cutouts.blasts_beside import draw_blasts_beside
from builder.draw.sheets.cutouts.check_line import CHECK, CHECK_FOOT, draw_check_line
from builder.draw.sheets.cutouts.template_captions import captions_below
from builder.draw.sheets.cutouts.template_parts import Placed, Template
from builder.draw.sheets.cutouts.template_sections import draw_sections
from builder.draw.sheets.cutouts.template_steps import LARGE_STEPS, MIN_BESIDE, STEPS_SCALE, steps_below
from builder.draw.surface.canvas import Canvas, Drawing, Rectangle
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, draw_band, draw_small_heading
from builder.draw.surface.type import CONDENSED, Type
from builder.geometry.gathering import gather
from rulesdb import Ruleset

# Between templates on sheets and in blocks, in mm; the bold edges are outside of their sizes.
_AIRY, _GAP, _NARROW = 16.0, 8.0, 5.0
# In a row and between rows.
_AIRY_GAPS = ((_GAP, _AIRY), (_NARROW, _AIRY))
_TIGHT_GAPS = ((_GAP, _GAP), (_GAP, _NARROW), (_NARROW, _NARROW))
# The most by which rows of a sheet that has room are further apart.
_MOST_SPREAD = 20.0
# The most between rows that have the steps of their use below them.
_MOST_APART = 22.0
_UNTITLED: Mapping[int, str] = MappingProxyType({})
# What is higher than this share of a sheet stands beside what is not.
_TALL = 0.55
_BAND = 19.4
_HEADING = 8.4
# Between a column of strips and what is at its right: no edge touches another.
_EDGE = 1.0
# From the line along which a strip is cut off to its heading.
_CUT_OFF = 2.4
# The least share of the width of another template at which both can be taken to be as wide.
_ALIKE = 0.85
# The least width for the steps of each of several kinds beside templates, with what is between them.
_MIN_KIND = 46.0
# A lone template in a row that is no wider than this share of it can leave the rest free.
_NARROW_ROW = 0.6
# Less room than this is not free for anything.
_MIN_FREE = 25.0


def template_block(
    templates: Sequence[Template],
    room: tuple[float, float],
    context: DrawingContext,
    *,
    note: str = "template.cut",
    has_check: bool = False,
    has_captions: bool = False,
) -> Drawing | None:
    """Templates in rows below a heading, as wide as the room; None without any, or if they need more room.

    The ``note`` at the end of the heading is that of the catalog by this name. Below those with a check is a
    line to check the print, if there is room. If it ``has_captions``, several without room for their
    steps have a few words below each, if they fit.
    """
    width, height = room
    rows = _in_rows(templates, width - 2 * _EDGE, _NARROW, _NARROW) if templates else []
    rows = _on_axes(rows, is_open=has_check)
    tall = _HEADING + max((y + template.height for _, y, template in rows), default=0.0) + _EDGE
    if not rows or tall > height:
        return None
    is_single = len(templates) == 1
    captions = captions_below(rows, width, context) if has_captions and not is_single else None
    beside = None if is_single else _beside_kinds(templates, width, tall, context)
    if beside is not None or (captions is not None and _HEADING + captions.height > height):
        captions = None
    # The line to check the print is below all, or in a corner that bare templates leave free.
    is_bare = not is_single and beside is None and captions is None
    checked = max(tall, _lowest(rows, width - CHECK) + CHECK_FOOT) if is_bare else tall + CHECK_FOOT
    has_check = has_check and checked <= height
    low = checked if has_check else tall
    canvas = Canvas(width, low if captions is None else max(low, _HEADING + captions.height), context)
    if has_check:
        draw_check_line(canvas, width, canvas.height)
    title, small = context.words("part.Templates"), Type(CONDENSED, 2.6)
    head = draw_small_heading(canvas, title, width)
    left, cut = canvas.metrics.width(title, head) + 3.0, context.words(note)
    if left + canvas.metrics.width(cut, small) <= width:
        canvas.text(cut, width, 3.4, small, anchor="end", fill="muted")
    if is_single and templates[0].steps and width - templates[0].width >= MIN_BESIDE:
        rows = _beside_steps(canvas, templates[0], width)
    elif beside is not None:
        rows, steps, left = beside
        steps.draw(canvas, left, _HEADING)
    elif captions is not None:
        rows = captions.draw(canvas, _HEADING)
    _draw(canvas, rows, _EDGE, _HEADING)
    return canvas.drawing("template-block", title)


def _lowest(placed: Placed, left: float) -> float:
    """How far templates of a block that end right of a distance from its ``left`` go down, in mm."""
    reaching = (y + each.height for x, y, each in placed if x + each.width + 2 * _EDGE > left)
    return _HEADING + max(reaching, default=0.0) + _EDGE


def _beside_steps(canvas: Canvas, template: Template, width: float) -> Placed:
    """A lone template at the left, with the steps of its use in the middle of the room beside it."""
    left = 2 * _EDGE + template.width + _AIRY
    block = steps_below([template], width - left - _GAP, canvas.context, STEPS_SCALE, in_block=True)
    if block is not None:
        block.draw(canvas, left, _HEADING + (template.height - block.height) / 2)
    return [(_GAP, 0.0, template)]


def _beside_kinds(
    templates: Sequence[Template], width: float, tall: float, context: DrawingContext
) -> tuple[Placed, Block, float] | None:
    """Few templates at the left, and the steps of each kind with how far they are from there, in mm; None
    without room for these.
    """
    placed: Placed = []
    left, row = _EDGE, max(template.height for template in templates)
    for template in templates:
        placed.append((left, (row - template.height) / 2, template))
        left += template.width + _GAP
    left += _GAP
    kinds = {template.heading for template in templates if template.heading}
    if not kinds or (width - left) / len(kinds) < _MIN_KIND:
        return None
    steps = steps_below(templates, width - left, context, in_block=True)
    return None if steps is None or steps.height > tall - _HEADING else (placed, steps, left)


def template_strip(
    templates: Sequence[Template],
    room: tuple[float, float],
    context: DrawingContext,
    *,
    has_check: bool = False,
) -> Drawing | None:
    """Templates as a block below a line along which it is cut off its sheet, those with a check above a line
    to check the print; None if they need more room.
    """
    width, height = room
    size, note = (width, height - _CUT_OFF), "template.cut-off"
    block = template_block(templates, size, context, note=note, has_check=has_check, has_captions=True)
    if block is None:
        return None
    canvas = Canvas(width, block.height + _CUT_OFF, context)
    canvas.line((0, 0.2), (width, 0.2), stroke="ink", stroke_width=0.3, stroke_dasharray="2 1.4")
    canvas.place(block, 0, _CUT_OFF)
    return canvas.drawing(block.name, block.title)


def template_sheets(
    templates: Sequence[Template],
    game: Ruleset,
    size: tuple[float, float],
    context: DrawingContext,
    *,
    leaves_room: bool = False,
    is_alone: bool = False,
    titles: Mapping[int, str] = _UNTITLED,
) -> list[Drawing]:
    """Templates on sheets of ``size`` mm with a line to check the print, and their free boxes.

    If they leave room for other things, rows are near each other, and a lone template is at the left of its
    row. Otherwise they are in sections of their kinds with how they are used, spread if a sheet ``is_alone``
    with them; or all spread, with that below the last. Sheets with other ``titles`` than usual have them by
    their index.
    """
    width, height = size
    words = context.words
    room = width - 2 * _EDGE, height - _BAND - CHECK_FOOT
    sheets = _on_sheets(templates, room, is_airy=not leaves_room)
    drawings = []
    for number, sheet in enumerate(sheets, 1):
        canvas, lowest = Canvas(width, height, context), height - CHECK_FOOT
        title = titles.get(number - 1, words("part.Templates"))
        about = "template.about-with-key" if number - 1 in titles else "template.about"
        draw_band(canvas, title, words(about, game=game.title), width)
        draw_check_line(canvas, width, height)
        in_order = [template for *_, template in sheet]
        ways = () if leaves_room else (partial(draw_blasts_beside, is_alone=is_alone), draw_sections)
        ends = (draw(canvas, in_order, _BAND, (width, room[1])) for draw in ways)
        end = next((end for end in ends if end is not None), None)
        if end is not None:
            placed = []
        elif leaves_room:
            placed = _to_the_left(sheet, room[0])
        else:
            placed, lowest = _spread_down(canvas, sheet, room, has_steps=number == len(sheets))
        _draw(canvas, placed, _EDGE, _BAND)
        suffix = "" if len(sheets) == 1 else f"-{number}"
        drawing = canvas.drawing(
            f"templates{suffix}", titles.get(number - 1, words("template.title", game=game.title))
        )
        free = _free(placed, width, lowest) if end is None else _below(end, width, lowest)
        drawings.append(replace(drawing, free=free))
    return drawings


def _spread_down(
    canvas: Canvas, placed: Placed, room: tuple[float, float], *, has_steps: bool
) -> tuple[Placed, float]:
    """The templates of a sheet with some of what is free at its foot above and between them.

    Those whose levels overlap are moved alike. If there is room, the steps of their use are below them, as
    far from the last row as rows are apart.
    Also returns the lowest level that is free, in mm from the edge of the sheet.
    """
    _, height = room
    rows: list[Placed] = []
    low = -1.0
    for each in sorted(placed, key=lambda one: one[1]):
        if each[1] >= low:
            rows.append([])
        rows[-1].append(each)
        low = max(low, each[1] + each[2].height)
    steps, spare = _steps_below(canvas, rows, room) if has_steps else (None, 0.0)
    if steps is None:
        more = min(_MOST_SPREAD, max(0.0, height - low) / (len(rows) + 1))
        spread = [(x, y + more * number, each) for number, row in enumerate(rows, 1) for x, y, each in row]
        return spread, _BAND + height
    apart = min(_MOST_APART, spare / (len(rows) + 2))
    top = apart
    moved: Placed = []
    for row in rows:
        down = top - min(y for _, y, _ in row)
        moved += [(x, y + down, each) for x, y, each in row]
        top += _tall(row) + apart
    steps.draw(canvas, _EDGE, _BAND + top)
    return moved, _BAND + top - _GAP


def _steps_below(
    canvas: Canvas, rows: Sequence[Placed], room: tuple[float, float]
) -> tuple[Block | None, float]:
    """The steps of the use of templates below rows of these, in type as large as there is room for, and how
    much of the height is then free, in mm; None without room.
    """
    width, height = room
    templates = [each for row in rows for *_, each in row]
    free = height - sum(map(_tall, rows))
    for scale, apart in ((LARGE_STEPS, _AIRY), (STEPS_SCALE, _AIRY), (1.0, _GAP)):
        steps = steps_below(templates, width, canvas.context, scale)
        if steps is not None and free - steps.height >= apart * (len(rows) + 1):
            return steps, free - steps.height
    return None, 0.0


def _tall(row: Placed) -> float:
    """The height of templates whose levels overlap, in mm."""
    return max(y + each.height for _, y, each in row) - min(y for _, y, _ in row)


def _to_the_left(placed: Placed, width: float) -> Placed:
    """The templates of a sheet, those at the left that are alone and narrow in their row."""

    def is_alone(y: float, template: Template) -> bool:
        beside = [at for _, at, each in placed if at < y + template.height and y < at + each.height]
        return len(beside) == 1 and template.width <= _NARROW_ROW * width

    return [(0.0 if is_alone(y, template) else x, y, template) for x, y, template in placed]


def _free(placed: Placed, width: float, lowest: float) -> tuple[Rectangle, ...]:
    """The boxes between templates, or between those and the ``lowest`` level, that reach the right edge."""
    boxes = [(_EDGE + x, _BAND + y, _EDGE + x + each.width, _BAND + y + each.height) for x, y, each in placed]
    tops = [_BAND, *(south + _GAP for *_, south in boxes)]
    ends = [lowest, *(north - _GAP for _, north, _, _ in boxes)]
    free = []
    for top, end in product(tops, ends):
        if end - top < _MIN_FREE:
            continue
        beside = [east for _, north, east, south in boxes if north < end + _GAP and top < south + _GAP]
        left = max(beside, default=-_GAP) + _GAP
        free.append((left, top, width - left, end - top))
    return tuple(box for box in free if box[2] >= 2 * _MIN_FREE)


def _below(end: float, width: float, lowest: float) -> tuple[Rectangle, ...]:
    """The box below templates that ``end`` at a level, if there is room for something."""
    top = end + _GAP
    return ((0.0, top, width, lowest - top),) if lowest - top >= _MIN_FREE else ()


def _draw(canvas: Canvas, placed: Placed, left: float, top: float) -> None:
    for x, y, template in placed:
        with canvas.shifted(left + x, top + y), canvas.layer(f"template-{template.name}"):
            template.draw(canvas)


def _in_order(templates: Sequence[Template], room: tuple[float, float], *, is_airy: bool) -> Placed:
    """Templates in rows on one sheet, or beside tall ones; none if they do not fit."""
    width, height = room
    gaps = (*_AIRY_GAPS, *_TIGHT_GAPS) if is_airy else _TIGHT_GAPS[1:]
    rows = (_in_rows(templates, width, across, down) for across, down in gaps)
    ways = (placed for placed in (*rows, _beside_strips(templates, room)) if placed)
    return next((each for each in ways if max(y + one.height for _, y, one in each) <= height), [])


def _on_sheets(templates: Sequence[Template], room: tuple[float, float], *, is_airy: bool) -> list[Placed]:
    """Templates with their corners on as few sheets as possible: in rows if they all fit on one."""
    placed = _in_order(templates, room, is_airy=is_airy)
    if placed:
        return [placed]
    boxes = [(template.width, template.height) for template in templates]
    laid = gather(boxes, room, _NARROW)
    return [[(spot.x, spot.y, templates[spot.index]) for spot in sheet] for sheet in laid]


def _in_rows(templates: Sequence[Template], width: float, across: float, down: float) -> Placed:
    """Templates in rows from the top, the highest first, spread over the width; none if one is too wide.

    They are at least ``across`` mm apart in a row, and rows ``down`` mm.
    """
    rows: list[list[Template]] = []
    for template in sorted(templates, key=lambda each: -each.height):
        taken = sum(each.width + across for each in rows[-1]) if rows else width
        if taken + template.width > width:
            rows.append([])
        rows[-1].append(template)
    if any(template.width > width for template in templates):
        return []
    placed: Placed = []
    top, widest = 0.0, max((template.width for template in templates), default=0.0)
    # Rulers of about one length below each other begin in line.
    in_line = all(len(row) == 1 and row[0].width >= _ALIKE * widest for row in rows)
    middles: list[float] = []
    above: Template | None = None
    for row in rows:
        taken = widest if in_line else sum(template.width for template in row)
        left = between = (width - taken) / (len(row) + 1)
        lefts = []
        for template in row:
            lefts.append(left)
            left += template.width + between
        # Fewer templates than there are above stand below the middles of these.
        if not in_line and len(row) < len(middles) and all(map(_is_below, row, rows[0])):
            lefts = [middle - each.width / 2 for middle, each in zip(middles, row, strict=False)]
        # The halves of a ruler begin in line, whatever is above them.
        if len(row) == 1 and above is not None and _ALIKE * above.width <= row[0].width <= above.width:
            lefts = [placed[-1][0]]
        above = row[0] if len(row) == 1 else None
        middles = middles or [x + each.width / 2 for x, each in zip(lefts, row, strict=True)]
        placed += [
            (x, top + (row[0].height - each.height) / 2, each) for x, each in zip(lefts, row, strict=True)
        ]
        top += row[0].height + down
    return placed


def _on_axes(placed: Placed, *, is_open: bool) -> Placed:
    """Rows of as many templates each below the middles of the first row, if they fit there.

    Those of a row end at one level; but in the last row, those that leave room below them (it ``is_open``)
    begin at one.
    """
    middles = [round(y + each.height / 2, 3) for _, y, each in placed]
    rows = [
        [one for one, middle in zip(placed, middles, strict=True) if middle == level]
        for level in dict.fromkeys(middles)
    ]
    first = rows[0] if rows else []
    are_even = len(rows) > 1 and len(first) > 1 and all(len(row) == len(first) for row in rows)
    if not are_even or not all(
        _is_below(one[2], above[2]) for row in rows for one, above in zip(row, first, strict=True)
    ):
        return placed
    results: Placed = []
    for row in rows:
        top, end = min(y for _, y, _ in row), max(y + each.height for _, y, each in row)
        for (_, _, each), (left, _, above) in zip(row, first, strict=True):
            level = top if is_open and row is rows[-1] else end - each.height
            results.append((left + (above.width - each.width) / 2, level, each))
    return results


def _is_below(template: Template, above: Template) -> bool:
    """Whether a template fits below another without reaching beyond its sides."""
    return template.width <= above.width


def _beside_strips(templates: Sequence[Template], room: tuple[float, float]) -> Placed:
    """Tall templates beside each other, and the others in rows to the right; none if they do not fit."""
    width, height = room
    left = 0.0
    placed: Placed = []
    for template in templates:
        if template.height > _TALL * height:
            placed.append((left, 0.0, template))
            left += template.width + _NARROW
    others = [template for template in templates if template.height <= _TALL * height]
    rows = _in_rows(others, width - left, _GAP, _GAP) if others else []
    return [*placed, *((left + x, y, template) for x, y, template in rows)] if rows else []
