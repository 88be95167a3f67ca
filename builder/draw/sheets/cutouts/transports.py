"""Craft to cut out that figures board: seen from above, with a place for the counter of each passenger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from builder.draw.sheets.cutouts.template_parts import Template, draw_badge, draw_outline
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.color_vision import blend
from builder.draw.surface.type import CONDENSED, CONDENSED_BOLD, MIN_SIZE, Type
from rulesdb import Entry

# A place is larger than a counter, so that counters can be taken up again.
_PLACE, _ABREAST = 16.6, 2
_WIDE = 58.0
# From the nose to the title, to the first places, and from the last ones to the tail.
_BOW, _CABIN, _STERN = 19.0, 25.5, 8.0
# Half of the width of the hull and of its nose; how far before the last place wings begin, how far their tips
# reach, and where they end; the same of the fins at the tail; how far both stand out.
_HALF, _NOSE = 19.0, 4.0
_WING, _TIP, _TIP_END, _TRAIL, _SPAN = 54.0, 30.0, 15.0, 18.0, 28.4
_FIN, _FIN_TIP, _FIN_SPAN = 9.0, 0.5, 26.0
# How strong the color of the game is on wings, on the glass, and on the stripe of a wing.
_WING_TINT, _GLASS, _STRIPE = 0.3, 0.72, 0.85
_SEAM: Mapping[str, Any] = {"stroke": "muted", "stroke_width": 0.18}
# How far the guns on the wings are from the middle.
_GUN = 22.6
# The ribs of the ramp.
_RIBS = 7
_TITLE, _NUMBER = Type(CONDENSED_BOLD, 3.6), Type(CONDENSED, 5.0)


def transports(craft: Entry, count: int, seats: int) -> Iterator[Template]:
    """A piece for each craft of a kind; those of several are numbered."""
    tall = _CABIN + -(-seats // _ABREAST) * _PLACE + _STERN
    for number in range(1, count + 1):
        label = str(number) if count > 1 else ""
        name = f"{craft.slug}-{number}"
        draw = partial(_draw, craft, label, seats, tall)
        yield Template(name, _WIDE, tall, draw, lies_over=False)


def _draw(craft: Entry, number: str, seats: int, tall: float, canvas: Canvas) -> None:
    middle, end = _WIDE / 2, tall - _STERN
    draw_outline(canvas, partial(canvas.polygon, list(_hull(middle, end, tall - 2.4))))
    _draw_plates(canvas, middle, end, tall - 2.4)
    _draw_guns(canvas, middle, end)
    draw_badge(canvas, (middle, _BOW - 4.6), 4.4)
    title = f"{canvas.words.term(craft.title)} {number}".strip().upper()
    type = canvas.metrics.fit(title, _TITLE, 2 * _HALF - 8.0, MIN_SIZE)
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


def _draw_guns(canvas: Canvas, middle: float, end: float) -> None:
    """A gun on each wing, along the hull: within the outline, so that it is cut out with the craft."""
    for side in (-1, 1):
        barrel = middle + side * _GUN
        root, muzzle = end - _TIP_END - 4.5, end - _TIP - 3.0
        canvas.line((barrel, root), (barrel, muzzle), stroke="ink", stroke_width=1.2)
        canvas.line((barrel, muzzle + 2.4), (barrel, muzzle), stroke="ink", stroke_width=2.0)


def _draw_plates(canvas: Canvas, middle: float, end: float, tail: float) -> None:
    """Wings and fins with stripes, the glass of the cockpit, the ribs of the ramp, and seams of the hull."""
    band, paper = canvas.theme["band"], canvas.theme["paper"]
    is_plain = band == paper
    wing, glass, stripe = ("paper",) * 3 if is_plain else tuple(
        blend(band, paper, share) for share in (_WING_TINT, _GLASS, _STRIPE)
    )  # fmt: skip
    line = {"stroke": "ink", "stroke_width": 0.25}
    for side in (-1, 1):

        def at(x: float, y: float, side: int = side) -> Point:
            return middle + side * x, y

        low, tip, rear = end - _WING, end - _TIP, end - _TIP_END
        canvas.polygon(
            [at(_HALF, low + 3.0), at(_SPAN - 2.2, tip + 0.8), at(_SPAN - 2.2, rear - 1.8),
             at(_HALF, end - _TRAIL - 2.2)],
            fill=wing, **line,
        )  # fmt: skip
        canvas.polygon(
            [
                at(_HALF, tip + 0.5),
                at(_SPAN - 2.2, tip + 6.2),
                at(_SPAN - 2.2, tip + 9.4),
                at(_HALF, tip + 4.0),
            ],
            fill=stripe,
        )
        canvas.polygon(
            [
                at(_HALF - 2.6, end - _FIN + 4.6),
                at(_FIN_SPAN - 2.0, end + 0.6),
                at(_FIN_SPAN - 2.0, tail - 1.8),
                at(_HALF - 2.6, tail - 3.0),
            ],
            fill=wing, **line,
        )  # fmt: skip
        panes = [at(0.5, 3.0), at(3.2, 3.0), at(7.4, 8.6), at(7.4, 10.6), at(0.5, 10.6)]
        canvas.polygon(panes, fill=glass, **line)
        canvas.line(at(_HALF - 1.4, _BOW + 1.0), at(_HALF - 1.4, low), **_SEAM)
        canvas.line(at(8.8, 9.0), at(_HALF - 2.0, _BOW - 0.4), **_SEAM)
    ramp, ends = 11.0, (end + 1.2, tail - 1.6)
    canvas.rect(middle - ramp, ends[0], 2 * ramp, ends[1] - ends[0], radius=0.6, fill=wing, **line)
    ribs = [middle - ramp + 2 * ramp * step / (_RIBS + 1) for step in range(1, _RIBS + 1)]
    canvas.segments([((x, ends[0] + 0.6), (x, ends[1] - 0.6)) for x in ribs], **_SEAM)


def _hull(middle: float, end: float, tail: float) -> Iterator[Point]:
    """The outline from the nose around the right wing and fin to the tail, and back around the left ones."""
    right = [
        (_NOSE, 1.0),
        (9.0, 7.0),
        (_HALF - 3.5, _BOW - 5.0),
        (_HALF, _BOW + 1.0),
        (_HALF, end - _WING),
        (_SPAN, end - _TIP),
        (_SPAN, end - _TIP_END),
        (_HALF + 0.4, end - _TRAIL),
        (_HALF + 0.4, end - _FIN),
        (_FIN_SPAN, end - _FIN_TIP),
        (_FIN_SPAN, tail),
        (_HALF - 5.0, tail),
    ]
    yield from ((middle + x, y) for x, y in right)
    yield from ((middle - x, y) for x, y in reversed(right))
