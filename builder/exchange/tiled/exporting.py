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
from builder.exchange.tiled.cells import TILE_HEIGHT
from builder.exchange.tiled.deck_map import write_deck
from builder.exchange.tiled.land_map import write_land
from builder.exchange.tiled.table_map import UNIT_PIXELS, write_shape, write_table
from builder.exchange.tiled.tmx import TmxWriter
from builder.geometry.hexlayout import HexLayout
from builder.scenario.model import Scenario
from rulesdb import InputError

_WRITERS = {"hex": write_deck, "land": write_land, "table": write_table}
_CLASSES = {
    "area": ("key", "title", "room"),
    "door": ("key", "title", "side"),
    "terrain": ("key", "title"),
    "obstacle": ("key", "title", "side"),
    "level": ("key", "title"),
    "machinery": ("key",),
    "console": ("key",),
    "locker": ("key",),
    "hatch": ("levels",),
    "stairs": ("levels",),
    "lift": ("key", "levels"),
    "label": (),
    "objective": ("key", "side"),
    "zone": ("key", "areas", "hexes", "level"),
    "piece": ("key", "terrain", "thickness"),
}


def share(scenario: Scenario, options: ShareOptions) -> Shared:
    """``map.tmx`` with its images.

    Raises:
        InputError: maps of this kind are not written for Tiled.
    """
    kind = scenario.map.kind
    if kind not in _WRITERS:
        raise InputError(
            f"maps of kind {kind} are not shared with Tiled, which has no places for walls between dots; "
            "edit the file, or use `brainbug studio`"
        )
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
        for key in ("areas", "hexes", "level"):
            if key in zone:
                value = zone[key]
                properties[key] = " ".join(value) if isinstance(value, list) else str(value)
        writer.object(layer, "zone", zone["title"], (0.0, -40.0 * (at + 1)), properties)


def _add_picture(scenario: Scenario, options: ShareOptions, writer: TmxWriter) -> None:
    """The printed maps as hidden, locked image layers, to trace."""
    places, context = places_of(scenario), options.context
    board: Any = scenario.map
    look = MapLook(numbers=context.theme.hex_numbers, secrets=True)
    artist = map_artist(scenario, context, look)
    layout = HexLayout(board.grid, board.hex_size)
    scale = TILE_HEIGHT / board.hex_size
    views = artist.boards(places.width)
    for level, picture in enumerate(board_pictures(views, scale, (layout.radius, board.hex_size / 2))):
        key = scenario.map.decks.levels[level].id if scenario.map.decks is not None else ""
        offset = -picture.origin[0], -picture.origin[1]
        writer.picture(f"printed map {key}".strip(), picture.picture, offset, key)


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
    if scenario.map.decks is not None:
        losses.append(
            Loss("terrain, damage and air of rooms, contents of lockers", "tiles have a color", stays)
        )
    return losses
