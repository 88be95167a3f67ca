"""The set-up as a diagram: the map from straight above in a frame, and what its discs and stars mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from builder.draw.maps.set_up_signs import draw_goal, goal_numerals, goal_width
from builder.draw.maps.zone_tabs import TALL, ZoneTitle, draw_steps, steps_width
from builder.draw.sheets.set_up_ground import draw_ground
from builder.draw.surface.canvas import Canvas, Drawing, Point
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer
from builder.draw.surface.type import CONDENSED_BOLD, MIN_SIZE, Metrics, Type

if TYPE_CHECKING:
    from builder.draw.maps.slabs.perspective import Slab

# How tall a deck and open ground can be as a share of their width, and the least height of a level in mm.
_MAX_TALL, _MAX_OPEN, _MIN_MAP = 1.0, 1.1, 22.0
_ABOVE, _BELOW, _FRAME = 0.8, 2.5, 0.35
# Around a deck in the dark, between two of them, and the title over each of several.
_AROUND, _APART, _TITLE_ROOM = 2.6, 2.4, 3.9
_TITLE = 2.6
# The key: a line, the room around it, between a sign and its words, and between two entries.
_LINE, _PAD, _GAP, _BETWEEN = 5.0, 1.6, 1.2, 3.6
_WORDS = Type(CONDENSED_BOLD, 2.75)

_Entry = tuple[float, Callable[[Canvas, Point], object], str]


@dataclass(frozen=True, slots=True)
class SetUpMap:
    """A diagram of the set-up for a column of text; ``share`` is that of the column's width for the map.

    The ``zones`` are those in which somebody is set up, in the order of the steps.
    """

    slabs: Sequence[Slab]
    zones: Sequence[ZoneTitle] = ()
    share: float = 1.0

    def blocks(self, writer: Writer) -> list[Block]:
        """The diagram as a block; none if it would be too small to see, or if nobody is set up in a zone."""
        diagram = _planned(self.slabs, self.zones, writer.width, self.share, writer.context)
        if diagram is None:
            return []
        left = (writer.width - diagram.width) / 2

        def draw(canvas: Canvas, x: float, y: float) -> None:
            # Most of the ways to set a briefing are never drawn.
            canvas.place(diagram.drawing(), x + left, y + _ABOVE)

        return [Block(diagram.height + _ABOVE + _BELOW, draw)]


def draw_set_up(
    slabs: Sequence[Slab], zones: Sequence[ZoneTitle], width: float, share: float, context: DrawingContext
) -> Drawing | None:
    """A map from straight above, ``share`` of ``width`` mm wide, with its set-up and key in a frame.

    The frame of open ground is as wide as the map, that of decks always ``width`` mm.
    Its levels are below each other. None if it would be too small to see, or if nobody is set up in a zone.
    """
    diagram = _planned(slabs, zones, width, share, context)
    return None if diagram is None else diagram.drawing()


def _planned(
    slabs: Sequence[Slab], zones: Sequence[ZoneTitle], width: float, share: float, context: DrawingContext
) -> _Diagram | None:
    """The same before it is drawn."""
    if not slabs or not zones:
        return None
    letters = goal_numerals(sum(len(slab.flags) for slab in slabs))
    key = _Key(list(_entries(slabs, zones, letters, context)), context.metrics)
    is_deck = slabs[0].diagram is not None
    wide = width * share
    width = width if is_deck else wide
    around = _AROUND if is_deck else 0.0
    tall = width * (share * _MAX_TALL if is_deck else _MAX_OPEN)
    layout = _Levels(slabs, wide - 2 * around, tall, around)
    if layout.height / len(slabs) < _MIN_MAP:
        return None
    return _Diagram(layout, key, letters, width, context)


@dataclass(frozen=True, slots=True)
class _Diagram:
    """The levels of a diagram and its key below them, ``width`` mm wide."""

    levels: _Levels
    key: _Key
    letters: Sequence[str]
    width: float
    context: DrawingContext

    @property
    def height(self) -> float:
        return self.levels.height + len(self.key.lines(self.width - 2 * _PAD)) * _LINE + 2 * _PAD - 1.0

    def drawing(self) -> Drawing:
        """The levels, the key and a frame."""
        levels, width = self.levels, self.width
        canvas = Canvas(width, self.height, self.context)
        canvas.rect(0, 0, width, canvas.height, fill="paper")
        canvas.rect(0, 0, width, levels.height, fill=levels.slabs[0].ground)
        levels.draw(canvas, (width - levels.width) / 2, self.letters)
        canvas.line((0, levels.height), (width, levels.height), stroke="ink", stroke_width=_FRAME)
        self.key.draw(canvas, self.key.lines(width - 2 * _PAD), (_PAD, levels.height + _PAD))
        canvas.rect(0, 0, width, canvas.height, stroke="ink", stroke_width=_FRAME)
        return canvas.drawing("set-up", self.context.words("briefing.set-up"))


def _entries(
    slabs: Sequence[Slab], zones: Sequence[ZoneTitle], letters: Sequence[str], context: DrawingContext
) -> list[_Entry]:
    """What the key explains: the width of each sign, how it is drawn around a point, and its words."""
    entries: list[_Entry] = []
    for zone in zones:
        wide = steps_width(zone.steps, context)
        entries.append((wide, _steps_sign(zone), zone.text))
    titles = [title for slab in slabs for _, title in slab.flags]
    for title, letter in zip(titles, letters, strict=True):
        entries.append((goal_width(letter, context), _goal_sign(letter), title))
    # What several levels have needs one line.
    signs = {text: (wide, draw, text) for slab in slabs for wide, draw, text in slab.signs}
    return [*entries, *signs.values()]


def _steps_sign(zone: ZoneTitle) -> Callable[[Canvas, Point], object]:
    return lambda canvas, at: draw_steps(canvas, zone.steps, zone.side, at)


def _goal_sign(letter: str) -> Callable[[Canvas, Point], object]:
    return lambda canvas, at: draw_goal(canvas, letter, at)


# In how many steps lines are made shorter to be even.
_SHARES = 20


@dataclass(frozen=True, slots=True)
class _Key:
    """The signs of a diagram with their words, in lines."""

    entries: Sequence[_Entry]
    metrics: Metrics

    @property
    def widest(self) -> float:
        """The width of the longest entry."""
        return max(sign + _GAP + self.metrics.width(words, _WORDS) for sign, _, words in self.entries)

    def lines(self, width: float) -> list[list[tuple[float, _Entry, Type]]]:
        """The entries in lines of a width, each with its place from the left and its type.

        Several lines are about as long as each other.
        """
        lines = self._filled(width)
        narrower = (width * share / _SHARES for share in range(_SHARES // 2, _SHARES))
        ways = (self._filled(room) for room in narrower if room >= self.widest)
        return next((way for way in ways if len(way) == len(lines)), lines)

    def _filled(self, width: float) -> list[list[tuple[float, _Entry, Type]]]:
        """The entries in lines that are filled one after the other."""
        lines: list[list[tuple[float, _Entry, Type]]] = []
        at = 0.0
        for entry in self.entries:
            sign, _, words = entry
            type = self.metrics.fit(words, _WORDS, width - sign - _GAP, MIN_SIZE)
            wide = sign + _GAP + self.metrics.width(words, type)
            if lines and at + wide <= width:
                lines[-1].append((at, entry, type))
            else:
                lines.append([(0.0, entry, type)])
                at = 0.0
            at += wide + _BETWEEN
        return lines

    def draw(
        self, canvas: Canvas, lines: Sequence[Sequence[tuple[float, _Entry, Type]]], corner: Point
    ) -> None:
        """Draw the lines from a corner on."""
        for number, line in enumerate(lines):
            middle = corner[1] + number * _LINE + TALL / 2
            for at, (sign, draw, words), type in line:
                left = corner[0] + at
                draw(canvas, (left + sign / 2, middle))
                canvas.text(words, left + sign + _GAP, middle + type.cap / 2, type)


class _Levels:
    """The levels of a map below each other at one scale, a place on one below the same place on the others.

    They are at most ``wide`` and ``tall`` mm with the room ``around`` them.
    """

    def __init__(self, slabs: Sequence[Slab], wide: float, tall: float, around: float) -> None:
        self.slabs, self.around = slabs, around
        self.bounds = [slab.outline.bounds for slab in slabs]
        self.title = _TITLE_ROOM if len(slabs) > 1 else 0.0
        apart = _APART if len(slabs) > 1 else 0.0
        self.west = min(west for west, *_ in self.bounds)
        across = max(east for _, _, east, _ in self.bounds) - self.west
        down = sum(south - north for _, north, _, south in self.bounds)
        fixed = len(slabs) * self.title + (len(slabs) - 1) * apart + 2 * around
        self.apart = apart
        self.scale = min(wide / across, (tall - fixed) / max(down, 1.0))
        self.width, self.height = across * self.scale, down * self.scale + fixed

    def draw(self, canvas: Canvas, left: float, letters: Sequence[str]) -> None:
        """Draw all levels; their first objective has the first of the ``letters``."""
        top, first = self.around, 0
        for slab, (west, north, _, south) in zip(self.slabs, self.bounds, strict=True):
            own = letters[first : first + len(slab.flags)]
            first += len(slab.flags)
            at = (left + (west - self.west) * self.scale, top + self.title)
            if self.title:
                type = Type(canvas.context.display, _TITLE, 0.2)
                canvas.text(slab.title.upper(), at[0], top + _TITLE, type, fill=f"{slab.ground}_number")
            if slab.diagram is not None:
                slab.diagram(canvas, at, self.scale, own)
            else:
                draw_ground(canvas, slab, at, self.scale, own)
            top += self.title + (south - north) * self.scale + self.apart
