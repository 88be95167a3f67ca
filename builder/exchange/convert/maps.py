"""Open ground redrawn as a map of another kind, in proportion to the blank maps of both games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import dist, sqrt
from typing import Any

from builder.exchange.chains import Segment, chains
from builder.exchange.convert.ground import BUILDING, HILL, WALL, Ground, Patch
from builder.exchange.losses import Loss, counted
from builder.geometry.blocks import blocks_text
from builder.geometry.dotlattice import Dot, DotLattice
from builder.geometry.hexgrid import Hex, HexGrid, NumberedGrid
from builder.geometry.hexlayout import HexLayout
from builder.geometry.paths import connected_groups
from builder.geometry.shapes import Point, Shape, crosses
from rulesdb import Entry

Block = dict[str, Any]
# The fewest columns and rows of a new map, and how thick a wall on a table is by the table's width.
_MIN_CELLS = 6
_WALL_SHARE = 0.012
_DIGITS = 1
_HEDGE = "hedge"


@dataclass(frozen=True, slots=True)
class Terrain:
    """The terrain of the new game: that of a patch, or ``None``, and the first one with a symbol."""

    of_patch: Callable[[Patch], Entry | None]
    by_symbol: Mapping[str, Entry]


@dataclass(frozen=True, slots=True)
class Redrawn:
    """The new ``map`` block, the place of each zone and objective as in a file, and what is lost."""

    block: Block
    zones: Mapping[str, Block]
    goals: Mapping[str, Block]
    losses: tuple[Loss, ...]


def redraw(ground: Ground, old_blank: Block, new_blank: Block, terrain: Terrain) -> Redrawn:
    """The ground as a map of the kind of ``new_blank``, the ``map`` block of a blank scenario.

    The new map is as many times as large as the blank one as the old map was in its own game, so that it
    takes about as long to cross.
    """
    (old_wide, old_tall), (wide, tall) = _size(old_blank), _size(new_blank)
    scale = sqrt(wide * tall / (old_wide * old_tall))
    return _WRITERS[new_blank["kind"]](ground, scale, dict(new_blank), terrain)


def _size(block: Block) -> tuple[float, float]:
    """The size of a map in its own unit: hexes from flat to flat, mm of dots, or that of the table."""
    if block["kind"] == "table":
        return float(block["width"]), float(block["depth"])
    if block["kind"] == "dots":
        lattice = DotLattice(block["columns"], block["rows"], spacing=block["spacing"])
        return lattice.width, lattice.height
    layout = HexLayout(HexGrid(block["columns"], block["rows"]), 1.0)
    return layout.width, layout.height


class _Cells:
    """The places of a grid, by where they are on the old ground."""

    def __init__(self, grid: NumberedGrid[Any], points: Mapping[Any, Point]) -> None:
        self.grid = grid
        self.points = points

    def within(self, shapes: Iterable[Shape]) -> list[Any]:
        """The places in some shapes; for a shape without any, the nearest one."""
        cells: dict[Any, None] = {}
        for shape in shapes:
            west, north, east, south = shape.bounds
            inside = [
                place
                for place, (x, y) in self.points.items()
                if west <= x <= east and north <= y <= south and shape.contains((x, y))
            ]
            cells |= dict.fromkeys(inside or [self.nearest(shape.center)])
        return sorted(cells)

    def nearest(self, point: Point) -> Any:
        """The place that is nearest to a point."""
        return min(self.points, key=lambda place: dist(self.points[place], point))

    def label(self, point: Point) -> str:
        """The number of the nearest place."""
        return str(self.grid.label(self.nearest(point)))

    def text(self, places: Iterable[Any]) -> str:
        """Places as a file lists them."""
        return blocks_text(self.grid, places)

    def terrain(self, ground: Ground, terrain: Terrain) -> dict[Any, Patch]:
        """The patch on each place: of several, the smallest one."""
        patches = [patch for patch in ground.patches if terrain.of_patch(patch) is not None]
        at: dict[Any, Patch] = {}
        for patch in sorted(patches, key=_extent, reverse=True):
            at |= dict.fromkeys(self.within([patch.shape]), patch)
        return at

    def levels(self, ground: Ground) -> dict[int, str]:
        """The places of each level above the ground."""
        at: dict[Any, int] = {}
        for level, shape in sorted(ground.hills, key=lambda hill: hill[0]):
            at |= dict.fromkeys(self.within([shape]), level)
        return {
            level: self.text(place for place, own in at.items() if own == level)
            for level in sorted(set(at.values()))
        }

    def crossed(self, wall: Segment, near: Callable[[Any], Iterable[Any]]) -> Iterator[tuple[Any, Any]]:
        """Pairs of places next to each other with a wall between their middles."""
        for place, point in self.points.items():
            for other in near(place):
                if place < other and other in self.points and crosses(point, self.points[other], *wall):
                    yield place, other


def _extent(patch: Patch) -> float:
    return _area(patch.shape)


def _area(shape: Shape) -> float:
    """The area of the bounds."""
    west, north, east, south = shape.bounds
    return (east - west) * (south - north)


def _fitted(points: Mapping[Any, Point], width: float, height: float, ground: Ground) -> dict[Any, Point]:
    """The middles of places of a new map as points of the old ground."""
    return {place: (x * ground.width / width, y * ground.depth / height) for place, (x, y) in points.items()}


def _as_land(ground: Ground, scale: float, block: Block, terrain: Terrain) -> Redrawn:
    unit = HexLayout(HexGrid(1, 1), 1.0)
    columns = max(_MIN_CELLS, round((ground.width * scale - unit.width) / (1.5 * unit.radius)) + 1)
    rows = max(_MIN_CELLS, round(ground.depth * scale - 0.5))
    layout = HexLayout(HexGrid(columns, rows), 1.0)
    grid = layout.grid
    middles = {hex: layout.center(hex) for hex in grid}
    cells = _Cells(grid, _fitted(middles, layout.width, layout.height, ground))
    losses: list[Loss] = []
    land: Block = {}
    groups: dict[str, list[Hex]] = {}
    for hex, patch in cells.terrain(ground, terrain).items():
        entry = terrain.of_patch(patch)
        assert entry is not None
        groups.setdefault(entry.slug, []).append(hex)
    land["terrain"] = {slug: cells.text(hexes) for slug, hexes in sorted(groups.items())}
    land["elevation"] = cells.levels(ground)
    obstacles: Block = {}
    for kind, wall in ground.walls:
        for hex, other in cells.crossed(wall, grid.neighbors):
            direction = next(side for side, there in grid.around(hex) if there == other)
            obstacles[f"{grid.label(hex)}/{direction.value}"] = _HEDGE if kind == _HEDGE else WALL
    land["obstacles"] = obstacles
    land["labels"] = _labels(ground, cells)
    block |= {
        "columns": columns,
        "rows": rows,
        "hex_size": "fit",
        "land": {key: value for key, value in land.items() if value},
    }
    zones = {id: {"hexes": cells.text(cells.within(shapes))} for id, shapes in ground.zones.items()}
    goals = {id: {"hex": cells.label(point)} for id, point in ground.goals.items()}
    return Redrawn(block, zones, goals, tuple(losses))


def _as_dots(ground: Ground, scale: float, block: Block, terrain: Terrain) -> Redrawn:
    spacing = float(block["spacing"])
    step = DotLattice(2, 1, spacing=spacing).width - spacing
    columns = max(_MIN_CELLS, round((ground.width * scale - spacing) / step) + 1)
    rows = max(_MIN_CELLS, round(ground.depth * scale / spacing - 0.5))
    lattice = DotLattice(columns, rows, spacing=spacing)
    middles = {dot: lattice.at(dot) for dot in lattice}
    cells = _Cells(lattice, _fitted(middles, lattice.width, lattice.height, ground))
    pieces: list[Block] = []
    buildings: list[tuple[Block, Collection[Dot]]] = []
    doors: Block = {}
    losses: list[Loss] = []
    groups: dict[str, tuple[Patch, list[Dot]]] = {}
    for dot, patch in cells.terrain(ground, terrain).items():
        groups.setdefault(patch.id, (patch, []))[1].append(dot)
    for id, (patch, dots) in sorted(groups.items()):
        entry = terrain.of_patch(patch)
        assert entry is not None
        if entry.get("symbol") != BUILDING:
            named = {"id": id} | ({"name": patch.name} if patch.name else {})
            pieces.append({**named, "terrain": entry.slug, "dots": cells.text(dots)})
            continue
        name = patch.name or entry.title
        for number, part in enumerate(connected_groups(sorted(dots), lattice.beside), 1):
            own = id if number == 1 else f"{id}-{number}"
            buildings.append(({"id": own, "name": name, "dots": cells.text(part), "levels": 1}, part))
            door = _door(lattice, part)
            doors[door] = "door"
            losses.append(
                Loss(f"the inside of {name}", "maps differ", f"it has one floor and a door at {door}")
            )
    obstacles: Block = {}
    inside = {dot: building["id"] for building, dots in buildings for dot in dots}
    for kind, wall in ground.walls:
        symbols = (kind, "fence", WALL) if kind == _HEDGE else (kind, WALL)
        entry = next((terrain.by_symbol[each] for each in symbols if each in terrain.by_symbol), None)
        if entry is None:
            continue
        for dot, other in cells.crossed(wall, lattice.beside):
            # The outer walls of buildings are there anyway.
            if inside.get(dot) == inside.get(other):
                obstacles[f"{lattice.label(dot)}/{lattice.label(other)}"] = entry.slug
    block |= {"columns": columns, "rows": rows}
    parts = {
        "pieces": pieces,
        "elevation": cells.levels(ground),
        "obstacles": obstacles,
        "buildings": [building for building, _ in buildings],
        "doors": doors,
        "labels": _labels(ground, cells),
    }
    block |= {key: value for key, value in parts.items() if value}
    zones = {id: {"dots": cells.text(cells.within(shapes))} for id, shapes in ground.zones.items()}
    goals = {id: {"dot": cells.label(point)} for id, point in ground.goals.items()}
    return Redrawn(block, zones, goals, tuple(losses))


def _door(lattice: DotLattice, dots: Iterable[Dot]) -> str:
    """An edge of a building in the middle of its south side."""
    places = sorted(dots)
    lowest = max(dot.row for dot in places)
    side = [dot for dot in places if dot.row == lowest]
    dot = side[len(side) // 2]
    outside = Dot(dot.column, dot.row + 1)
    return f"{lattice.label(dot)}/{lattice.label(outside) if outside in lattice else 'out'}"


def _labels(ground: Ground, cells: _Cells) -> dict[str, str]:
    return {name: cells.label(point) for name, point in ground.labels.items()}


def _rounded(point: Point) -> Point:
    """A point such that ends of walls which meet are equal."""
    return round(point[0], 6), round(point[1], 6)


def _as_table(ground: Ground, scale: float, block: Block, terrain: Terrain) -> Redrawn:
    width, depth = round(ground.width * scale), round(ground.depth * scale)
    across, down = width / ground.width, depth / ground.depth
    losses: list[Loss] = []

    def at(point: Point) -> list[float]:
        return [
            round(min(max(point[0] * across, 0.0), width), _DIGITS),
            round(min(max(point[1] * down, 0.0), depth), _DIGITS),
        ]

    pieces: list[Block] = []
    for patch in sorted(ground.patches, key=_extent, reverse=True):
        entry = terrain.of_patch(patch)
        if entry is not None:
            named = {"id": patch.id, "name": patch.name or entry.title}
            pieces.append(
                {**named, "terrain": entry.slug, "polygon": [at(point) for point in patch.shape.points]}
            )
    hill, wall = terrain.by_symbol.get(HILL), terrain.by_symbol.get(WALL)
    raised = [shape for level, shape in ground.hills if level == 1]
    if raised and hill is None:
        losses.append(Loss("elevation", "the game has no hills"))
    elif hill is not None:
        pieces = [
            {
                "id": f"{HILL}-{number}",
                "name": hill.title,
                "terrain": hill.slug,
                "polygon": [at(point) for point in shape.points],
            }
            for number, shape in enumerate(raised, 1)
        ] + pieces
    if hill is not None and len({level for level, _ in ground.hills}) > 1:
        losses.append(Loss("higher levels of hills", "a table has one"))
    lines = [(_rounded(start), _rounded(end)) for _, (start, end) in ground.walls]
    if lines and wall is None:
        losses.append(Loss("walls", "the game has none"))
    elif wall is not None:
        thickness = round(width * _WALL_SHARE, _DIGITS)
        pieces += [
            {
                "id": f"{WALL}-{number}",
                "name": wall.title,
                "terrain": wall.slug,
                "line": [at(point) for point in chain],
                "thickness": thickness,
            }
            for number, chain in enumerate(chains(lines), 1)
        ]
    block |= {"width": width, "depth": depth, "pieces": pieces}
    zones = {}
    for id, shapes in ground.zones.items():
        largest, *others = sorted(shapes, key=_area, reverse=True)
        zones[id] = {"polygon": [at(point) for point in largest.points]}
        if others:
            why = "a zone on a table is one shape"
            losses.append(
                Loss(f"{counted(len(others), 'part')} of the zone {id}", why, "it has the largest one")
            )
    goals = {id: {"at": at(point)} for id, point in ground.goals.items()}
    if ground.labels:
        losses.append(Loss("labels", "a table has names of terrain only"))
    return Redrawn(block, zones, goals, tuple(losses))


_WRITERS: Mapping[str, Callable[[Ground, float, Block, Terrain], Redrawn]] = {
    "hex": _as_land,
    "dots": _as_dots,
    "table": _as_table,
}
