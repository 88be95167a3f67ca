"""Read the ``map`` block of an open table into a :class:`~builder.boards.table.TableMap`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from builder.boards.spots import Region
from builder.boards.table import Node, Piece, TableMap, Tunnel, TunnelPlan
from builder.geometry.shapes import Point, Shape, circle, line, polygon, rectangle
from builder.scenario.map_reader import MapReader
from builder.scenario.names import NameKind, Names
from rulesdb.yaml_source import DataPath

_KINDS = {"entrances": "entrance", "chambers": "chamber", "junctions": "junction"}


class Reader(MapReader):
    """Reads an open table with pieces of terrain, and the tunnels below it."""

    def read_map(self, data: Mapping[str, Any]) -> TableMap:
        pieces = []
        for index, item in enumerate(data.get("pieces", ())):
            path: DataPath = ("map", "pieces", index)
            terrain = self.names.entry(NameKind.TERRAIN, item["terrain"], (*path, "terrain"))
            if terrain is not None:
                pieces.append(
                    Piece(
                        item["id"],
                        item["name"],
                        terrain,
                        read_shape(item),
                        float(item.get("height", 0)),
                        item.get("text", "").strip(),
                        path,
                        item.get("places"),
                    )
                )
        return TableMap(
            title=data.get("title", ""),
            width=float(data["width"]),
            depth=float(data["depth"]),
            unit=data["unit"],
            pieces=tuple(pieces),
            labels=MappingProxyType({name: read_point(at) for name, at in data.get("labels", {}).items()}),
            plan=_plan(data["tunnels"], self.names) if "tunnels" in data else None,
        )

    def read_zone(self, data: Mapping[str, Any], path: DataPath) -> Region:
        return Region(shape=read_shape(data))

    def read_place(self, data: Mapping[str, Any], path: DataPath) -> Region:
        point = read_point(data["at"])
        return Region((point,), circle(point, 0.0))


def read_shape(data: Mapping[str, Any]) -> Shape:
    """The shape that one of the keys ``SHAPES`` gives; a line is one unit thick by default."""
    if "circle" in data:
        x, y, radius = map(float, data["circle"])
        return circle((x, y), radius)
    if "rectangle" in data:
        return rectangle(*map(float, data["rectangle"]))
    if "polygon" in data:
        return polygon(_points(data["polygon"]))
    return line(_points(data["line"]), float(data.get("thickness", 1)))


def read_point(data: Sequence[float]) -> Point:
    """A pair of coordinates."""
    x, y = data
    return float(x), float(y)


def _points(data: Sequence[Sequence[float]]) -> tuple[Point, ...]:
    return tuple(read_point(point) for point in data)


def _plan(data: Mapping[str, Any], names: Names) -> TunnelPlan:
    base: DataPath = ("map", "tunnels")
    nodes: dict[str, Node] = {}
    for key, kind in _KINDS.items():
        for index, item in enumerate(data.get(key, ())):
            path = (*base, key, index)
            if item["id"] in nodes:
                names.note(NameKind.NEW_TUNNEL, item["id"], (*path, "id"))
                continue
            nodes[item["id"]] = Node(
                item["id"],
                item.get("name", ""),
                kind,
                read_point(item["at"]),
                float(item.get("diameter", 0)),
                item.get("text", "").strip(),
                path,
                item.get("used", False),
            )
    tunnels = []
    for index, item in enumerate(data["tunnels"]):
        path = (*base, "tunnels", index)
        ends = []
        for key in ("from", "to"):
            names.check(NameKind.TUNNEL_END, item[key], tuple(nodes), (*path, key))
            if item[key] in nodes:
                ends.append(nodes[item[key]])
        if len(ends) == 2:
            points = (ends[0].at, *_points(item.get("via", ())), ends[1].at)
            tunnels.append(Tunnel((ends[0], ends[1]), points, float(item["width"]), path))
    return TunnelPlan(MappingProxyType(nodes), tuple(tunnels), base)
