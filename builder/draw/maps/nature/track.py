"""A track over open country on hexes, which has no effect: the easiest way from west to east."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from itertools import pairwise
from types import MappingProxyType

from builder.boards.land import LandMap
from builder.draw.surface.canvas import Point
from builder.draw.surface.outlines import seeded
from builder.geometry.hexgrid import Direction, Hex
from builder.geometry.hexlayout import HexLayout

# What a step to a hex costs by its symbol, if not 1: nobody drives through woods or climbs a slope.
_DEAR: Mapping[str, float] = MappingProxyType({"loose": 1.6, "marsh": 3.0, "rocks": 6.0})
_CLOSED, _SLOPE, _OBSTACLE, _THROUGH = 14.0, 12.0, 8.0, 4.0
# Steps due north or south go through the numbers; hexes differ by chance, so that the track winds.
_UPRIGHT, _CHANCE = 2.2, 1.0
# What a row costs at the west edge for each hex that it is away from the row by chance.
_OFF_START = 0.4
# How far the track is below the middles of hexes, in hex sizes, and how far it sways around that.
_LOW, _SWAY = 0.12, 0.1
_ROUNDS = 3


def track_of(land: LandMap, layout: HexLayout, seed: str) -> list[Point]:
    """The line of the track in mm, from beyond the west edge of a map to beyond the east edge."""
    rng = seeded(seed, "track")
    chance = {hex: rng.uniform(0.0, _CHANCE) for hex in land.grid}
    hexes = _way(land, chance, rng.randint(land.grid.rows // 4 + 1, land.grid.rows - land.grid.rows // 4))
    points = []
    for hex in hexes:
        x, y = layout.center(hex)
        points.append((x, y + (_LOW + rng.uniform(-_SWAY, _SWAY)) * layout.size))
    (x1, y1), (x2, y2) = points[0], points[-1]
    points = [(x1 - 2 * layout.radius, y1), *points, (x2 + 2 * layout.radius, y2)]
    for _ in range(_ROUNDS):
        points = [points[0], *_cut_corners(points), points[-1]]
    return points


def _way(land: LandMap, chance: Mapping[Hex, float], start: int) -> list[Hex]:
    """The hexes of the cheapest way from the first column, near a row, to the last one."""
    grid, before = land.grid, dict[Hex, Hex]()
    waiting: list[tuple[float, Hex, Hex]] = []
    for row in range(1, grid.rows + 1):
        first = Hex(1, row)
        heappush(waiting, (abs(row - start) * _OFF_START + _cost(land, first) + chance[first], first, first))
    while waiting:
        cost, hex, last = heappop(waiting)
        if hex in before:
            continue
        before[hex] = last
        if hex.column == grid.columns:
            way = [hex]
            while before[way[-1]] != way[-1]:
                way.append(before[way[-1]])
            return way[::-1]
        for direction, other in grid.around(hex):
            if other in grid and other not in before:
                step = _cost(land, other) + chance[other]
                step *= _UPRIGHT if direction in (Direction.N, Direction.S) else 1.0
                step += _OBSTACLE if grid.hexside(hex, direction) in land.obstacles else 0.0
                step += _SLOPE if land.level(hex) != land.level(other) else 0.0
                heappush(waiting, (cost + step, other, hex))
    return []


def _cost(land: LandMap, hex: Hex) -> float:
    """What a step into a hex costs."""
    entry = land.ground(hex)
    if entry is None or entry == land.open_ground:
        return _THROUGH if hex in land.labels.values() else 1.0
    return _DEAR.get(str(entry.get("symbol", "")), _CLOSED)


def _cut_corners(points: list[Point]) -> Iterator[Point]:
    """The points at a quarter and at three quarters of each side of a line."""
    for (x1, y1), (x2, y2) in pairwise(points):
        yield 0.75 * x1 + 0.25 * x2, 0.75 * y1 + 0.25 * y2
        yield 0.25 * x1 + 0.75 * x2, 0.25 * y1 + 0.75 * y2
