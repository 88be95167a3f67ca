"""Set-up zones on open ground: a thin line with a casing inside their edge, and a tab with their title."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING

from builder.draw.maps.open.lettering import HARD, Lettering
from builder.draw.maps.zone_tabs import (
    MAX_AWAY,
    TALL,
    Tab,
    ZoneTitle,
    boxes_around,
    draw_tab,
    is_astray,
    leader_to,
    short_title,
    tab_size,
    title_of,
)
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box, grown
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.outlines import area_path, line_path, rings
from builder.geometry.hexgrid import Direction
from builder.scenario.model import Scenario, Zone

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

LINE, CASING = 0.5, 1.1
# Where a tab can be along a level stretch.
_SHARES = (0.5, 0.4, 0.6, 0.25, 0.75, 0.1, 0.9, 0.0, 1.0, -0.2, 1.2)
# What a square mm of a tab on the wrong side of the line counts.
_SPLIT = 0.12
_FLOATING_STEP, _MAX_FLOATING = 0.7, 60
# What it costs that a tab is outside its zone, at its south side, or free in it.
_OUTSIDE, _SOUTH, _FLOATING = 1.5, 7.0, 3.0
# The same for a tab with a leader, and for each mm of the leader.
_LED, _LED_FAR = 3.0, 0.3
# What a square mm of a tab counts in a zone around its own, and in another one.
_AROUND, _ELSEWHERE = 0.1, 1.0


@dataclass(frozen=True, slots=True)
class ZoneSign:
    """The area inside a zone's line, the path of the line, its title, and a tab for each of its parts."""

    zone: Zone
    area: BaseGeometry
    title: ZoneTitle
    path: str
    tabs: tuple[Tab, ...]


def place_zones(
    scenario: Scenario,
    zones: Sequence[tuple[Zone, BaseGeometry, BaseGeometry]],
    lettering: Lettering,
    context: DrawingContext,
    *,
    grow: float = 1.0,
    within: BaseGeometry | None = None,
    under: Mapping[str, Collection[str]] = MappingProxyType({}),
    labels: Sequence[Box] = (),
) -> list[ZoneSign]:
    """The signs of zones, each with the area inside its line and the one that tabs outside stand on.

    The place of each tab is reserved. A tab can lie on what is ``under`` its zone, by its id. The lines are
    drawn only ``within`` an area, so that none lies on the edge of the map. No leader crosses one of the
    ``labels``, whose places are reserved.
    """
    from shapely import LineString, box

    signs, placed = dict[str, ZoneSign](), list[Tab]()
    for zone, area, _ in zones:
        lettering.avoid(area.boundary.buffer(CASING * grow / 2), 20.0, owner=f"#{zone.id}")
    # A small zone in a large one first: it has fewer places.
    for zone, area, outer in sorted(zones, key=lambda each: round(each[1].area, 3)):
        whole = title_of(scenario, zone, bearing_of(scenario, zone))
        tabs = []
        for part in _parts(area):
            title = short_title(whole, part.bounds[2] - part.bounds[0], context, grow)
            size = tab_size(title, context, grow)
            outside = outer if part is area else part
            owners = {f"#{zone.id}", *under.get(zone.id, ())}
            others = [other for another, other, _ in zones if another is not zone]
            # No leader crosses a label or the tab of another zone, or passes close to it.
            near = (*labels, *(tab.box for tab in placed))
            others += [box(*grown(each, CASING * grow)) for each in near]
            tab = _place_tab(title, size, part, outside, lettering, owners, others)
            lettering.take(tab.box)
            if tab.leader is not None:
                # The tabs and names that come later keep off the line.
                lettering.avoid(LineString(tab.leader).buffer(CASING * grow), HARD)
            tabs.append(tab)
        placed += tabs
        path = area_path(area) if within is None else line_path(area.boundary.intersection(within))
        signs[zone.id] = ZoneSign(zone, area, whole, path, tuple(tabs))
    return [signs[zone.id] for zone, _, _ in zones]


def draw_zone_lines(canvas: Canvas, signs: Sequence[ZoneSign], *, grow: float = 1.0) -> None:
    """The line of each zone on a casing of the paper's color."""
    for sign in signs:
        canvas.path(sign.path, stroke="paper", stroke_width=CASING * grow, stroke_linejoin="round")
        canvas.path(sign.path, stroke=sign.title.color, stroke_width=LINE * grow)


def draw_tabs(canvas: Canvas, signs: Sequence[ZoneSign], *, grow: float = 1.0) -> None:
    """The tab of each zone: an icon, the title, and an arrow if everybody who starts there faces one way."""
    for sign in signs:
        for tab in sign.tabs:
            draw_tab(canvas, tab, grow=grow)


def _parts(area: BaseGeometry) -> list[BaseGeometry]:
    """The parts of a zone that do not touch."""
    return [part for part in getattr(area, "geoms", [area]) if not part.is_empty]


def _place_tab(
    title: ZoneTitle,
    size: Point,
    area: BaseGeometry,
    outer: BaseGeometry,
    lettering: Lettering,
    owners: Collection[str],
    others: Sequence[BaseGeometry],
) -> Tab:
    """The tab that costs least: at the north side of the zone, in it if it has room, else just outside."""
    from shapely import box

    both = [shape.bounds for shape in (area, outer)]
    west, north = (min(bounds[side] for bounds in both) for side in (0, 1))
    east, south = (max(bounds[side] for bounds in both) for side in (2, 3))
    away = MAX_AWAY * size[1] / TALL
    aside, above = size[0] + max(east - west, away), size[1] + away
    reach = (west - aside, north - above, east + aside, south + above)
    near = lettering.near(reach, owners)
    others = [other for other in others if other.intersects(box(*reach))]
    around = tuple(other.wkb for other in others)
    key = "tab", title, size, area.wkb, outer.wkb, around, near
    return lettering.memo.get(key, lambda: _find_tab(title, size, area, outer, lettering, owners, others))


def _find_tab(
    title: ZoneTitle,
    size: Point,
    area: BaseGeometry,
    outer: BaseGeometry,
    lettering: Lettering,
    owners: Collection[str],
    others: Sequence[BaseGeometry],
) -> Tab:
    from shapely import box

    key = "tabs", title, size, area.wkb, outer.wkb
    tabs, split = lettering.memo.get(key, lambda: _split_tabs(title, size, area, outer))
    covered = lettering.cost_of([tab.box for _, tab in tabs], owners)
    costs = [cost + more + _SPLIT * part for (cost, _), more, part in zip(tabs, covered, split, strict=True)]
    for number, (_, tab) in enumerate(tabs if others else ()):
        # In another zone, it would seem to be the title of that.
        for other in others:
            weight = _AROUND if other.contains(area) else _ELSEWHERE
            costs[number] += weight * other.intersection(box(*tab.box)).area
    ranked = sorted(range(len(tabs)), key=lambda number: (round(costs[number], 3), number))
    for number in ranked:
        tab = tabs[number][1]
        tab = replace(tab, leader=leader_to(area, tab.box, size[1] / TALL))
        if not is_astray(tab, area, others):
            return tab
    return tabs[ranked[0]][1]


def _split_tabs(
    title: ZoneTitle, size: Point, area: BaseGeometry, outer: BaseGeometry
) -> tuple[list[tuple[float, Tab]], list[float]]:
    """The candidates with their costs, and how much of each is on the wrong side of the line."""
    from shapely import area as of
    from shapely import box, difference

    tabs = list(_tabs(title, area, outer, *size))
    # A tab that is partly in the zone and partly beside it hides where the zone ends.
    overhangs = difference([box(*tab.box) for _, tab in tabs], area)
    whole = size[0] * size[1]
    return tabs, [min(part, whole - part) for part in of(overhangs).tolist()]


def _tabs(
    title: ZoneTitle, area: BaseGeometry, outer: BaseGeometry, wide: float, tall: float
) -> Iterator[tuple[float, Tab]]:
    """Candidates along the level stretches of a line, in the zone and outside it, each with its cost."""
    west, north, east, south = area.bounds
    for base, is_outside in ((area, False), (outer, True)):
        for left, right, y, is_top in _level_sides(base):
            short = max(0.0, wide - (right - left))
            hangs = is_top != is_outside
            top = y if hangs else y - tall
            for share in _SHARES:
                x = left + (right - left - wide) * share
                # Just outside, it can begin with a level stretch, so that it stays on the map.
                farthest = max(west, east - wide, left if is_outside else west)
                x = min(max(x, west), farthest) if short else x
                cost = abs(share - 0.5) * 1.5 + (0.0 if is_top else _SOUTH)
                cost += _OUTSIDE if is_outside else short * 0.12
                yield cost, Tab(title, (x, top, x + wide, top + tall), hangs)
    # A zone without level sides, such as a circle, has its tab at its north or south end.
    x = (west + east) / 2 - wide / 2
    for cost, y, hangs in (
        (2.0, north - tall, False),
        (4.0, north, True),
        (_SOUTH, south, True),
        (_SOUTH + 2.0, south - tall, False),
    ):
        yield cost, Tab(title, (x, y, x + wide, y + tall), hangs)
    if wide > east - west:
        for away, around in boxes_around((west, north, east, south), (wide, tall), tall / TALL):
            yield _LED + _LED_FAR * away, Tab(title, around, hangs=True)
    # In a narrow zone of hexes, there may be room only between two rows of their numbers.
    steps = min(_MAX_FLOATING, int((south - north - tall) / _FLOATING_STEP))
    for number in range(1, steps):
        y = north + number * _FLOATING_STEP
        yield _FLOATING + 0.1 * number, Tab(title, (x, y, x + wide, y + tall), hangs=True)


def _level_sides(area: BaseGeometry) -> Iterator[tuple[float, float, float, bool]]:
    """The level stretches of a line: both ends, height, and whether the zone is below."""
    from shapely import Point as Spot

    for ring in rings(area):
        for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
            if abs(y1 - y2) < 1e-6 and abs(x1 - x2) > 2.0:
                is_top = area.contains(Spot((x1 + x2) / 2, y1 + 0.05))
                yield min(x1, x2), max(x1, x2), y1, is_top


def bearing_of(scenario: Scenario, zone: Zone) -> float | None:
    """The bearing in degrees of everybody who starts in a zone; None if they do not all face one way."""
    facings = {placement.facing for placement in scenario.placements if placement.zone == zone.id}
    return _bearing(facings.pop()) if len(facings) == 1 else None


def _bearing(facing: str | None) -> float | None:
    """The bearing in degrees of the direction of a hexside; None for any other facing."""
    directions = [direction.value for direction in Direction]
    return 60.0 * directions.index(facing) if facing in directions else None
