"""Craft to cut out that figures board: seen from above, with a place for the counter of each passenger."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from builder.draw.sheets.cutouts.template_parts import Template, draw_badge, draw_outline
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type
from rulesdb import Entry

# A place is larger than a counter, so that counters can be taken up again.
_PLACE, _ABREAST = 16.6, 2
_WIDE = 58.0
# From the nose to the title, to the first places, and from the last ones to the tail.
_BOW, _CABIN, _STERN = 19.0, 25.5, 8.0
# Half of the width of the hull and of its nose, and how far before the last place wings begin and end.
_HALF, _NOSE = 19.0, 6.0
_WING, _TIP, _TRAIL = 46.0, 20.0, 3.0
_TITLE, _NUMBER = Type(CONDENSED_BOLD, 3.6), Type(CONDENSED, 5.0)


def transports(craft: Entry, count: int, seats: int) -> Iterator[Template]:
    """A piece for each craft of a kind; those of several are numbered."""
    tall = _CABIN + -(-seats // _ABREAST) * _PLACE + _STERN
    for number in range(1, count + 1):
        label = str(number) if count > 1 else ""
        name = f"{craft.slug}-{number}"
        yield Template(name, _WIDE, tall, partial(_draw, craft, label, seats, tall))


def _draw(craft: Entry, number: str, seats: int, tall: float, canvas: Canvas) -> None:
    middle, end = _WIDE / 2, tall - _STERN
    for side in (-1, 1):
        barrel, engine = middle + side * (_HALF - 3.5), middle + side * 9.0
        canvas.line((barrel, 4.0), (barrel, _BOW), stroke="ink", stroke_width=1.6)
        canvas.line((barrel, 4.0), (barrel, 7.0), stroke="ink", stroke_width=2.6)
        canvas.rect(engine - 4.5, tall - 3.0, 9.0, 3.0, radius=0.8, fill="ink")
    draw_outline(canvas, partial(canvas.polygon, list(_hull(middle, end, tall - 2.4))))
    glass = [
        (middle + side * x, y)
        for side, x, y in ((-1, 4.6, 4.0), (1, 4.6, 4.0), (1, 9.4, 13.0), (-1, 9.4, 13.0))
    ]
    canvas.polygon(glass, fill="paper", stroke="ink", stroke_width=0.3)
    draw_badge(canvas, (middle, 8.8), 6.0)
    title = f"{canvas.words.term(craft.title)} {number}".strip().upper()
    type = canvas.metrics.fit(title, _TITLE, 2 * _HALF - 4.0, MIN_SIZE)
    canvas.text(title, middle, _BOW + type.cap / 2, type, anchor="middle", fill="heading")
    about = Type(CONDENSED, 2.6)
    text = canvas.words("template.passengers", count=seats)
    canvas.text(text, middle, _BOW + 4.8, about, anchor="middle", fill="muted")
    for seat in range(seats):
        row, column = divmod(seat, _ABREAST)
        x, y = middle + (column - _ABREAST / 2) * _PLACE, _CABIN + row * _PLACE
        canvas.rect(
            x + 0.3,
            y + 0.3,
            _PLACE - 0.6,
            _PLACE - 0.6,
            radius=1.0,
            fill="paper",
            stroke="rule",
            stroke_width=0.2,
        )
        canvas.text(
            str(seat + 1),
            x + _PLACE / 2,
            y + _PLACE / 2 + _NUMBER.cap / 2,
            _NUMBER,
            anchor="middle",
            fill="muted",
        )


def _hull(middle: float, end: float, tail: float) -> Iterator[Point]:
    """The outline from the nose around the right wing to the tail, and back around the left one."""
    right = [
        (_NOSE, 1.0),
        (_HALF - 6.5, _BOW - 7.0),
        (_HALF, _BOW - 2.0),
        (_HALF, end - _WING),
        (middle - 1.0, end - _TIP),
        (middle - 1.0, end - _TRAIL),
        (_HALF, end + 1.0),
        (_HALF - 5.0, tail),
    ]
    yield from ((middle + x, y) for x, y in right)
    yield from ((middle - x, y) for x, y in reversed(right))
