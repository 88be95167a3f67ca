"""Templates and rulers to cut out, exact in millimeters: circles, arcs, scatter, sticks and spans."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from builder.draw.surface.canvas import Canvas, Drawing, Point, mm
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import draw_band
from builder.draw.surface.type import BOLD, CONDENSED, CONDENSED_BOLD, Type
from rulesdb import Ruleset

INCH = 25.4
STICK = 16.0
SPAN = 240.0
_GAP = 5.0
_TAB = 12.0
_BAND = 18.0
_FOOT = 8.0
HEX = 18.0
CHECK = 100.0
RULER = 150.0


@dataclass(frozen=True, slots=True)
class Template:
    """Something to cut out: its size in mm, and how it is drawn from its top left corner."""

    name: str
    width: float
    height: float
    draw: Callable[[Canvas], None]


def templates_for(game: Ruleset, hex_size: float = HEX) -> tuple[Template, ...]:
    """What the game's unit of distance calls for; all games get arcs and scatter.

    ``hex_size`` is that of the map, in mm from flat side to flat side, for blasts that cover hexes.
    """
    unit = game.units["distance"]
    arcs = tuple(_arc(degrees) for degrees in (60, 90, 180))
    scatter = (_scatter("clock", 12), _scatter("hex", 6))
    circles = (_circle(50.0), _circle(100.0))
    if unit == "inch":
        return (*circles, *scatter, *arcs, *_sticks())
    if unit == "hand span":
        return (*circles, *scatter, *arcs, *_gauges(), _ruler())
    if unit == "hex":
        return (*(hex_blast(radius, hex_size) for radius in (1, 2)), *scatter, *arcs)
    return (*scatter, *arcs)


def draw_templates(
    game: Ruleset, size: tuple[float, float], context: DrawingContext, *, hex_size: float = HEX
) -> list[Drawing]:
    """The game's templates on sheets of ``size`` mm, in rows, each with a line to check the printer by."""
    width, height = size
    words = context.words
    sheets: list[list[tuple[float, float, Template]]] = [[]]
    x, y, tallest = 0.0, _BAND, 0.0
    for template in sorted(templates_for(game, hex_size), key=lambda each: -each.height):
        if x > 0 and x + template.width > width:
            x, y, tallest = 0.0, y + tallest + _GAP, 0.0
        # A template left of the line at the foot may reach down next to it.
        lowest = height if x + template.width < width - CHECK - _GAP else height - _FOOT
        if sheets[-1] and y + template.height > lowest:
            sheets.append([])
            x, y, tallest = 0.0, _BAND, 0.0
        sheets[-1].append((x, y, template))
        x += template.width + _GAP
        tallest = max(tallest, template.height)
    drawings = []
    for number, sheet in enumerate(sheets, 1):
        canvas = Canvas(width, height, context)
        about = words("template.about")
        draw_band(canvas, game.title, about, width)
        for left, top, template in sheet:
            with canvas.shifted(left, top), canvas.layer(f"template-{template.name}"):
                template.draw(canvas)
        _check_line(canvas, width, height)
        suffix = "" if len(sheets) == 1 else f"-{number}"
        drawings.append(canvas.drawing(f"templates{suffix}", words("template.title", game=game.title)))
    return drawings


def _circle(diameter: float) -> Template:
    radius = diameter / 2

    def draw(canvas: Canvas) -> None:
        canvas.circle(radius, radius, radius, stroke="ink", stroke_width="cut")
        _cross(canvas, (radius, radius), 3.0)
        text = canvas.words("template.across", size=diameter / 10)
        type = Type(CONDENSED_BOLD, 3.4)
        canvas.text(text, radius, radius + 9, type, anchor="middle")

    return Template(f"circle-{diameter:g}", diameter, diameter, draw)


def _arc(degrees: int) -> Template:
    """A sector with its point at the figure, facing up."""
    reach = 50.0
    half = math.radians(degrees / 2)
    wide, low = reach * math.sin(half), reach * math.cos(half)
    apex = (wide, reach)

    def draw(canvas: Canvas) -> None:
        canvas.path(
            f"M{mm(apex[0])} {mm(apex[1])}L0 {mm(reach - low)}"
            f"A{mm(reach)} {mm(reach)} 0 0 1 {mm(2 * wide)} {mm(reach - low)}Z",
            stroke="ink",
            stroke_width="cut",
        )
        canvas.line((wide, reach - 12), (wide, 0), stroke="rule", stroke_width="rule")
        canvas.text(f"{degrees}°", wide + 1.5, 14, Type(CONDENSED_BOLD, 4))

    return Template(f"arc-{degrees}", 2 * wide, reach, draw)


def _scatter(kind: str, ways: int) -> Template:
    """Numbered directions around a point: a clock's twelve, or the six sides of a hex with 1 on top."""
    size = 60.0
    middle = size / 2
    inner = middle if kind == "clock" else middle * math.cos(math.pi / ways)

    def at(way: float, reach: float) -> Point:
        turn = 2 * math.pi * way / ways
        return middle + reach * math.sin(turn), middle - reach * math.cos(turn)

    def draw(canvas: Canvas) -> None:
        if kind == "hex":
            canvas.polygon([at(way + 0.5, middle) for way in range(ways)], stroke="ink", stroke_width="cut")
        else:
            canvas.circle(middle, middle, middle, stroke="ink", stroke_width="cut")
        shafts = [(at(way, 8.0), at(way, inner - 10.0)) for way in range(ways)]
        canvas.segments(shafts, stroke="muted", stroke_width=0.3)
        for way in range(ways):
            number = way or ways if kind == "clock" else way + 1
            x, y = at(way, inner - 6.0)
            type = Type(BOLD, 4.4)
            canvas.text(str(number), x, y + 1.55, type, anchor="middle")
        _cross(canvas, (middle, middle), 3.0)

    return Template(f"scatter-{kind}", size, size, draw)


def hex_blast(radius: int, size: float) -> Template:
    """A hex and all within ``radius`` hexes of it, on a map whose hexes are ``size`` mm across."""
    corner = size / math.sqrt(3)
    width, height = corner * (3 * radius + 2), size * (2 * radius + 1)
    cells = [
        (across, down)
        for across in range(-radius, radius + 1)
        for down in range(-radius, radius + 1)
        if abs(across + down) <= radius
    ]

    def center(across: int, down: int) -> Point:
        return width / 2 + 1.5 * corner * across, height / 2 + size * (down + across / 2)

    def corners(cell: tuple[int, int]) -> list[Point]:
        x, y = center(*cell)
        turns = [math.radians(60 * each) for each in range(6)]
        points = [(x + corner * math.cos(turn), y + corner * math.sin(turn)) for turn in turns]
        return [(round(x, 3), round(y, 3)) for x, y in points]

    def draw(canvas: Canvas) -> None:
        sides = [side for cell in cells for side in _sides(corners(cell))]
        shared = {side for side in sides if (side[1], side[0]) in sides}
        canvas.segments(
            sorted(side for side in shared if side[0] < side[1]), stroke="rule", stroke_width="rule"
        )
        # One side of the rim begins at each of its corners, so that they form one cut.
        after = dict(side for side in sides if side not in shared)
        rim = [min(after)]
        while len(rim) < len(after):
            rim.append(after[rim[-1]])
        canvas.polygon(rim, stroke="ink", stroke_width="cut")
        _cross(canvas, (width / 2, height / 2), 2.0)
        text = canvas.words("template.hexes", count=radius)
        type = canvas.metrics.fit(text, Type(CONDENSED_BOLD, 3.0), corner * 1.5, 1.75)
        canvas.text(text, width / 2, height / 2 + size * 0.36, type, anchor="middle")

    return Template(f"hexes-{radius}", width, height, draw)


def _sides(corners: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def _check_line(canvas: Canvas, width: float, height: float) -> None:
    """A line of 100 mm at the foot, which shows whether the printer keeps to the size."""
    right, y = width, height - 1.0
    left = right - CHECK
    ends = f"M{mm(left)} {mm(y - 3)}V{mm(y)}H{mm(right)}V{mm(y - 3)}"
    canvas.path(ends, stroke="ink", stroke_width="cut")
    text = canvas.words("template.check", size=int(CHECK))
    type = Type(CONDENSED, 2.6)
    canvas.text(text, left + CHECK / 2, y - 1.2, type, anchor="middle", fill="muted")


def _ruler() -> Template:
    """Fifteen centimeters, marked by millimeters."""

    def draw(canvas: Canvas) -> None:
        canvas.rect(0, 0, RULER, STICK, stroke="ink", stroke_width="cut")
        marks = [
            ((float(at), 0.0), (float(at), 5.0 if at % 10 == 0 else 3.6 if at % 5 == 0 else 2.2))
            for at in range(1, int(RULER))
        ]
        canvas.segments(marks, stroke="ink", stroke_width=0.15)
        for centimetre in range(1, int(RULER) // 10 + 1):
            right = centimetre * 10 - 0.8
            canvas.text(str(centimetre), right, 9.0, Type(BOLD, 3.4), anchor="end")
        canvas.text(canvas.words("template.ruler"), 2.0, 13.6, Type(CONDENSED, 3), fill="muted")

    return Template("ruler-15", RULER, STICK, draw)


def _sticks() -> tuple[Template, ...]:
    """Three and six inches whole; twelve in two halves, of which one has a tab to glue."""
    return (
        _stick("stick-3", 0, 3, 0.0),
        _stick("stick-6", 0, 6, 0.0),
        _stick("stick-12-first", 0, 6, _TAB),
        _stick("stick-12-second", 6, 12, 0.0),
    )


def _stick(name: str, first: int, last: int, tab: float) -> Template:
    length = (last - first) * INCH

    def draw(canvas: Canvas) -> None:
        canvas.rect(0, 0, length, STICK, stroke="ink", stroke_width="cut")
        marks = [
            ((index * INCH / 4, 0.0), (index * INCH / 4, 4.5 if index % 4 == 0 else 2.2))
            for index in range(1, (last - first) * 4)
        ]
        canvas.segments(marks, stroke="ink", stroke_width=0.2)
        for inch in range(first + 1, last + 1):
            x = (inch - first) * INCH - 0.8
            canvas.text(str(inch), x, 8.4, Type(BOLD, 4), anchor="end")
        label = canvas.words(f"template.{name}")
        canvas.text(label, 2.0, 13.6, Type(CONDENSED, 3), fill="muted")
        if tab:
            canvas.rect(length, 0, tab, STICK, stroke="rule", stroke_width="cut")
            label = canvas.words("template.glue")
            canvas.text(label, length + tab / 2, 9, Type(CONDENSED, 3), anchor="middle", fill="muted")

    return Template(name, length + tab, STICK, draw)


def _gauges() -> tuple[Template, ...]:
    """Scales on which players mark their own spans; no span is printed, since each hand has its own."""
    return (_gauge("hand", SPAN), _gauge("finger", SPAN))


def _gauge(name: str, length: float) -> Template:
    """A scale of centimeters on an upright strip."""
    wide = STICK + 4

    def draw(canvas: Canvas) -> None:
        canvas.rect(0, 0, wide, length, stroke="ink", stroke_width="cut")
        marks = [
            ((0.0, float(at)), (5.0 if at % 10 == 0 else 3.4 if at % 5 == 0 else 2.0, float(at)))
            for at in range(1, int(length))
        ]
        canvas.segments(marks, stroke="ink", stroke_width=0.15)
        for centimetre in range(1, int(length) // 10):
            canvas.text(str(centimetre), 8.6, centimetre * 10 + 1.1, Type(CONDENSED, 3), anchor="end")
        instruction = canvas.words("template.stretch", span=canvas.words(f"template.{name}-span"))
        x, y = wide - 4.0, length - 4.0
        canvas.text(
            instruction, x, y, Type(CONDENSED, 3), fill="muted", transform=f"rotate(-90 {mm(x)} {mm(y)})"
        )

    return Template(f"gauge-{name}", wide, length, draw)


def _cross(canvas: Canvas, at: Point, reach: float) -> None:
    x, y = at
    lines: Sequence[tuple[Point, Point]] = [
        ((x - reach, y), (x + reach, y)),
        ((x, y - reach), (x, y + reach)),
    ]
    canvas.segments(lines, stroke="ink", stroke_width=0.2)
