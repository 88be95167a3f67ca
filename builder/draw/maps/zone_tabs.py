"""The tabs of set-up zones on maps of every kind: the side's icon, steps of the set-up, and the title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from math import cos, radians, sin
from typing import TYPE_CHECKING

from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.type import Type
from builder.scenario.forces.counter_colors import family_of, other_family
from builder.scenario.model import Force, Placement, Scenario, Zone

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

TALL = 3.9
"""The height of a tab in mm."""
_CUT = 1.2
_ARROW = 3.0
# The size and the spacing of letters, the icon, the room at the ends, and that between parts: usually, and
# in a tab that would else be longer than its zone.
_TYPE, _SPACING, _ICON, _PAD, _GAP = 2.7, 0.15, 2.8, 1.4, 0.7
_NARROW_TYPE, _NARROW_ICON, _NARROW_PAD, _NARROW_GAP, _NARROW_RING = 2.67, 2.4, 0.6, 0.4, 2.7
# What is more than that between the numbers of steps and the title, beside which a disc looks near.
_AFTER_RING = 0.5
# Which way the arrow of the key points, in degrees.
_SAMPLE_BEARING = 300.0
# The height of the ring around the numbers of steps, and the room beside them in it.
_RING, _RING_PAD = 3.0, 0.8
_ICONS = ("flying-flag", "shield")
# Numbers from this one on are of forces with another color than the rest of their side.
_SIDES = 2
# The icon of a command post; the theme's color and the dashes of the line of one in which nobody starts.
_POST_ICON, _POST_COLOR = "rally-the-troops", "wall"
POST_DASHES = "1.7 1.0"
"""The dashes of the line around a command post in which nobody starts."""
# The line from a tab to its zone, and the dot at its end.
_LEADER, _LEADER_END = 0.5, 0.75
# How far from its zone a tab with a leader can be, in mm.
_AWAY = (2.5, 4.0, 5.5, 7.0, 9.0, 11.5, 14.0, 17.0, 20.0, 24.0)
MAX_AWAY = _AWAY[-1]
"""How far from its zone a tab with a leader is at most, in mm."""
# A tab so near to its zone needs no leader.
_TOUCHING = 0.6


@dataclass(frozen=True, slots=True)
class ZoneTitle:
    """The text of a tab: the title of a zone in capitals, the numbers of its steps, and a bearing in degrees.

    The ``bearing`` is that of everybody who starts in the zone, if all face one way. It ``is_post`` if the
    zone is a command post in which nobody starts, and ``has_post`` if it is one in which somebody does. If it
    ``is_narrow``, its tab is as short as can be read.
    """

    text: str
    steps: str = ""
    side: int = 0
    bearing: float | None = None
    is_post: bool = False
    has_post: bool = False
    is_narrow: bool = False

    @property
    def color(self) -> str:
        """The theme's color of the side, or of command posts."""
        return _POST_COLOR if self.is_post else zone_color(self.side)

    @property
    def icon(self) -> str:
        """The icon of the side, or of command posts."""
        return _POST_ICON if self.is_post else zone_icon(self.side)


@dataclass(frozen=True, slots=True)
class Tab:
    """A title in a box: ``hangs`` from the line at its north side, or stands on the one at its south side.

    A tab away from its zone has a ``leader``: a line from its edge to that of the zone.
    """

    title: ZoneTitle
    box: Box
    hangs: bool
    leader: tuple[Point, Point] | None = None


def title_of(scenario: Scenario, zone: Zone, bearing: float | None = None) -> ZoneTitle:
    """The title of a zone with the numbers of the steps of the set-up that place somebody in it.

    With these numbers the map is a diagram of the set-up that the briefing lists.
    """
    steps = [
        number for number, placements in enumerate(set_up_steps(scenario), 1) if placements[0].zone == zone.id
    ]
    side, is_post = side_of(scenario, zone), is_bare_post(scenario, zone)
    has_post = zone.id == scenario.command_post and not is_post
    return ZoneTitle(zone.title.upper(), ", ".join(map(str, steps)), side, bearing, is_post, has_post)


def is_bare_post(scenario: Scenario, zone: Zone) -> bool:
    """Whether a zone is a command post in which nobody starts: it is no set-up zone."""
    return zone.id == scenario.command_post and all(each.zone != zone.id for each in scenario.placements)


def zones_of_steps(scenario: Scenario, zones: Iterable[Zone]) -> list[ZoneTitle]:
    """The zones in which steps of the set-up place somebody, in that order, with titles as written."""
    titles = (replace(title_of(scenario, zone), text=zone.title) for zone in zones)
    used = (title for title in titles if title.steps)
    return sorted(used, key=lambda title: int(title.steps.split(",")[0]))


def set_up_steps(scenario: Scenario) -> list[list[Placement]]:
    """The placements of each step of the set-up: those in a row that are in one zone, for one side."""
    sides = {force.id: force.side for force in scenario.forces}

    def place_of(placement: Placement) -> tuple[str, str]:
        return placement.zone, sides.get(placement.force, "")

    return [list(placements) for _, placements in groupby(scenario.placements, place_of)]


def zone_color(side: int) -> str:
    """The theme's color for the zones of a side, by its number or that of forces of it."""
    return ("zone", "second_zone")[side] if side < _SIDES else "other_zone"


def side_of(scenario: Scenario, zone: Zone) -> int:
    """The number of the side that starts in a zone, in the order of the game's sides.

    On decks, a zone of forces whose counters have another color than the rest of their side has that number
    and those of both sides more.
    """
    forces = {placement.force for placement in scenario.placements if placement.zone == zone.id}
    starting = [force for force in scenario.forces if force.id in forces]
    numbers = {_number_of(scenario, force) for force in starting}
    return numbers.pop() if len(numbers) == 1 else side_number(scenario, starting[0].side) if starting else 0


def _number_of(scenario: Scenario, force: Force) -> int:
    """The number of the side of a force, and those of both sides more if it has a color of its own."""
    number = side_number(scenario, force.side)
    is_other = scenario.map.decks is not None and family_of(force) == other_family(scenario)
    return number + _SIDES if is_other else number


def force_color(scenario: Scenario, force: Force) -> str:
    """The theme's color of a force: that of its zones, and of its counters."""
    return zone_color(_number_of(scenario, force))


def owner_of_zones(scenario: Scenario, number: int) -> str:
    """The title of the side whose zones have a number, or of its forces with a color of their own."""
    if number < _SIDES:
        return scenario.ruleset.sides[number].title
    return ", ".join(force.title for force in scenario.forces if _number_of(scenario, force) == number)


def side_number(scenario: Scenario, side: str) -> int:
    """The number of a side in the order of the game's sides; 0 if the game does not have it."""
    sides = [each.id for each in scenario.ruleset.sides]
    return sides.index(side) if side in sides else 0


def side_color(scenario: Scenario, side: str) -> str:
    """The theme's color of a side, by its id."""
    return zone_color(side_number(scenario, side))


def zone_icon(side: int) -> str:
    """The icon of a side, by its number."""
    return _ICONS[min(side, 1) if side < _SIDES else min(side - _SIDES, 1)]


def tab_type(context: DrawingContext, grow: float = 1.0) -> Type:
    """The type of titles on tabs."""
    return Type(context.display, _TYPE * grow, _SPACING * grow)


@dataclass(frozen=True, slots=True)
class _Measures:
    """The type of a tab, its icon, the room at its ends and between its parts, and the least ring, in mm."""

    type: Type
    icon: float
    pad: float
    gap: float
    ring: float


def _measures(title: ZoneTitle, context: DrawingContext, grow: float) -> _Measures:
    """The measures of a tab with a title."""
    if not title.is_narrow:
        return _Measures(tab_type(context, grow), _ICON * grow, _PAD * grow, _GAP * grow, _RING * grow)
    type = Type(context.display, _NARROW_TYPE * grow)
    pad, gap = _NARROW_PAD * grow, _NARROW_GAP * grow
    return _Measures(type, _NARROW_ICON * grow, pad, gap, _NARROW_RING * grow)


def tab_size(title: ZoneTitle, context: DrawingContext, grow: float = 1.0) -> Point:
    """Width and height of a tab in mm."""
    own = _measures(title, context, grow)
    arrow = _ARROW * grow if title.bearing is not None else 0.0
    arrow += own.icon + own.gap if title.has_post else 0.0
    ring = 0.0
    if title.steps:
        ring = _ring_width(title.steps, context, own.type, grow, own.ring) + own.gap + _AFTER_RING * grow
    run = context.metrics.width(title.text, own.type)
    return run + ring + 2 * own.pad + own.icon + own.gap + arrow, TALL * grow


def short_title(title: ZoneTitle, room: float, context: DrawingContext, grow: float = 1.0) -> ZoneTitle:
    """The title for a tab at a zone ``room`` mm wide: narrow if only then it is no longer than the zone."""
    narrow = replace(title, is_narrow=True)
    is_long = tab_size(title, context, grow)[0] > room
    return narrow if is_long and tab_size(narrow, context, grow)[0] <= room else title


def boxes_around(bounds: Box, size: Point, grow: float = 1.0) -> Iterator[tuple[float, Box]]:
    """Places for a tab of a size around a zone, from the nearest, each with its distance in mm."""
    (west, north, east, south), (wide, tall) = bounds, size
    lefts = dict.fromkeys(((west + east - wide) / 2, west, east - wide))
    tops = dict.fromkeys(((north + south - tall) / 2, north, south - tall))
    for away in (step * grow for step in _AWAY):
        corners = [(x, y) for x in lefts for y in (north - away - tall, south + away)]
        corners += [(x, y) for y in tops for x in (west - away - wide, east + away)]
        for x, y in corners:
            yield away, (x, y, x + wide, y + tall)


def leader_to(area: BaseGeometry, box: Box, grow: float = 1.0) -> tuple[Point, Point] | None:
    """The line from a tab to the edge of its zone; None if the tab is at the edge, or in the zone."""
    from shapely import LineString
    from shapely import Point as Spot
    from shapely import box as rectangle
    from shapely.ops import nearest_points

    tab, edge = rectangle(*box), area.boundary
    if tab.distance(edge) <= _TOUCHING * grow or area.contains(tab):
        return None
    west, north, east, south = area.bounds
    x = (max(west, box[0]) + min(east, box[2])) / 2
    y = (max(north, box[1]) + min(south, box[3])) / 2
    if max(west, box[0]) < min(east, box[2]):
        start = (x, box[3] if box[3] <= y else box[1])
        line = LineString([start, (x, south if start[1] <= north else north)])
    else:
        start = (box[2] if box[2] <= x else box[0], y)
        line = LineString([start, (east if start[0] <= west else west, y)])
    if not line.intersects(edge):
        one, other = nearest_points(tab, edge)
        return (one.x, one.y), (other.x, other.y)
    end = nearest_points(Spot(start), line.intersection(edge))[1]
    return start, (end.x, end.y)


def is_astray(tab: Tab, area: BaseGeometry, others: Iterable[BaseGeometry]) -> bool:
    """Whether a tab with a leader lies in another zone than its own, or its leader crosses one.

    A leader may cross a zone that is around its own.
    """
    from shapely import LineString, box

    if tab.leader is None:
        return False
    label, line = box(*tab.box), LineString(tab.leader)
    return any(
        label.intersects(other) or (line.intersects(other) and not other.contains(area)) for other in others
    )


def draw_tab(canvas: Canvas, tab: Tab, *, grow: float = 1.0) -> None:
    """One tab in the color of its side; only its outline in a theme that saves ink."""
    if tab.leader is not None:
        canvas.line(*tab.leader, stroke="paper", stroke_width=_LEADER * 2.2 * grow)
        canvas.line(*tab.leader, stroke=tab.title.color, stroke_width=_LEADER * grow)
        canvas.circle(*tab.leader[1], _LEADER_END * grow, fill=tab.title.color, stroke="paper",
                      stroke_width=0.25 * grow)  # fmt: skip
    with canvas.whole(*tab.box):
        _draw_tab(canvas, tab, grow)


def _draw_tab(canvas: Canvas, tab: Tab, grow: float) -> None:
    west, north, east, south = tab.box
    title, color, cut = tab.title, tab.title.color, _CUT * grow
    near, far, turn = (north, south, -1) if tab.hangs else (south, north, 1)
    corners = [
        (west, near), (east, near), (east, far + turn * cut),
        (east - cut, far), (west + cut, far), (west, far + turn * cut),
    ]  # fmt: skip
    fill, ink = ("paper", color) if canvas.theme.saves_ink else (color, "#ffffff")
    canvas.polygon(corners, fill=fill, stroke=color, stroke_width=0.25 * grow, stroke_linejoin="round")
    within = (west, north, east - west, south - north)
    own, middle = _measures(title, canvas.context, grow), (north + south) / 2
    size, type, left = own.icon, own.type, west + own.pad
    canvas.icon(title.icon, left, middle - size / 2, size, ink)
    left += size + own.gap
    if title.steps:
        wide, tall = _ring_width(title.steps, canvas.context, type, grow, own.ring), own.ring
        canvas.rect(left, middle - tall / 2, wide, tall, radius=tall / 2, fill=ink)
        spot = (left + wide / 2, middle + type.cap / 2)
        canvas.text(title.steps, *spot, type, anchor="middle", fill=fill, within=within)
        left += wide + own.gap + _AFTER_RING * grow
    canvas.text(title.text, left, middle + type.cap / 2, type, fill=ink, within=within)
    if title.has_post:
        left += canvas.metrics.width(title.text, type) + (own.gap if title.text else 0.0)
        canvas.icon(_POST_ICON, left, middle - size / 2, size, ink)
    if title.bearing is not None:
        _draw_arrow(canvas, (east - own.pad - 1.1 * grow, middle), title.bearing, 1.3 * grow, ink)


def steps_width(steps: str, context: DrawingContext) -> float:
    """The width in mm of the disc of :func:`draw_steps`."""
    return _ring_width(steps, context, tab_type(context), 1.0, _RING) + _PAD


def draw_steps(canvas: Canvas, steps: str, side: int, at: Point) -> Box:
    """The steps of the set-up that place somebody in a zone, in its color; returns their box."""
    type, (x, y) = tab_type(canvas.context), at
    wide, tall, color = steps_width(steps, canvas.context), TALL, zone_color(side)
    west, north = x - wide / 2, y - tall / 2
    fill, ink = ("paper", color) if canvas.theme.saves_ink else (color, "#ffffff")
    canvas.rect(west, north, wide, tall, radius=tall / 2, fill=fill, stroke=color, stroke_width=0.3)
    within = (west, north, wide, tall)
    canvas.text(steps, x, y + type.cap / 2, type, anchor="middle", fill=ink, within=within)
    return west, north, west + wide, north + tall


def first_step(scenario: Scenario, zones: Iterable[Zone], side: int) -> str:
    """The number of the first step of the set-up that places somebody of a side in some zones."""
    titles = (title_of(scenario, zone) for zone in zones if side_of(scenario, zone) == side)
    steps = (int(step) for title in titles for step in title.steps.split(", ") if step)
    return str(min(steps, default=""))


def draw_zone_sample(side: int, step: str, canvas: Canvas, at: Point) -> None:
    """A zone of a side with its tab and the number of a step of the set-up, for the key."""
    x, y = at
    canvas.rect(x - 5.4, y - 3.4, 10.8, 6.8, stroke=zone_color(side), stroke_width=0.5)
    tab = Tab(ZoneTitle("", step, side), (x - 4.4, y - 3.4, x + 4.4, y + 0.5), hangs=True)
    draw_tab(canvas, tab)


def draw_post_sample(canvas: Canvas, at: Point) -> None:
    """A command post in which nobody starts, for the key."""
    x, y = at
    canvas.rect(
        x - 5.4, y - 3.4, 10.8, 6.8, stroke=_POST_COLOR, stroke_width=0.5, stroke_dasharray=POST_DASHES
    )
    draw_tab(canvas, Tab(ZoneTitle("", is_post=True), (x - 2.9, y - 3.4, x + 2.9, y + 0.5), hangs=True))


def draw_settled_post_sample(side: int, canvas: Canvas, at: Point) -> None:
    """A command post in which some of a side start, for the key: the sign at the end of its tab."""
    x, y = at
    canvas.rect(x - 5.4, y - 3.4, 10.8, 6.8, stroke=zone_color(side), stroke_width=0.5)
    tab = Tab(ZoneTitle("", side=side, has_post=True), (x - 4.4, y - 3.4, x + 4.4, y + 0.5), hangs=True)
    draw_tab(canvas, tab)


def draw_facing_sample(side: int, canvas: Canvas, at: Point) -> None:
    """The end of a tab with the arrow that shows which way all in the zone face, for the key."""
    x, y = at
    color, bare = zone_color(side), canvas.theme.saves_ink
    fill, ink = ("paper", color) if bare else (color, "#ffffff")
    canvas.rect(x - TALL / 2, y - TALL / 2, TALL, TALL, fill=fill, stroke=color, stroke_width=0.25)
    _draw_arrow(canvas, at, _SAMPLE_BEARING, 1.3, ink)


def _ring_width(steps: str, context: DrawingContext, type: Type, grow: float, least: float) -> float:
    """The width of the ring around the numbers of steps; a circle ``least`` mm wide for one of one digit."""
    return max(least, context.metrics.width(steps, type) + 2 * _RING_PAD * grow)


def _draw_arrow(canvas: Canvas, at: Point, bearing: float, half: float, fill: str) -> None:
    ahead = sin(radians(bearing)), -cos(radians(bearing))
    aside = cos(radians(bearing)), sin(radians(bearing))
    shape = ((1.0, 0.0), (0.0, 0.85), (0.0, 0.3), (-1.0, 0.3), (-1.0, -0.3), (0.0, -0.3), (0.0, -0.85))
    canvas.polygon(
        [
            (at[0] + half * (on * ahead[0] + by * aside[0]), at[1] + half * (on * ahead[1] + by * aside[1]))
            for on, by in shape
        ],
        fill=fill,
    )
