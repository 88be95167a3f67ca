"""Berths along hexsides: pods on a rack that runs from wall to wall, or along them where walls are far."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from builder.boards.spots import Place
from builder.draw.maps.decks.plan import UNIT, DeckPlan
from builder.draw.surface.canvas import Canvas, Point
from builder.draw.surface.clear_space import Box

Segment = tuple[Point, Point]
# Half the length of a pod, as a share of its hexside, and half its width, in hexes.
_HALF, _DEEP = 0.42, 0.13
# In mm for hexes of 18 mm: the height of a rack, its distance from pods in one row, how much of a cradle is
# seen at each end of its pod, and how far from a wall the end of a rack still reaches it.
_RACK, _BEHIND, _CRADLE, _TO_WALL = 3.6, 0.5, 0.9, 14.0
_LEVEL = 0.01


@dataclass(frozen=True, slots=True)
class Rack:
    """What some pods are mounted on, in mm: its sides, and the middles and half the length of the pods."""

    west: float
    east: float
    north: float
    south: float
    pods: tuple[Point, ...]
    half_pod: float

    @property
    def box(self) -> Box:
        return self.west, self.north, self.east, self.south


def racks_of(plan: DeckPlan) -> Iterator[Rack]:
    """The racks of a level: one for the pods of a room on level hexsides, if these are in one or two rows.

    Pods in two rows have theirs between them, those in one have it at their north.
    """
    rooms: dict[str, list[Point]] = {}
    for berth in plan.map.berths:
        (x1, y1), (x2, y2) = plan.layout.side(berth.side)
        area = plan.map.area_at.get(Place(plan.level, berth.side.hex), "")
        if berth.level == plan.level and area and abs(y1 - y2) < _LEVEL:
            rooms.setdefault(area, []).append(((x1 + x2) / 2, y1))
    for area, pods in rooms.items():
        pods.sort(key=lambda pod: (pod[1], pod[0]))
        while pods:
            last = pods[0][1] + plan.size / 2 + _LEVEL
            near = [pod for pod in pods if pod[1] <= last]
            pods = pods[len(near) :]
            yield _rack(plan, area, near)


def _rack(plan: DeckPlan, area: str, pods: Sequence[Point]) -> Rack:
    top, foot = pods[0][1], pods[-1][1]
    half, deep = _RACK / 2 * plan.scale, _DEEP * plan.size
    is_between = foot - top > 2 * deep
    middle = (top + foot) / 2 if is_between else top - deep - half - _BEHIND * plan.scale
    reach = _HALF * plan.layout.radius
    west, east = min(x for x, _ in pods) - reach, max(x for x, _ in pods) + reach
    # The wall at either end of the rack, if it is near.
    left, _, right, _ = plan.floors[area].bounds
    inset = plan.wall / 2
    west = left + inset if west - left < _TO_WALL * plan.scale else west
    east = right - inset if right - east < _TO_WALL * plan.scale else east
    return Rack(west, east, middle - half, middle + half, tuple(pods), reach)


def draw_racks(canvas: Canvas, racks: Sequence[Rack], scale: float) -> None:
    """Racks with the cradles of their pods, pale and without effect, under the hexes."""
    line = 0.2 * scale
    for rack in racks:
        half, tall = rack.half_pod + _CRADLE * scale, rack.south - rack.north
        for x, y in rack.pods:
            near = rack.north if y < rack.north else rack.south
            top, foot = min(y, near), max(y, near)
            canvas.rect(x - half, top, 2 * half, foot - top, fill="machine_shade", stroke="machine_line",
                        stroke_width=line)  # fmt: skip
        canvas.rect(rack.west, rack.north, rack.east - rack.west, tall, fill="machine", stroke="machine_line",
                    stroke_width=line)  # fmt: skip
        edge = 0.7 * scale
        canvas.segments(
            [((rack.west, y), (rack.east, y)) for y in (rack.north + edge, rack.south - edge)],
            stroke="machine_line",
            stroke_width=0.15 * scale,
        )


def draw_berth(canvas: Canvas, ends: Segment, size: float) -> None:
    """A berth along a hexside: a pod with a window."""
    (x1, y1), (x2, y2) = ends
    angle, length = math.degrees(math.atan2(y2 - y1, x2 - x1)), math.dist(*ends)
    with canvas.layer(transform=f"translate({(x1 + x2) / 2:.3f} {(y1 + y2) / 2:.3f}) rotate({angle:.3f})"):
        half, deep = length * _HALF, size * _DEEP
        canvas.rect(-half, -deep, 2 * half, 2 * deep, radius=deep, fill="berth", stroke="berth_line",
                    stroke_width=0.3)  # fmt: skip
        canvas.rect(-half + deep * 0.4, -deep * 0.62, 1.45 * half, deep * 1.24, radius=deep * 0.62,
                    fill="berth_glass", stroke="berth_line", stroke_width=0.2)  # fmt: skip
        canvas.circle(half - deep * 0.75, 0, deep * 0.3, fill="console")


def draw_berth_sample(canvas: Canvas, at: Point) -> None:
    """A berth for the key."""
    draw_berth(canvas, ((at[0] - 5, at[1]), (at[0] + 5, at[1])), UNIT)
