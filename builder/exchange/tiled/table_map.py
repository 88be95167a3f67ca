"""Tables as maps of Tiled: an orthogonal map with a cell for each inch or centimeter, terrain as objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any
from xml.etree import ElementTree

from builder.exchange.losses import Loss
from builder.exchange.tiled.reading import MapObject, TiledMap, things_of
from builder.exchange.tiled.tmx import TmxWriter, points_text
from builder.exchange.xml_text import child
from builder.scenario.model import Scenario

UNIT_PIXELS = 32
_SHAPES = ("rectangle", "circle", "polygon", "line")
# Lengths are compared and written to a thousandth of the table's unit.
_DIGITS = 3


def write_table(scenario: Scenario, writer: TmxWriter) -> None:
    """The terrain and the objectives of a table."""
    layer = writer.objects(writer.root, "pieces")
    for item in scenario.source.data["map"].get("pieces", ()):
        properties = {"key": item["id"], "terrain": item["terrain"]}
        if "thickness" in item:
            properties["thickness"] = float(item["thickness"])
        write_shape(writer, layer, "piece", item.get("name", ""), item, properties)
    goals = writer.objects(writer.root, "objectives")
    for objective in scenario.objectives:
        for spot in objective.region.spots[:1]:
            at = spot[0] * UNIT_PIXELS, spot[1] * UNIT_PIXELS
            about = {"key": objective.id, "side": objective.side}
            writer.object(goals, "objective", objective.title, at, about)


def write_shape(
    writer: TmxWriter,
    layer: ElementTree.Element,
    kind: str,
    title: str,
    data: Mapping[str, Any],
    properties: Mapping[str, Any],
) -> None:
    """An object with the shape that the data of a piece or zone has."""
    scale = float(UNIT_PIXELS)
    if "rectangle" in data:
        x, y, wide, tall = (length * scale for length in data["rectangle"])
        writer.object(layer, kind, title, (x, y), properties, "", width=wide, height=tall)
    elif "circle" in data:
        x, y, radius = (length * scale for length in data["circle"])
        corner = x - radius, y - radius
        writer.object(layer, kind, title, corner, properties, "ellipse", width=2 * radius, height=2 * radius)
    else:
        name = "polygon" if "polygon" in data else "line"
        points = [(x * scale, y * scale) for x, y in data[name]]
        (left, top), shape = points[0], "polygon" if name == "polygon" else "polyline"
        element = writer.object(layer, kind, title, (left, top), properties, "")
        child(element, shape, points=points_text([(x - left, y - top) for x, y in points]))


def read_table(tiled: TiledMap, old: Mapping[str, Any], losses: list[Loss]) -> dict[str, Any]:
    """The new ``map`` block; tunnels, heights, texts and places stay as they are."""
    data = deepcopy(dict(old))
    for key, cells in (("width", tiled.columns), ("depth", tiled.rows)):
        if round(data[key]) != cells:
            data[key] = cells
    older = {piece["id"]: piece for piece in old.get("pieces", ())}
    pieces: dict[str, Any] = {}
    for id, item in things_of(tiled, "piece", losses).items():
        about = deepcopy(dict(older.get(id, {"id": id, "name": item.name or id})))
        if item.name and item.name != about.get("name", ""):
            about["name"] = item.name
        terrain = str(item.properties.get("terrain", about.get("terrain", "")))
        if not terrain:
            losses.append(Loss(f"piece {id}", "it has no property `terrain`", where=f"line {item.line}"))
            continue
        about["terrain"] = terrain
        replace_shape(about, item, tiled)
        pieces[id] = about
    data["pieces"] = [
        pieces[id]
        for id in [*(id for id in older if id in pieces), *(id for id in pieces if id not in older)]
    ]
    return data


def replace_shape(data: dict[str, Any], item: MapObject, tiled: TiledMap) -> None:
    """Give the data of a piece or zone the shape of an object, unless it has that already."""
    name, shape = shape_of(item, tiled)
    old = next((key for key in _SHAPES if key in data), None)
    if old == name and _flat(data[name]) == _flat(shape):
        return
    for key in _SHAPES:
        data.pop(key, None)
    data[name] = shape
    if name == "line" and "thickness" not in data:
        data["thickness"] = float(item.properties.get("thickness", 1.0))
    if name != "line":
        data.pop("thickness", None)


def shape_of(item: MapObject, tiled: TiledMap) -> tuple[str, list[Any]]:
    """The key and the numbers of an object's shape, in the table's unit."""
    across, down = tiled.tile

    def unit(x: float, y: float) -> list[float | int]:
        return [_short(x / across), _short(y / down)]

    if item.shape == "ellipse":
        middle = unit(item.x + item.width / 2, item.y + item.height / 2)
        return "circle", [*middle, _short(min(item.width, item.height) / 2 / across)]
    if item.shape in ("polygon", "polyline"):
        points = [unit(item.x + x, item.y + y) for x, y in item.points]
        return ("polygon" if item.shape == "polygon" else "line"), points
    return "rectangle", [*unit(item.x, item.y), *unit(item.width, item.height)]


def _short(number: float) -> float | int:
    rounded = round(number, _DIGITS)
    return int(rounded) if rounded.is_integer() else rounded


def _flat(numbers: Sequence[Any]) -> list[float]:
    """The numbers of a shape, rounded, whether they are in pairs or not."""
    flat: list[float] = []
    for part in numbers:
        flat += _flat(part) if isinstance(part, list | tuple) else [round(float(part), _DIGITS)]
    return flat
