"""Maps of dots as maps of Tiled: a cell for each dot, walls and openings in layers of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from builder.exchange.tiled.dot_cells import DotCells
from builder.exchange.tiled.tiles import Color, Tile, TileSheet, hue
from builder.exchange.tiled.tmx import TmxWriter
from builder.geometry.dotlattice import Edge
from builder.scenario.model import Scenario
from rulesdb import Entry

NEW = "new-"
"""How the keys of tiles begin that are a new piece of terrain or building for each group of dots."""
_BUILDING = "building"
_HIGHEST = 3
# The symbols of terrain that stands between dots, and not on them.
_LINES = ("wall", "high-wall", "fence")
_OPENINGS: Mapping[str, Color] = {"door": (250, 250, 250), "window": (90, 170, 240), "gap": (240, 150, 40)}
# The sides of a dot that have a layer: each edge is the south or east side of one dot.
_SIDES = ("S", "E")


def write_dots(scenario: Scenario, writer: TmxWriter) -> None:
    """The layers of a map of dots."""
    board = scenario.dots_map
    cells = DotCells(board.lattice)
    for sheet in _sheets(scenario, cells):
        writer.tileset(sheet)
        _SHEET_LAYERS[sheet.name](scenario, writer, sheet)
    ends = (board.lattice.edge_ends(edge) for edge, item in board.barriers.items() if item.building)
    writer.walls(writer.root, [(cells.at(start), cells.at(end)) for start, end in ends])
    labels = writer.objects(writer.root, "labels")
    for name, dot in board.labels.items():
        writer.object(labels, "label", name, cells.center(dot), {})
    goals = writer.objects(writer.root, "objectives")
    for objective in scenario.objectives:
        for place in objective.region.spots[:1]:
            about = {"key": objective.id, "side": objective.side}
            writer.object(goals, "objective", objective.title, cells.center(place.dot), about)


def _sheets(scenario: Scenario, cells: DotCells) -> Iterator[TileSheet]:
    """The tilesets: those of the map's own terrain, then what can be painted besides."""
    board, game = scenario.dots_map, scenario.ruleset
    structures = set(game.structures.values())
    kinds = [
        entry
        for entry in game.of_kind("terrain")
        if not entry.get("open") and entry.slug not in structures and not is_wall(entry)
    ]
    hues = {entry.slug: hue(at) for at, entry in enumerate(kinds)}
    pieces = [
        Tile(piece.id, piece.name or piece.terrain.title, hues.get(piece.terrain.slug, hue(len(hues))))
        for piece in board.pieces
    ]
    terrain = {piece.id: piece.terrain.slug for piece in board.pieces}
    pieces += [Tile(f"{NEW}{slug}", f"New: {slug}", color) for slug, color in hues.items()]
    terrain |= {f"{NEW}{slug}": slug for slug in hues}
    pieces = [Tile(each.key, each.title, each.color, more={"terrain": terrain[each.key]}) for each in pieces]
    buildings = [
        Tile(building.id, building.name, hue(at, 0.45)) for at, building in enumerate(board.buildings)
    ]
    buildings.append(Tile(f"{NEW}{_BUILDING}", "New: building", (90, 80, 80)))
    lowest = min([-1, *board.elevation.values()])
    highest = max([_HIGHEST, *board.elevation.values()])
    levels = [
        Tile(str(level), f"level {level}", (200 - 22 * max(0, min(level, 8)), 150, 90 if level > 0 else 170))
        for level in range(lowest, highest + 1)
        if level
    ]
    walls = [entry for entry in game.of_kind("terrain") if is_wall(entry)]
    obstacles = {item.terrain.slug: item.terrain for item in board.obstacles.values()}
    slugs = {entry.slug: entry.title for entry in (*walls, *obstacles.values())}
    on_sides = [
        Tile(slug, title, hue(at, 0.35), side)
        for at, (slug, title) in enumerate(slugs.items())
        for side in _SIDES
    ]
    doors = [
        Tile(key, key, color, side, dashed=key == "gap")
        for key, color in _OPENINGS.items()
        for side in _SIDES
    ]
    yield TileSheet("terrain", "ground", pieces, cells.box, cells.step if cells.is_square else None)
    yield TileSheet("levels", "level", levels, cells.box, cells.step if cells.is_square else None)
    for name, kind, tiles in (
        ("buildings", "building", buildings),
        ("walls", "obstacle", on_sides),
        ("openings", "opening", doors),
    ):
        # Plots are in straight rows, so that each tile is there for odd and for even columns.
        both = [
            replace(tile, shift=shift, more={**tile.more, "columns": columns} if shift else tile.more)
            for tile in tiles
            for shift, columns in zip(cells.shifts, ("odd", "even"), strict=True)
            if shift or columns == "odd"
        ]
        yield TileSheet(name, kind, both, cells.box, cells.step)


def is_wall(terrain: Entry) -> bool:
    """Whether terrain stands between dots, and not on them: it is drawn as a line."""
    return str(terrain.get("symbol", "")) in _LINES


def _write_ground(scenario: Scenario, writer: TmxWriter, sheet: TileSheet) -> None:
    keys = {dot: piece.id for piece in scenario.dots_map.pieces for dot in piece.dots}
    writer.cells(writer.root, sheet.name, sheet, keys)


def _write_buildings(scenario: Scenario, writer: TmxWriter, sheet: TileSheet) -> None:
    keys = {dot: building.id for building in scenario.dots_map.buildings for dot in building.dots}
    shifts = DotCells(scenario.dots_map.lattice).shifts
    writer.cells(writer.root, sheet.name, sheet, keys, shifts=shifts)


def _write_levels(scenario: Scenario, writer: TmxWriter, sheet: TileSheet) -> None:
    keys = {dot: str(level) for dot, level in scenario.dots_map.elevation.items() if level}
    writer.cells(writer.root, "elevation", sheet, keys, opacity=0.5)


def _write_walls(scenario: Scenario, writer: TmxWriter, sheet: TileSheet) -> None:
    items = {edge: item.terrain.slug for edge, item in scenario.dots_map.obstacles.items()}
    _write_edges(items, scenario, writer, sheet)


def _write_openings(scenario: Scenario, writer: TmxWriter, sheet: TileSheet) -> None:
    items = {edge: item.kind for edge, item in scenario.dots_map.doors.items()}
    _write_edges(items, scenario, writer, sheet)


def _write_edges(items: Mapping[Edge, str], scenario: Scenario, writer: TmxWriter, sheet: TileSheet) -> None:
    """A layer for the edges south of dots, and one for those east of them."""
    for side in _SIDES:
        keys = {
            edge.here: key
            for edge, key in items.items()
            if (edge.here.row == edge.there.row) == (side == "E")
        }
        shifts = DotCells(scenario.dots_map.lattice).shifts
        writer.cells(writer.root, f"{sheet.name} {side}", sheet, keys, side, shifts)


_SHEET_LAYERS: Mapping[str, Callable[[Scenario, TmxWriter, TileSheet], None]] = {
    "terrain": _write_ground,
    "buildings": _write_buildings,
    "levels": _write_levels,
    "walls": _write_walls,
    "openings": _write_openings,
}
