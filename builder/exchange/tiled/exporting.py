"""A scenario's map as a folder with a map of Tiled, its tilesets, and a project file with the classes."""

from __future__ import annotations

import json
from typing import Any

from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import MapLook
from builder.exchange.losses import Loss, LossReport, counted
from builder.exchange.pictures import board_pictures
from builder.exchange.places import places_of
from builder.exchange.sharing import Shared, ShareOptions
from builder.exchange.tiled.cells import TILE_HEIGHT, center_of
from builder.exchange.tiled.deck_map import write_deck
from builder.exchange.tiled.dot_cells import DotCells
from builder.exchange.tiled.dots_map import write_dots
from builder.exchange.tiled.land_map import write_land
from builder.exchange.tiled.table_map import UNIT_PIXELS, write_shape, write_table
from builder.exchange.tiled.tmx import TmxWriter
from builder.geometry.dotlattice import Dot
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.scenario.model import Scenario

_WRITERS = {"hex": write_deck, "land": write_land, "table": write_table, "dots": write_dots}
ZONE_PLACES = ("areas", "hexes", "level", "dots", "floor")
"""The properties of a zone that give its place, except on tables."""
_CLASSES = {
    "area": ("key", "title", "room"),
    "door": ("key", "title", "side"),
    "terrain": ("key", "title"),
    "obstacle": ("key", "title", "side"),
    "level": ("key", "title"),
    "ground": ("key", "title", "terrain"),
    "building": ("key", "title"),
    "opening": ("key", "title", "side"),
    "machinery": ("key",),
    "console": ("key",),
    "locker": ("key",),
    "hatch": ("levels",),
    "stairs": ("levels",),
    "lift": ("key", "levels"),
    "label": (),
    "objective": ("key", "side"),
    "zone": ("key", "areas", "hexes", "level", "dots", "floor"),
    "piece": ("key", "terrain", "thickness"),
}


def share(scenario: Scenario, options: ShareOptions) -> Shared:
    """``map.tmx`` with its images."""
    writer = tmx_of(scenario)
    options.tick()
    if scenario.map.kind != "table":
        _add_picture(scenario, options, writer)
    options.tick()
    files = {"map.tmx": writer.text().encode("utf-8"), "brainbug.tiled-project": _project()} | writer.images
    done = f"map.tmx: {counted(writer.columns, 'column')}, {counted(writer.rows, 'row')}"
    return Shared(files, LossReport("Tiled", (done,), tuple(_losses(scenario))), is_folder=True)


def tmx_of(scenario: Scenario) -> TmxWriter:
    """The map without the printed picture."""
    board: Any = scenario.map
    about = {"kind": board.kind, "game": scenario.ruleset.id, "scenario": scenario.id, "title": board.title}
    if scenario.map.decks is not None:
        about |= {"site": board.site, "outside": board.outside, "inside": board.inside}
    if board.kind == "table":
        table = scenario.table_map
        size = round(table.width), round(table.depth)
        writer = TmxWriter(*size, about, hexagonal=False, tile=(UNIT_PIXELS, UNIT_PIXELS))
    elif board.kind == "dots":
        cells = DotCells(scenario.dots_map.lattice)
        about["spacing"] = float(cells.lattice.spacing)
        size = cells.lattice.columns, cells.lattice.rows
        writer = TmxWriter(*size, about, hexagonal=not cells.is_square, tile=cells.box)
    else:
        writer = TmxWriter(board.grid.columns, board.grid.rows, about)
    _WRITERS[board.kind](scenario, writer)
    _write_zones(scenario, writer)
    return writer


def _write_zones(scenario: Scenario, writer: TmxWriter) -> None:
    """The zones as objects: with their shape on a table, else with their hexes or areas as properties."""
    layer = writer.objects(writer.root, "zones")
    for at, zone in enumerate(scenario.source.data["setup"]["zones"]):
        properties = {"key": zone["id"]}
        if scenario.map.kind == "table":
            write_shape(writer, layer, "zone", zone["title"], zone, properties)
            continue
        for key in ZONE_PLACES:
            if key in zone:
                value = zone[key]
                properties[key] = " ".join(value) if isinstance(value, list) else str(value)
        writer.object(layer, "zone", zone["title"], (0.0, -40.0 * (at + 1)), properties)


def _add_picture(scenario: Scenario, options: ShareOptions, writer: TmxWriter) -> None:
    """The printed maps as hidden, locked image layers, to trace."""
    places, context = places_of(scenario), options.context
    look = MapLook(numbers=context.theme.hex_numbers, secrets=True)
    artist = map_artist(scenario, context, look)
    board: Any = scenario.map
    if board.kind == "dots":
        cells = DotCells(board.lattice)
        anchor, first = board.lattice.at(Dot(1, 1)), cells.center(Dot(1, 1))
        scale = TILE_HEIGHT / board.lattice.spacing
    else:
        anchor, first = HexLayout(board.grid, board.hex_size).center(Hex(1, 1)), center_of(Hex(1, 1))
        scale = TILE_HEIGHT / board.hex_size
    for level, picture in enumerate(board_pictures(artist.boards(places.width), scale, anchor)):
        key = scenario.map.decks.levels[level].id if scenario.map.decks is not None else ""
        x, y = picture.at(anchor)
        writer.picture(f"printed map {key}".strip(), picture.picture, (first[0] - x, first[1] - y), key)


def _project() -> bytes:
    """The project file: the classes of tiles and objects, with their properties; nothing runs by itself."""
    types = [
        {
            "id": number,
            "name": name,
            "type": "class",
            "color": "#ffa0a0a4",
            "drawFill": True,
            "members": [{"name": member, "type": "string", "value": ""} for member in members],
            "useAs": ["property", "object", "tile"],
        }
        for number, (name, members) in enumerate(_CLASSES.items(), 1)
    ]
    data: dict[str, Any] = {
        "automappingRulesFile": "",
        "commands": [],
        "extensionsPath": "",
        "folders": ["."],
    }
    data |= {"compatibilityVersion": 1100, "propertyTypes": types}
    return (json.dumps(data, indent=4) + "\n").encode("utf-8")


def _losses(scenario: Scenario) -> list[Loss]:
    stays = "an import with --into keeps it"
    losses = [Loss("forces, rules, conditions, events and texts", "Tiled draws maps", stays)]
    if scenario.map.kind == "table":
        table = scenario.table_map
        losses.append(Loss("heights, notes and places of terrain", "Tiled draws shapes", stays))
        if table.plan is not None:
            losses.append(Loss("tunnels", "they are a plan of their own", stays))
        if not (float(table.width).is_integer() and float(table.depth).is_integer()):
            losses.append(Loss("the size of the table", "Tiled has whole cells", stays))
    if scenario.map.kind == "dots":
        losses.append(
            Loss(
                "floors, stairs and toughness of buildings and walls, tunnels, markers",
                "tiles have a color",
                stays,
            )
        )
    if scenario.map.decks is not None:
        losses.append(
            Loss("terrain, damage and air of rooms, contents of lockers", "tiles have a color", stays)
        )
    return losses
