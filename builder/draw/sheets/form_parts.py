"""Parts of record sheets: boxes to tick, numbered boxes, grids to fill in, marks of a figure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from builder.draw.game_sheets import Column
from builder.draw.surface.canvas import Canvas, Rectangle
from builder.draw.surface.color_vision import blend
from builder.draw.surface.flow import Block, Writer
from builder.draw.surface.theme import Theme
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type
from builder.draw.surface.wording import Words
from builder.scenario.model import Force

LINE = 9.6
NUMBERED = 7.2
BOX = 3.3
# One of several that touch.
_JOINED = 3.7
# A box that a counter fits into, and the widest one.
TURN_BOX, _MAX_TURN_BOX = 16.4, 32.0
# Between boxes, in mm: their lines do not run together in print.
_GAP = 0.9
# Many boxes in groups, and between two of these.
_GROUP, _GROUP_GAP = 5, 1.2
_HEAD = 5.6
# The least size of the word at the last turn: a sheet whose text is a little smaller still has seven points.
_LEAST_END = 2.7
_TICKED_ROW, _TICKED_BOX = 6.4, 3.1
# How far rows of ticks in a line are apart, in mm: nearer ones would be read as one row of boxes.
_LEAST_APART, _MOST_APART = 4.0, 9.0
_MARK, _MARK_GAP = 5.0, 1.2
# The size of first texts if one is in several lines, and how far these are apart.
_LABEL_SIZE, _LABEL_STEP = 3.2, 3.5
_ABOUT = Type(CONDENSED, 2.5)
# The corner of a turn with its number, in mm.
_CHIP = (7.4, 6.2)
# The icon in the last of some boxes, and the number of that.
_END_ICON, _END_TYPE = 4.6, Type(BOLD, 2.9)
# A box to tick in that of a turn.
_TICK = 3.6
# The title of a part of a grid.
_PART = 4.8
HEADING = 6.2
"""The height of a heading on a band, in mm."""


@dataclass(frozen=True, slots=True)
class GridLook:
    """How a grid looks: its colors, and what stands before the first text of a row in ``room`` mm.

    ``before`` draws that for a row of a number in its box. Rows that begin a part of the grid have the title
    of the part above them.
    """

    head: str = "panel"
    stripe: str = "panel"
    before: Callable[[Canvas, int, Rectangle], None] | None = None
    room: float = 0.0
    parts: Mapping[int, str] = field(default_factory=dict)


_PLAIN_GRID = GridLook()


def ticked_rows(ids: Sequence[str], boxes: int, writer: Writer, *, marked: int = 0, lost: int = 0) -> Block:
    """Ids of counters, each with its boxes, in as many columns as fit.

    In each row, box ``marked`` is filled, and the first ``lost`` boxes are crossed out.
    """
    large = max(1.0, writer.scale)
    side, tall, type = _TICKED_BOX * large, _TICKED_ROW * large, Type(CONDENSED_BOLD, 3.4 * large)
    before = max([6.0 * large, *(writer.metrics.width(id, type) for id in ids)])
    left = before + 1.4 * large
    least = left + max(boxes, 1) * (side + _GAP)
    fitting = max(1, int((writer.width + _LEAST_APART) // (least + _LEAST_APART)))
    # With no more lines than that takes, as few in each as possible.
    a_row = -(-len(ids) // -(-len(ids) // fitting)) if ids else 1
    # Columns are as far apart as they can be, but few of them stay together.
    wide = min(writer.width / a_row, least + _MOST_APART)

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for index, id in enumerate(ids):
            row, column = divmod(index, a_row)
            at, top = x + column * wide, y + row * tall
            low = top + (tall - side) / 2
            canvas.text(id, at + before, low + (side + type.cap) / 2, type, anchor="end")
            canvas.boxes(at + left, low, boxes, side, _GAP, marked=marked)
            for number in range(lost):
                canvas.cross(at + left + number * (side + _GAP), low, side)

    return Block(-(-len(ids) // a_row) * tall + 3, draw)


def counting_boxes(count: int, marked: Collection[int], width: float, *, end: str = "") -> Block:
    """Boxes numbered up to ``count`` in rows of a width in mm; those in ``marked`` are emphasized.

    The last one is in the color of warnings if it has an icon, which an ``end`` names. A lone box to tick has
    no number.
    """
    a_row = _in_row(count, max(1, int(width // NUMBERED)))

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for number in range(1, count + 1):
            row, column = divmod(number - 1, a_row)
            room = (x + column * NUMBERED, y + row * NUMBERED, NUMBERED, NUMBERED)
            fill, weight, face = ("panel", 0.5, BOLD) if number in marked else ("paper", 0.25, CONDENSED)
            if end and number == count:
                _end_box(canvas, number, room, end)
                continue
            canvas.rect(*room, fill=fill, stroke="ink", stroke_width=weight)
            if count == 1:
                continue
            middle = room[0] + NUMBERED / 2
            canvas.text(str(number), middle, room[1] + 4.8, Type(face, 3.2), anchor="middle", within=room)

    return Block(-(-count // a_row) * NUMBERED, draw)


def _end_box(canvas: Canvas, number: int, room: Rectangle, icon: str) -> None:
    """The last of some boxes, with its number above the icon of what then happens."""
    x, y, side, _ = room
    is_plain = canvas.theme.saves_ink
    color = "ink" if is_plain else "paper"
    canvas.rect(*room, fill="paper" if is_plain else "accent", stroke="ink", stroke_width=0.5)
    canvas.icon(icon, x + side - _END_ICON - 0.4, y + side - _END_ICON - 0.4, _END_ICON, color)
    canvas.text(str(number), x + 0.7, y + 2.8, _END_TYPE, fill=color, within=room)


def _in_row(count: int, most: int) -> int:
    """How many boxes there are in a row of ``most`` at most, so that the last row is not short."""
    last = count % most
    return -(-count // -(-count // most)) if 0 < last < most / 2 else most


def turn_tint(theme: Theme) -> str:
    """The ground of a turn with an event."""
    is_plain = theme.saves_ink
    return theme["paper"] if is_plain else blend(theme["accent"], theme["paper"], 0.14)


def turn_boxes(
    count: int,
    events: Mapping[int, Sequence[str]],
    writer: Writer,
    high: float = TURN_BOX,
    *,
    ticks: Collection[int] = (),
) -> Block:
    """A box for each turn, ``high`` mm so that a counter fits, with its events; the last one is the end.

    The turns in ``ticks`` have a small box to tick beside the last of their events.
    """
    rows = -(-count // int(writer.width // TURN_BOX))
    a_row = -(-count // max(1, rows))
    wide = min(_MAX_TURN_BOX, writer.width / a_row)
    small = Type(CONDENSED_BOLD, 2.9)
    written = {
        turn: [
            line
            for text in texts
            for line in writer.metrics.wrap(text, small, wide - 2.0 - (_TICK + 1.0) * (turn in ticks))
        ]
        for turn, texts in events.items()
    }
    # In a narrow box, the word is smaller, or at last below the number of the turn.
    end, largest, room_beside = (
        writer.words("track.end"),
        Type(writer.context.display, 3.2),
        wide - _CHIP[0] - 4.4,
    )
    end_type = writer.metrics.fit(end, largest, room_beside, _LEAST_END)
    is_beside = writer.metrics.width(end, end_type) <= room_beside

    def draw(canvas: Canvas, x: float, y: float) -> None:
        is_plain = canvas.theme.saves_ink
        marked = turn_tint(canvas.theme)
        for turn in range(1, count + 1):
            row, column = divmod(turn - 1, a_row)
            room = (x + column * wide, y + row * high, wide, high)
            lines = written.get(turn, [])
            canvas.rect(*room, fill=marked if lines else "paper", stroke="ink", stroke_width="box")
            base = room[1] + 4.6
            chip = (*room[:2], *_CHIP)
            if not is_plain:
                x1, y1, tall = chip[0], chip[1], chip[3]
                corners = [(x1, y1), (x1 + chip[2] + 2.0, y1), (x1 + chip[2], y1 + tall), (x1, y1 + tall)]
                canvas.polygon(corners, fill="accent" if lines else "band")
            color = "heading" if is_plain else "paper" if lines else "band_text"
            middle, number = chip[0] + chip[2] / 2, Type(writer.context.display, 3.9)
            canvas.text(str(turn), middle, base, number, anchor="middle", fill=color, within=room)
            low = room[1] + high - 1.5 - (len(lines) - 1) * 3.2
            if turn == count:
                level = base if is_beside else (low - 3.4 if lines else room[1] + high - 1.9)
                right = room[0] + wide - 1.4
                canvas.text(end, right, level, end_type, anchor="end", fill="accent", within=room)
            canvas.lines(lines, room[0] + 1.0, low, small, 3.2, within=room)
            if turn in ticks:
                corner = (room[0] + wide - _TICK - 1.2, room[1] + high - _TICK - 1.2)
                canvas.rect(*corner, _TICK, _TICK, fill="paper", stroke="ink", stroke_width="box")

    return Block(rows * high + 3.0, draw)


def track_heading(
    title: str, icon: str, writer: Writer, tall: float = HEADING, about: str = "", *, band: str = "band"
) -> Block:
    """A heading on a band in the game's color or another, ``tall`` mm high, with an icon before it.

    What it is ``about`` stands small at its end, if there is room.
    """
    side, size = tall * 0.77, tall * 0.61

    def draw(canvas: Canvas, x: float, y: float) -> None:
        is_plain = canvas.theme.saves_ink
        edge = {"stroke": "ink", "stroke_width": "box"} if is_plain else {}
        color = "ink" if is_plain else "paper"
        canvas.rect(x, y, writer.width, tall, radius=0.8, fill="band" if is_plain else band, **edge)
        left = x + 2.0
        if icon:
            canvas.icon(icon, left, y + (tall - side) / 2, side, color)
            left += side + 2.2
        room = x + writer.width - left - 2
        type = writer.metrics.fit(title, Type.title(writer.context.display, size), room, 2.5)
        shown = writer.metrics.shorten(title, type, room)
        canvas.text(shown, left, y + tall / 2 + type.cap / 2, type, fill=color)
        if writer.metrics.width(shown, type) + 2.0 + writer.metrics.width(about, _ABOUT) <= room:
            right, base = x + writer.width - 2.0, y + tall / 2 + _ABOUT.cap / 2
            canvas.text(about, right, base, _ABOUT, anchor="end", fill=color)

    return Block(tall + 1.8, draw, keep_with_next=True, above=1.0)


def beside(parts: Sequence[Block], step: float) -> Block:
    """Blocks beside each other, ``step`` mm from one left edge to the next."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        for number, part in enumerate(parts):
            part.draw(canvas, x + number * step, y)

    return Block(max(part.height for part in parts), draw)


def amount_to_write(force: Force, key: str, words: Words) -> str:
    """A number of a force, or the dice that decide it, with room to write the result."""
    amount = force.amount(key)
    return words("record.rolled", dice=amount) if key in force.dice else str(amount)


def supply_blocks(force: Force, writer: Writer, elsewhere: Collection[str] = ()) -> list[Block]:
    """A line with boxes to tick for each weapon of which a force has a supply, unless it is ``elsewhere``."""
    return [
        _supply(weapon.title, number, writer)
        for slug, (weapon, number) in force.supplies.items()
        if slug not in elsewhere
    ]


def _supply(title: str, number: int, writer: Writer) -> Block:
    lead = f"{writer.words('record.supplies')} {title}"
    type = Type(CONDENSED_BOLD, 3.4)
    left = writer.metrics.width(lead, type) + 2
    a_row = max(1, int((writer.width - left) // (BOX + _GAP)))
    rows = [min(a_row, number - first) for first in range(0, number, a_row)]

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.text(lead, x, y + 3.2, type)
        for index, boxes in enumerate(rows):
            canvas.boxes(x + left, y + index * (BOX + _GAP), boxes, BOX, _GAP)

    return Block(len(rows) * (BOX + _GAP) + 2.5, draw)


def grid(
    title: str,
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    writer: Writer,
    *,
    tall: float = 9.0,
    striped: bool = False,
    boxes: Sequence[int] = (),
    look: GridLook = _PLAIN_GRID,
) -> Block:
    """Rows ``tall`` mm high below headings, with the given texts and boxes to tick.

    Every second row of a ``striped`` grid is tinted. A number in a column of boxes fills so many of them; any
    other text there is in their place, or in that of circles. ``boxes`` says how many of them there are in
    each of the first rows. A row whose first text is too long for one line in readable type is higher.
    """
    unit = writer.width / sum(column.share for column in columns)
    top, room = 6.5 if title else 0.0, columns[0].share * unit - 2 - look.room
    labels = _labels([row[0] if row else "" for row in rows], room, tall, writer)
    heights = [max(tall, len(lines) * _LABEL_STEP + 1.2) if len(lines) > 1 else tall for lines, _ in labels]
    above = [_PART * (number in look.parts) for number in range(len(rows))]
    feet = list(accumulate((a + b for a, b in zip(above, heights, strict=True)), initial=_HEAD))

    def draw(canvas: Canvas, x: float, y: float) -> None:
        canvas.text(title, x, y + 4.6, Type(BOLD, 4))
        y += top
        canvas.rect(x, y, writer.width, _HEAD, fill=look.head)
        for number in range(1, len(rows) if striped else 0, 2):
            low = y + feet[number + 1] - heights[number]
            canvas.rect(x, low, writer.width, heights[number], fill=look.stripe)
        left = x
        for index, column in enumerate(columns):
            wide = column.share * unit
            type = writer.metrics.fit(column.head, Type(CONDENSED_BOLD, 3), wide - 1.5, MIN_SIZE)
            canvas.text(column.head, left + 1, y + 4, type, within=(left, y, wide, _HEAD))
            ends = (left, y), (left, y + feet[-1])
            canvas.line(*ends, stroke="rule", stroke_width="rule")
            for number, row in enumerate(rows):
                low, height = y + feet[number + 1], heights[number]
                cell = row[index] if index < len(row) else ""
                filled = int(cell) if column.boxes and cell.isdecimal() else 0
                is_ticked = column.boxes > 0 and (not cell or cell.isdecimal())
                cell = "" if filled else cell
                indent = 1 + look.room * (index == 0)
                if index == 0 and look.before is not None:
                    look.before(canvas, number, (left, low - height, wide, height))
                lines, type = labels[number] if index == 0 else _one_line(cell, wide - 2, tall, writer)
                base = low - (height + (len(lines) - 1) * _LABEL_STEP - type.cap) / 2
                box = (left, low - height, wide, height)
                if column.circles and cell:
                    canvas.text(cell, left + wide / 2, base, type, anchor="middle", within=box)
                    continue
                canvas.lines(lines, left + indent, base, type, _LABEL_STEP, within=box)
                if is_ticked or column.circles:
                    most = boxes[number] if number < len(boxes) else column.boxes
                    _ticks(canvas, column, (left, low - height / 2, wide), filled, most)
            left += wide
        ends = (left, y), (left, y + feet[-1])
        canvas.line(*ends, stroke="rule", stroke_width="rule")
        for number, part in look.parts.items():
            high = y + feet[number]
            canvas.rect(x, high, writer.width, _PART, fill=look.head)
            canvas.text(part, x + 1, high + 3.4, Type(CONDENSED_BOLD, 3))
        for foot in feet[1:]:
            canvas.rule(x, y + foot, writer.width)

    return Block(top + feet[-1] + 3.6, draw)


def _one_line(text: str, room: float, tall: float, writer: Writer) -> tuple[list[str], Type]:
    """A text in one line, in type that is as large as a row ``tall`` mm high has room for."""
    return [text], writer.metrics.fit(text, Type(CONDENSED, min(3.6, 0.78 * tall)), room, MIN_SIZE)


def _labels(texts: Sequence[str], room: float, tall: float, writer: Writer) -> list[tuple[list[str], Type]]:
    """The first texts of rows in type of one size; in several lines if they are too long for one."""
    types = [_one_line(text, room, tall, writer)[1] for text in texts]
    broken = [" " in text and type.size < _LABEL_SIZE for text, type in zip(texts, types, strict=True)]
    if not any(broken):
        size = min((type.size for type in types), default=_LABEL_SIZE)
        return [([text], Type(CONDENSED, size)) for text in texts]
    label = Type(CONDENSED, _LABEL_SIZE)
    return [
        (writer.metrics.wrap(text, label, room), label)
        if is_broken
        else ([text], label.at(min(type.size, _LABEL_SIZE)))
        for text, type, is_broken in zip(texts, types, broken, strict=True)
    ]


def _ticks(canvas: Canvas, column: Column, row: tuple[float, float, float], filled: int, most: int) -> None:
    """At ``most`` so many of a column's boxes, and its circles, in a row: its left, middle and width in mm.

    The boxes touch. The first are ``filled``, and many are in groups of five.
    """
    left, middle, wide = row
    groups = (column.boxes - 1) // _GROUP if column.boxes > 2 * _GROUP else 0
    step = side = min(_JOINED, (wide - 2 - groups * _GROUP_GAP) / max(1, column.boxes))
    together = _GROUP if groups else max(1, column.boxes)
    total = min(column.boxes, most)
    for first in range(0, total, together):
        count = min(total - first, together)
        at = left + 1 + first * step + first // together * _GROUP_GAP
        for number in range(min(filled - first, count)):
            canvas.rect(at + number * step, middle - side / 2, side, side, fill="ink")
        canvas.boxes(at, middle - side / 2, count, side, 0.0)
    for circle in range(column.circles):
        at = left + wide / 2 + circle * (BOX + _GAP)
        canvas.circle(at, middle, BOX / 2, stroke="ink", stroke_width="box")


def wound_letters(words: Words) -> tuple[str, str, str]:
    """The letters in the boxes for wounded, incapacitated and killed."""
    return words("roster.wounded-letter"), words("roster.incapacitated-letter"), words("roster.killed-letter")


def draw_marks(
    canvas: Canvas, x: float, y: float, width: float, tall: float = LINE, *, wounded: bool = False
) -> None:
    """Boxes for wounds in a line ``tall`` mm high, then a free field for markers."""
    top, step = y + (tall - _MARK) / 2, _MARK + _MARK_GAP
    for index, letter in enumerate(wound_letters(canvas.words)):
        left = x + _MARK_GAP + index * step
        canvas.boxes(left, top, 1, _MARK, 0, marked=1 if wounded and index == 0 else 0)
        middle, type = (left + _MARK / 2, y + tall / 2 + 1.0), Type(CONDENSED, 2.8)
        canvas.text(letter, *middle, type, anchor="middle", fill="muted")
    left = x + _MARK_GAP + 3 * step
    free = (left, top, x + width - left - 0.9, _MARK)
    canvas.rect(*free, radius=0.8, fill="paper", stroke="rule", stroke_width="rule")
