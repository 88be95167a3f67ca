"""Decks and tables as Universal VTT files: an image with walls that block sight, and doors."""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Sequence
from typing import Any

import numpy

from builder.boards.board import Board
from builder.boards.deck import HexMap
from builder.draw.maps.map_artist import MapView
from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import MapLook
from builder.exchange.chains import Segment, chains
from builder.exchange.losses import Loss, LossReport, counted
from builder.exchange.pictures import BoardPicture, board_pictures, decoded_pixels, png_picture
from builder.exchange.seal import BLANK_SEAL, sealed
from builder.exchange.sharing import Shared, ShareOptions
from builder.geometry.hexgrid import Hex
from builder.geometry.hexlayout import HexLayout
from builder.geometry.shapes import Point, Shape
from builder.scenario.model import Scenario
from rulesdb import InputError

_PIXELS = 100
# The units of a table for each square of the file.
_TABLE_SQUARE = {"inch": 2.0, "centimetre": 5.0}
_TABLE_WIDTH = 280.0
_DIGITS = 6
_REFUSED = {
    "land": "elevation and terrain hide what the file cannot hold, and its walls alone would show the wrong "
    "things; use --to vassal, or --to images",
    "dots": "sight past terrain between dots is not a matter of walls alone; use --to vassal, or --to images",
}


def share(scenario: Scenario, options: ShareOptions) -> Shared:
    """A file for each level of a deck, or one for a table.

    Raises:
        InputError: sight on this kind of map is not a matter of walls.
    """
    kind = scenario.map.kind
    if kind in _REFUSED:
        raise InputError(f"maps of kind {kind} are not shared as Universal VTT: {_REFUSED[kind]}")
    look = MapLook(numbers=options.context.theme.hex_numbers)
    views = map_artist(scenario, options.context, look).boards(_TABLE_WIDTH)
    options.tick()
    if scenario.map.decks is not None:
        files = _deck_files(scenario, scenario.map.decks, views)
    else:
        files = _table_file(scenario, views)
    losses = _losses(scenario)
    done = f"{counted(len(files), 'level')} with {_PIXELS} pixels for each square"
    return Shared(files, LossReport("Universal VTT", (done,), losses), is_folder=True)


def _deck_files(scenario: Scenario, decks: HexMap, views: Sequence[MapView]) -> dict[str, bytes]:
    layout = HexLayout(decks.grid, decks.hex_size)
    first = layout.center(Hex(1, 1))
    pictures = board_pictures(views, _PIXELS / decks.hex_size, first)
    files = {}
    for level, picture in enumerate(pictures):
        walls: list[Segment] = []
        portals: list[tuple[Segment, bool]] = []
        for boundary in decks.boundaries:
            if boundary.level != level or (boundary.door is not None and boundary.door.is_gap):
                continue
            start, end = (picture.at(point) for point in layout.side(boundary.side))
            segment = _in_squares(start), _in_squares(end)
            if boundary.door is None:
                walls.append(segment)
            else:
                portals.append((segment, not boundary.door.is_open))
        files[f"{decks.levels[level].id}.dd2vtt"] = _file(picture, chains(walls), portals)
    return files


def _table_file(scenario: Scenario, views: Sequence[MapView]) -> dict[str, bytes]:
    table = scenario.table_map
    [picture] = board_pictures(views, _PIXELS / _TABLE_SQUARE[table.unit], (0.0, 0.0))
    lines = [
        [_in_squares(picture.at(point)) for point in outline(piece.shape)]
        for piece in table.pieces
        if piece.terrain.get("blocks_sight")
    ]
    return {"table.dd2vtt": _file(picture, lines, [])}


def outline(shape: Shape) -> list[Point]:
    """The outline of a shape as a closed line; circles have 32 corners."""
    from shapely import LineString, Polygon
    from shapely import Point as Spot

    points = list(shape.points)
    core: Any = (
        Spot(points[0]) if len(points) == 1 else Polygon(points) if shape.encloses else LineString(points)
    )
    area = core.buffer(shape.radius, quad_segs=8) if shape.radius else core
    coordinates = area.exterior.coords if hasattr(area, "exterior") else area.coords
    return [(float(x), float(y)) for x, y in coordinates]


def _in_squares(pixel: Point) -> Point:
    return round(pixel[0] / _PIXELS, _DIGITS), round(pixel[1] / _PIXELS, _DIGITS)


def _file(
    picture: BoardPicture, lines: Sequence[Sequence[Point]], portals: Sequence[tuple[Segment, bool]]
) -> bytes:
    """The JSON of one level; its image is filled up to whole squares."""
    pixels = decoded_pixels(picture.picture)
    tall, wide = (math.ceil(length / _PIXELS) for length in pixels.shape[:2])
    canvas = numpy.full((tall * _PIXELS, wide * _PIXELS, 3), 255, dtype=numpy.uint8)
    canvas[: pixels.shape[0], : pixels.shape[1]] = pixels
    data = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": wide, "y": tall},
            "pixels_per_grid": _PIXELS,
        },
        "line_of_sight": [[_point(point) for point in line] for line in lines],
        "objects_line_of_sight": [],
        "portals": [_portal(segment, is_closed=is_closed) for segment, is_closed in portals],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [],
        "image": base64.b64encode(png_picture(canvas).data).decode("ascii"),
        "made_by": BLANK_SEAL,
    }
    return sealed(json.dumps(data).encode("ascii"))


def _portal(segment: Segment, *, is_closed: bool) -> dict[str, Any]:
    (x1, y1), (x2, y2) = segment
    return {
        "position": _point(((x1 + x2) / 2, (y1 + y2) / 2)),
        "bounds": [_point(segment[0]), _point(segment[1])],
        "rotation": round(math.atan2(y2 - y1, x2 - x1), _DIGITS),
        "closed": is_closed,
        "freestanding": False,
    }


def _point(point: Point) -> dict[str, float]:
    return {"x": round(point[0], _DIGITS), "y": round(point[1], _DIGITS)}


def _losses(scenario: Scenario) -> tuple[Loss, ...]:
    board: Board[Any] = scenario.map
    losses = [
        Loss(
            "forces, counters, rules, conditions and events",
            "a file is one picture with walls",
            "use --to vassal",
        )
    ]
    if board.decks is not None:
        losses.append(
            Loss(
                "hexes",
                "the format knows squares only",
                "in Foundry, set hexagonal columns (odd) of 100 pixels, and move them to the printed ones",
            )
        )
        losses.append(
            Loss("hatches, stairs and lifts", "each level is a file of its own", "place links by hand")
        )
    else:
        losses.append(
            Loss(
                "sight out of woods and hills",
                "a wall blocks both ways",
                "open the walls around figures in them",
            )
        )
        if scenario.table_map.plan is not None:
            losses.append(Loss("tunnels", "they are secret"))
    return tuple(losses)
