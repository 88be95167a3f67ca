"""Writing maps of Tiled: tilesets, layers of tiles, layers of objects, groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree

from builder.exchange.chains import Segment, chains
from builder.exchange.pictures import Picture
from builder.exchange.tiled.cells import SIDE, TILE_HEIGHT, TILE_WIDTH, center_of
from builder.exchange.tiled.tiles import CLEAR_TEXT, TileSheet
from builder.exchange.xml_text import attribute_text, child, xml_text
from builder.geometry.dotlattice import Dot
from builder.geometry.hexgrid import Direction, Hex, HexGrid, Numbers

_VERSION = "1.10"
WALL = "wall"
"""The class of objects that show walls which follow from what is painted; imports ignore them."""
_WALL_COLOR = "#303038"
_TYPES = {bool: "bool", int: "int", float: "float"}


@dataclass
class TmxWriter:
    """Collects a map, and the images that it refers to."""

    columns: int
    rows: int
    properties: Mapping[str, Any]
    hexagonal: bool = True
    tile: tuple[int, int] = (TILE_WIDTH, TILE_HEIGHT)
    images: dict[str, bytes] = field(default_factory=dict)
    root: ElementTree.Element = field(init=False)

    def __post_init__(self) -> None:
        self.root = ElementTree.Element("map")
        attributes: dict[str, object] = {
            "version": _VERSION, "orientation": "hexagonal" if self.hexagonal else "orthogonal",
            "renderorder": "right-down", "width": self.columns, "height": self.rows,
            "tilewidth": self.tile[0], "tileheight": self.tile[1], "infinite": 0,
        }  # fmt: skip
        if self.hexagonal:
            # The second of two columns is half a hex lower: the columns with odd numbers, counted from 0.
            attributes |= {"hexsidelength": SIDE, "staggeraxis": "x", "staggerindex": "odd"}
        for name, value in attributes.items():
            self.root.set(name, attribute_text(value))
        add_properties(self.root, self.properties)
        self._next_gid, self._next_layer, self._next_object = 1, 1, 1
        self._first: dict[str, int] = {}

    def tileset(self, sheet: TileSheet) -> None:
        """Add a tileset with its image."""
        if not sheet.tiles:
            return
        name, picture = f"{sheet.name}.png", sheet.picture()
        self.images[name] = picture.data
        wide, tall = sheet.size
        element = child(
            self.root, "tileset", firstgid=self._next_gid, name=sheet.name, tilewidth=wide, tileheight=tall,
            tilecount=len(sheet.tiles), columns=sheet.columns,
        )  # fmt: skip
        if any(sheet.grown):
            child(element, "tileoffset", x=-sheet.grown[0] // 2, y=sheet.grown[1] // 2)
        child(element, "image", source=name, trans=CLEAR_TEXT, width=picture.width, height=picture.height)
        for number, tile in enumerate(sheet.tiles):
            about: dict[str, Any] = {"key": tile.key, "title": tile.title}
            if tile.side:
                about["side"] = tile.side
            about |= tile.more
            item = child(element, "tile", id=number, type=sheet.kind)
            add_properties(item, about)
        self._first[sheet.name] = self._next_gid
        self._next_gid += len(sheet.tiles)

    def group(self, title: str, **properties: Any) -> ElementTree.Element:
        """Add a group of layers."""
        element = child(self.root, "group", id=self._layer_number(), name=title)
        add_properties(element, properties)
        return element

    def cells(
        self,
        parent: ElementTree.Element,
        name: str,
        sheet: TileSheet,
        keys: Mapping[Hex, str] | Mapping[Dot, str],
        side: str = "",
        shifts: tuple[int, int] = (0, 0),
        **more: object,
    ) -> None:
        """Add a layer of tiles: the key of each hex or dot that has one; all on one side of it, if any.

        ``shifts`` are those of the tiles in odd and in even columns.
        """
        first = self._first.get(sheet.name, 0)
        gids: dict[Numbers, int] = {
            cell: first + sheet.numbers[key, side, shifts[(cell[0] + 1) % 2]] for cell, key in keys.items()
        }
        self._layer(parent, name, gids, more)

    def sides(
        self,
        parent: ElementTree.Element,
        sheet: TileSheet,
        grid: HexGrid,
        keys: Mapping[tuple[Hex, Direction], str],
    ) -> None:
        """Add the layers of hexsides: N, NE and SE of each hex, the others only where the map ends."""
        first = self._first.get(sheet.name, 0)
        layers: dict[Direction, dict[Numbers, int]] = {side: {} for side in Direction}
        for (hex, side), key in keys.items():
            if hex not in grid:
                hex, side = grid.step(hex, side), side.opposite
            layers[side][hex] = first + sheet.numbers[key, side, 0]
        for side in (*list(Direction)[3:], *list(Direction)[:3]):
            self._layer(parent, f"sides {side.value}", layers[side], {})

    def _layer(
        self, parent: ElementTree.Element, name: str, gids: Mapping[Numbers, int], more: Mapping[str, object]
    ) -> None:
        layer = child(
            parent, "layer", id=self._layer_number(), name=name, width=self.columns, height=self.rows
        )
        for key, value in more.items():
            layer.set(key, attribute_text(value))
        rows = (
            ",".join(str(gids.get((column, row), 0)) for column in range(1, self.columns + 1))
            for row in range(1, self.rows + 1)
        )
        child(layer, "data", "\n" + ",\n".join(rows) + "\n", encoding="csv")

    def walls(self, parent: ElementTree.Element, segments: Iterable[Segment]) -> None:
        """Add a locked layer with walls that follow from what is painted; imports ignore it."""
        layer = self.objects(parent, "walls")
        layer.set("locked", "1")
        layer.set("color", _WALL_COLOR)
        for line in chains(segments):
            element = self.object(layer, WALL, "", line[0], {}, "")
            (left, top), *_ = line
            child(element, "polyline", points=points_text([(x - left, y - top) for x, y in line]))

    def objects(self, parent: ElementTree.Element, name: str) -> ElementTree.Element:
        """Add a layer of objects."""
        return child(parent, "objectgroup", id=self._layer_number(), name=name)

    def object(
        self,
        layer: ElementTree.Element,
        kind: str,
        title: str,
        at: tuple[float, float],
        properties: Mapping[str, Any],
        shape: str = "point",
        **more: object,
    ) -> ElementTree.Element:
        """Add an object: a point, or another ``shape`` with its size."""
        element = child(layer, "object", id=self._next_object, name=title, type=kind, x=at[0], y=at[1])
        for name, length in more.items():
            element.set(name, attribute_text(length))
        self._next_object += 1
        add_properties(element, properties)
        if shape:
            child(element, shape)
        return element

    def point(
        self, layer: ElementTree.Element, kind: str, title: str, hex: Hex, **properties: Any
    ) -> ElementTree.Element:
        """Add a point in the middle of a hex."""
        return self.object(layer, kind, title, center_of(hex), properties)

    def picture(self, title: str, picture: Picture, offset: tuple[float, float], level: str = "") -> None:
        """Add a locked image layer below the tiles that comes after it; imports ignore it."""
        name = f"picture-{level}.png" if level else "picture.png"
        self.images[name] = picture.data
        layer = child(
            self.root, "imagelayer", id=self._layer_number(), name=title, locked=1, visible=0,
            offsetx=offset[0], offsety=offset[1],
        )  # fmt: skip
        child(layer, "image", source=name, width=picture.width, height=picture.height)

    def text(self) -> str:
        """The map as a file."""
        self.root.set("nextlayerid", str(self._next_layer))
        self.root.set("nextobjectid", str(self._next_object))
        ElementTree.indent(self.root, " ")
        body = xml_text(ElementTree.tostring(self.root, encoding="unicode"))
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'

    def _layer_number(self) -> int:
        number, self._next_layer = self._next_layer, self._next_layer + 1
        return number


def add_properties(element: ElementTree.Element, properties: Mapping[str, Any]) -> None:
    """Add custom properties; lists become texts with spaces."""
    if not properties:
        return
    parent = child(element, "properties")
    for name in sorted(properties):
        value = properties[name]
        item = child(parent, "property", name=name, value=value)
        if type(value) in _TYPES:
            item.set("type", _TYPES[type(value)])


def points_text(points: Sequence[tuple[float, float]]) -> str:
    """The corners of a shape as Tiled writes them."""
    return " ".join(f"{attribute_text(float(x))},{attribute_text(float(y))}" for x, y in points)
