"""Reading maps of Tiled: layers of tiles with what their tiles mean, and objects; nothing is executed.

What Tiled can do and a scenario cannot (flipped tiles, infinite maps, templates) is reported.
"""

from __future__ import annotations

import base64
import binascii
import gzip
import io
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from builder.exchange.losses import Loss
from builder.geometry.hexgrid import Hex
from rulesdb import InputError
from rulesdb.files.reading import MIB, read_file

_MAX_BYTES = 64 * MIB
_MAX_CELLS = 1_000_000
_MAX_LAYERS = 500
_MAX_OBJECTS = 20_000
_FLAGS = 0xF0000000
_TYPES: Mapping[str, Callable[[str], Any]] = {"bool": "true".__eq__, "int": int, "float": float}


class TmxError(InputError):
    """A file is no map of Tiled that can be imported: the file, line and element at fault, and what to do."""


@dataclass(frozen=True, slots=True)
class TileMeaning:
    """The meaning of a tile: its class, and its properties."""

    kind: str
    properties: Mapping[str, Any]

    @property
    def key(self) -> str:
        """The id in the scenario."""
        return str(self.properties.get("key", ""))


@dataclass(frozen=True, slots=True)
class TileLayer:
    """A layer of tiles: what is on each cell that is not empty. ``group`` is the key of its group."""

    name: str
    group: str
    cells: Mapping[Hex, TileMeaning]
    line: int


@dataclass(frozen=True, slots=True)
class MapObject:
    """An object: its place in pixels, its size, and its shape.

    ``shape`` is ``point``, ``ellipse``, ``polygon``, ``polyline`` or ``rectangle``; ``points`` are relative.
    """

    kind: str
    name: str
    group: str
    layer: str
    x: float
    y: float
    width: float
    height: float
    shape: str
    points: tuple[tuple[float, float], ...]
    properties: Mapping[str, Any]
    line: int

    @property
    def key(self) -> str:
        """The id in the scenario."""
        return str(self.properties.get("key", ""))


@dataclass(frozen=True, slots=True)
class TiledMap:
    """The content of a file. ``groups`` are the levels, by key, with their titles."""

    path: str
    columns: int
    rows: int
    tile: tuple[int, int]
    orientation: str
    properties: Mapping[str, Any]
    groups: Mapping[str, str]
    layers: tuple[TileLayer, ...]
    objects: tuple[MapObject, ...]
    losses: tuple[Loss, ...]


def read_tmx(path: Path) -> TiledMap:
    """Read a map of Tiled.

    Raises:
        TmxError: it is no such map, too large, or has a feature that cannot be imported.
        OSError: it cannot be read.
    """
    return _Reader(path).read()


def _parse(path: Path) -> tuple[ElementTree.Element, dict[ElementTree.Element, int]]:
    """The elements of a file with their lines, without entities, which could be expanded without end."""
    try:
        data = read_file(path, _MAX_BYTES)
    except OSError as error:
        raise TmxError(f"cannot read {path}: {error.strerror}") from error
    lines: dict[ElementTree.Element, int] = {}
    builder, stack = ElementTree.TreeBuilder(), 0
    parser = expat.ParserCreate()

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal stack
        stack += 1
        if stack > 100:
            raise TmxError(f"{path}:{parser.CurrentLineNumber}: elements are nested too deeply")
        lines[builder.start(tag, attributes)] = parser.CurrentLineNumber

    def end(tag: str) -> None:
        nonlocal stack
        stack -= 1
        builder.end(tag)

    def doctype(*_: object) -> None:
        raise TmxError(f"{path}:{parser.CurrentLineNumber}: a map of Tiled has no DOCTYPE; remove it")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise TmxError(
            f"{path}:{error.lineno}:{error.offset + 1}: not XML: {expat.ErrorString(error.code)}"
        ) from error
    return builder.close(), lines


class _Reader:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.root, self.lines = _parse(path)
        self.losses: list[Loss] = []
        self.layers: list[TileLayer] = []
        self.objects: list[MapObject] = []
        self.groups: dict[str, str] = {}
        self.tiles: dict[int, TileMeaning] = {}

    def fail(self, element: ElementTree.Element, message: str) -> TmxError:
        """An error about an element."""
        name = element.get("name")
        what = f"<{element.tag}{f' name={name!r}' if name else ''}>"
        return TmxError(f"{self.path}:{self.lines.get(element, 1)}: {what}: {message}")

    def read(self) -> TiledMap:
        root = self.root
        if root.tag != "map":
            raise self.fail(root, "not a map of Tiled, which begins with <map>")
        if root.get("infinite", "0") not in ("0", ""):
            raise self.fail(root, "an infinite map has no numbers; turn off Map > Map Properties > Infinite")
        self.columns, self.rows = self.integer(root, "width"), self.integer(root, "height")
        if not 0 < self.columns * self.rows <= _MAX_CELLS or min(self.columns, self.rows) < 1:
            raise self.fail(root, f"{self.columns} × {self.rows} cells; the maximum is {_MAX_CELLS}")
        for tileset in root.findall("tileset"):
            self.read_tileset(tileset)
        self.walk(root, "")
        return TiledMap(
            path=str(self.path),
            columns=self.columns,
            rows=self.rows,
            tile=(self.integer(root, "tilewidth"), self.integer(root, "tileheight")),
            orientation=self.orientation(),
            properties=self.properties(root),
            groups=self.groups,
            layers=tuple(self.layers),
            objects=tuple(self.objects),
            losses=tuple(self.losses),
        )

    def orientation(self) -> str:
        root, kind = self.root, self.root.get("orientation", "")
        if kind == "orthogonal":
            return kind
        if kind != "hexagonal":
            raise self.fail(root, f"orientation {kind!r}; use hexagonal, or orthogonal for a table")
        axis, index = root.get("staggeraxis"), root.get("staggerindex")
        if (axis, index) != ("x", "odd"):
            raise self.fail(
                root, f"stagger axis {axis}, index {index}; brainbug's hexes have axis X, index Odd"
            )
        return kind

    def walk(self, parent: ElementTree.Element, group: str) -> None:
        for element in parent:
            if len(self.layers) > _MAX_LAYERS:
                raise self.fail(element, f"more than {_MAX_LAYERS} layers")
            if element.tag == "group":
                title = element.get("name", "")
                key = str(self.properties(element).get("key", "")) or slug_of(title)
                self.groups[key] = title
                self.walk(element, key)
            elif element.tag == "layer":
                self.read_layer(element, group)
            elif element.tag == "objectgroup":
                for item in element.findall("object"):
                    self.read_object(item, group, element.get("name", ""))

    def read_tileset(self, element: ElementTree.Element) -> None:
        first, source = self.integer(element, "firstgid"), element.get("source")
        lines = self.lines
        if source is not None:
            name = PurePosixPath(source)
            if name.is_absolute() or ".." in name.parts or len(name.parts) != 1:
                raise self.fail(element, f"tileset {source!r} is in another folder; put it beside the map")
            element, more = _parse(self.path.with_name(source))
            lines.update(more)
        for tile in element.findall("tile"):
            kind = tile.get("class") or tile.get("type") or ""
            self.tiles[first + self.integer(tile, "id")] = TileMeaning(kind, self.properties(tile))

    def read_layer(self, element: ElementTree.Element, group: str) -> None:
        size = self.integer(element, "width"), self.integer(element, "height")
        if size != (self.columns, self.rows):
            raise self.fail(
                element, f"the layer has {size[0]} × {size[1]} cells, the map {self.columns} × {self.rows}"
            )
        gids = self.gids(element)
        flipped = sum(1 for gid in gids if gid & _FLAGS)
        cells: dict[Hex, TileMeaning] = {}
        for at, gid in enumerate(gids):
            number = gid & ~_FLAGS
            if not number:
                continue
            meaning = self.tiles.get(number)
            row, column = divmod(at, self.columns)
            if meaning is None:
                raise self.fail(
                    element, f"tile {number} at column {column + 1}, row {row + 1} is of no tileset here"
                )
            cells[Hex(column + 1, row + 1)] = meaning
        name = element.get("name", "")
        if flipped:
            self.losses.append(Loss(f"{flipped} flipped tiles", "they mean the same as others", where=name))
        self.layers.append(TileLayer(name, group, cells, self.lines[element]))

    def gids(self, layer: ElementTree.Element) -> list[int]:
        """The numbers of the tiles of a layer, row by row."""
        data = layer.find("data")
        if data is None:
            raise self.fail(layer, "it has no <data>")
        if data.find("chunk") is not None:
            raise self.fail(layer, "the map is infinite; turn off Map > Map Properties > Infinite")
        encoding, text = data.get("encoding"), data.text or ""
        try:
            if encoding is None:
                gids = [int(tile.get("gid", "0")) for tile in data.findall("tile")]
            elif encoding == "csv":
                gids = [int(part) for part in text.split(",")]
            elif encoding == "base64":
                raw = self.unpacked(
                    layer, base64.b64decode(text.strip(), validate=True), data.get("compression")
                )
                gids = [int.from_bytes(raw[at : at + 4], "little") for at in range(0, len(raw), 4)]
            else:
                raise self.fail(layer, f"encoding {encoding!r}; choose CSV in Map > Map Properties")
        except (ValueError, binascii.Error, zlib.error, EOFError, OSError) as error:
            if isinstance(error, TmxError):
                raise
            raise self.fail(layer, f"its tiles cannot be read ({error})") from error
        if len(gids) != self.columns * self.rows:
            raise self.fail(layer, f"{len(gids)} tiles for {self.columns * self.rows} cells")
        if any(not 0 <= gid < 2**32 for gid in gids):
            raise self.fail(layer, "the number of a tile is out of range")
        return gids

    def unpacked(self, layer: ElementTree.Element, raw: bytes, compression: str | None) -> bytes:
        """Compressed tiles, no more of them than there are cells."""
        limit = 4 * self.columns * self.rows
        if compression in (None, ""):
            return raw
        if compression == "zlib":
            return zlib.decompressobj().decompress(raw, limit + 1)
        if compression == "gzip":
            with gzip.GzipFile(fileobj=io.BytesIO(raw)) as file:
                return file.read(limit + 1)
        raise self.fail(layer, f"compression {compression!r}; choose CSV in Map > Map Properties")

    def read_object(self, element: ElementTree.Element, group: str, layer: str) -> None:
        if len(self.objects) >= _MAX_OBJECTS:
            raise self.fail(element, f"more than {_MAX_OBJECTS} objects")
        if element.get("template"):
            raise self.fail(element, "it is an instance of a template; detach it with a right click")
        if self.number(element, "rotation"):
            self.losses.append(Loss("rotation", "a scenario has none", where=element.get("name", "")))
        shape, points = self.shape(element)
        width, height = self.number(element, "width"), self.number(element, "height")
        x, y = self.number(element, "x"), self.number(element, "y")
        kind, name = element.get("class") or element.get("type") or "", element.get("name", "")
        about, line = self.properties(element), self.lines[element]
        self.objects.append(
            MapObject(kind, name, group, layer, x, y, width, height, shape, points, about, line)
        )

    def shape(self, element: ElementTree.Element) -> tuple[str, tuple[tuple[float, float], ...]]:
        for name in ("point", "ellipse", "polygon", "polyline"):
            outline = element.find(name)
            if outline is not None:
                try:
                    pairs = [part.split(",") for part in outline.get("points", "").split()]
                    return name, tuple((float(x), float(y)) for x, y in pairs)
                except ValueError as error:
                    raise self.fail(element, "its corners are not numbers") from error
        return ("rectangle" if self.number(element, "width") else "point"), ()

    def properties(self, element: ElementTree.Element) -> dict[str, Any]:
        """The custom properties of an element, by their types."""
        values: dict[str, Any] = {}
        for item in element.findall("properties/property"):
            value: Any = item.get("value", item.text or "")
            kind = item.get("type", "string")
            try:
                values[item.get("name", "")] = _TYPES.get(kind, str)(value)
            except ValueError as error:
                raise self.fail(item, f"{value!r} is not of type {kind}") from error
        return values

    def integer(self, element: ElementTree.Element, name: str) -> int:
        text = element.get(name, "")
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise self.fail(element, f"{name} is {text!r}, not a whole number")
        return int(text)

    def number(self, element: ElementTree.Element, name: str) -> float:
        text = element.get(name, "0")
        try:
            value = float(text)
        except ValueError as error:
            raise self.fail(element, f"{name} is {text!r}, not a number") from error
        if not abs(value) < 1e9:
            raise self.fail(element, f"{name} is {text!r}, which is too large")
        return value


def slug_of(title: str) -> str:
    """An id for a title: small letters, digits and hyphens.

    >>> slug_of("Upper Deck")
    'upper-deck'
    """
    words = "".join(letter if letter.isascii() and letter.isalnum() else " " for letter in title.lower())
    return "-".join(words.split()) or "level"


def objects_of(tiled: TiledMap, kind: str, group: str | None = None) -> Iterator[MapObject]:
    """The objects of a class, on one level or on all."""
    return (item for item in tiled.objects if item.kind == kind and group in (None, item.group))


def things_of(tiled: TiledMap, kind: str, losses: list[Loss]) -> dict[str, MapObject]:
    """The objects of a class by the id in the scenario; a copy with the same key has an id of its own."""
    things: dict[str, MapObject] = {}
    for item in objects_of(tiled, kind):
        key = item.key or slug_of(item.name)
        id, number = key, 1
        while id in things:
            number += 1
            id = f"{key}-{number}"
        if id != key:
            where = f"line {item.line}"
            losses.append(Loss(f"another {kind} {key}", "ids are unique", f"it became {id}", where))
        things[id] = item
    return things
