"""Open ground as shapes, whatever its map is made of: read from hexes, dots or a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from builder.exchange.chains import Segment
from builder.geometry.hex_loops import loops_around
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.geometry.outlines import rings
from builder.geometry.paths import connected_groups
from builder.geometry.shapes import Point, Shape, polygon
from builder.scenario.model import Scenario
from rulesdb import Entry

# The symbols of terrain that stands for what maps of hexes and dots have between places, or as elevation.
WALL, HILL, BUILDING = "wall", "hill", "building"


@dataclass(frozen=True, slots=True)
class Patch:
    """Terrain in one place. ``symbol`` is its own if it has no ``terrain``: a hill, or a building."""

    id: str
    name: str
    terrain: Entry | None
    symbol: str
    shape: Shape


@dataclass(frozen=True, slots=True)
class Ground:
    """Open ground ``width`` × ``depth`` units of its map large; ``x`` runs east, ``y`` south.

    ``walls`` are lines with the kind of obstacle, ``hills`` shapes with their level, above lower ones.
    """

    width: float
    depth: float
    patches: tuple[Patch, ...]
    hills: tuple[tuple[int, Shape], ...]
    walls: tuple[tuple[str, Segment], ...]
    zones: Mapping[str, tuple[Shape, ...]]
    goals: Mapping[str, Point]
    labels: Mapping[str, Point]


def ground_of(scenario: Scenario) -> Ground:
    """The open ground of a scenario's map, which must not be a deck."""
    return _READERS[scenario.map.kind](scenario)


def _of_land(scenario: Scenario) -> Ground:
    land = scenario.land_map
    layout = HexLayout(land.grid, 1.0)

    def shapes(hexes: Iterable[Hex]) -> list[Shape]:
        groups = connected_groups(sorted(set(hexes)), lambda hex: [*land.grid.neighbors(hex)])
        loops = [max(loops_around(sorted(group)), key=len) for group in groups]
        return [polygon([(x * layout.radius / 2, y / 2) for x, y in loop]) for loop in loops]

    patches = []
    names = {hex: name for name, hex in land.labels.items()}
    for slug, entry in {entry.slug: entry for entry in land.terrain.values()}.items():
        hexes = [hex for hex, terrain in land.terrain.items() if terrain.slug == slug]
        for number, shape in enumerate(shapes(hexes), 1):
            name = next(
                (names[hex] for hex in hexes if hex in names and shape.contains(layout.center(hex))), ""
            )
            patches.append(Patch(f"{slug}-{number}", name, entry, str(entry.get("symbol", "")), shape))
    levels = sorted({level for level in land.elevation.values() if level})
    hills = [
        (level, shape)
        for level in levels
        for shape in shapes(hex for hex, own in land.elevation.items() if own >= level)
    ]
    walls = [(item.kind, layout.side(side)) for side, item in land.obstacles.items()]
    return Ground(
        layout.width,
        layout.height,
        tuple(patches),
        tuple(hills),
        tuple(walls),
        {zone.id: tuple(shapes(zone.region.hexes())) for zone in scenario.zones},
        _goals(scenario, lambda spot: layout.center(spot.hex)),
        {name: layout.center(hex) for name, hex in land.labels.items()},
    )


def _of_dots(scenario: Scenario) -> Ground:
    board = scenario.dots_map
    lattice = board.lattice

    def shapes(dots: Iterable[Any]) -> list[Shape]:
        groups = lattice.parts(dots)
        loops = [max(rings(lattice.cell(dot) for dot in group), key=len) for group in groups]
        return [polygon([lattice.on_paper(corner) for corner in loop]) for loop in loops]

    patches = [
        Patch(
            f"{piece.id}-{number}" if number else piece.id, piece.name, piece.terrain,
            str(piece.terrain.get("symbol", "")), shape,
        )
        for piece in board.pieces
        for number, shape in enumerate(shapes(piece.dots))
    ]  # fmt: skip
    patches += [
        Patch(building.id, building.name, None, BUILDING, shape)
        for building in board.buildings
        for shape in shapes(building.dots)[:1]
    ]
    levels = sorted({level for level in board.elevation.values() if level > 0})
    hills = [
        (level, shape)
        for level in levels
        for shape in shapes(dot for dot, own in board.elevation.items() if own >= level)
    ]
    walls = [
        (str(item.terrain.get("symbol", "")), (lattice.on_paper(ends[0]), lattice.on_paper(ends[1])))
        for edge, item in board.obstacles.items()
        for ends in [lattice.edge_ends(edge)]
    ]
    return Ground(
        lattice.width,
        lattice.height,
        tuple(patches),
        tuple(hills),
        tuple(walls),
        {zone.id: tuple(shapes(zone.region.dots)) for zone in scenario.zones},
        _goals(scenario, lambda spot: lattice.at(spot.dot)),
        {name: lattice.at(dot) for name, dot in board.labels.items()},
    )


def _of_table(scenario: Scenario) -> Ground:
    table = scenario.table_map
    patches, hills, walls = [], [], []
    for piece in table.pieces:
        symbol = str(piece.terrain.get("symbol", ""))
        if symbol == WALL:
            walls += [(WALL, segment) for segment in piece.shape.segments]
        elif symbol == HILL:
            hills.append((1, piece.shape))
        else:
            patches.append(Patch(piece.id, piece.name, piece.terrain, symbol, piece.shape))
    return Ground(
        float(table.width),
        float(table.depth),
        tuple(patches),
        tuple(hills),
        tuple(walls),
        {zone.id: (zone.region.shape,) for zone in scenario.zones if zone.region.shape is not None},
        _goals(scenario, lambda spot: (float(spot[0]), float(spot[1]))),
        {},
    )


def _goals(scenario: Scenario, point: Callable[[Any], Point]) -> dict[str, Point]:
    return {item.id: point(item.region.spot) for item in scenario.objectives if item.region.spot is not None}


_READERS: Mapping[str, Callable[[Scenario], Ground]] = {
    "land": _of_land,
    "dots": _of_dots,
    "table": _of_table,
}
