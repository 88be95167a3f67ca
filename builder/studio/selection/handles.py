"""The things that can be dragged on a view of the map, and the operations that move them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import cos, pi, sin
from typing import Any, Literal

from builder.studio.cells import Cells
from builder.studio.document import State
from builder.studio.operations.operation import OperationError
from builder.studio.operations.table.shapes import Vertices, shape_of
from builder.studio.operations.things import block_of, blocks_of, value_at
from rulesdb.yaml_source import DataPath

Point = tuple[float, float]
Drop = Literal["spot", "cells", "at", "by", "zone"]
TUNNELS = "tunnels"
_ROUND = 24


@dataclass(frozen=True, slots=True)
class Handle:
    """Something that can be dragged.

    Attributes:
        id: different for each handle of a view.
        title: what it is, for people.
        op: the operation that moves it, without the field ``to``.
        to: the field that gets the new place.
        drop: the kind of the new place: the ``spot`` under the pointer; ``cells`` for the same, with the
            spot where it was picked up as ``start``; a point (``at``) or distance (``by``) on a table; or a
            ``zone``.
        spots: the hexes or dots where it can be picked up.
        outline: where it can be picked up on a table, as a polygon in its unit.
        point: where it can be picked up on a table, if it is a point.
        is_large: whether it lies under other things, so that it has to be selected first.
        remove: the operation that removes it, if there is one.
        owner: the id of the handle that has to be selected or under the pointer for this one to be shown.
    """

    id: str
    title: str
    op: Mapping[str, Any]
    to: str
    drop: Drop
    spots: tuple[str, ...] = ()
    outline: tuple[Point, ...] = ()
    point: Point | None = None
    is_large: bool = False
    remove: Mapping[str, Any] | None = None
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """A zone of a view, on which units can be dropped; its place is given as in :class:`Handle`."""

    id: str
    title: str
    spots: tuple[str, ...] = ()
    outline: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Handles:
    """The things that can be dragged on a view, the units that can be dragged into zones, and these zones."""

    handles: tuple[Handle, ...] = ()
    units: tuple[Handle, ...] = ()
    zones: tuple[Target, ...] = field(default=())


def handles_of(state: State, view: str) -> Handles:
    """The things that can be dragged on a view of the map; none if the map has no size."""
    try:
        kind = state.kind_name
        if kind == "table":
            movable = _on_tunnels(state) if view == TUNNELS else _on_table(state)
        elif kind in ("hex", "land", "dots"):
            movable = _on_cells(state, Cells.of(state), view)
        else:
            return Handles()
        handles = tuple(movable)
        return Handles(handles, tuple(_units(state)), tuple(_zones(state, view)))
    except (OperationError, TypeError, ValueError, KeyError, IndexError):
        # The text does not match the schema; lint says where.
        return Handles()


def _on_cells(state: State, cells: Cells, view: str) -> Iterator[Handle]:
    for kind, path in (("objective", ("objectives",)), ("vehicle", ("vehicles",))):
        for _, thing in blocks_of(state, path):
            if str(thing.get("level", view)) != view:
                continue
            place = thing.get("hexes", thing.get("hex", thing.get("dot")))
            if place is not None:
                drop: Drop = "cells" if "hexes" in thing else "spot"
                yield _movable(cells, kind, thing, place, drop)
    if state.kind_name == "hex":
        yield from _on_deck(state, cells, view)
    else:
        yield from _names(state)
    if state.kind_name == "dots":
        for marker, dots in block_of(state.map, "markers").items():
            for dot in _labels(cells, dots):
                yield _fitting(
                    f"marker/{marker}/{dot}", marker, {"op": "move-marker", "marker": marker, "dot": dot}, dot
                )
        for kind, key in (("piece", "pieces"), ("building", "buildings")):
            for _, thing in blocks_of(state, ("map", key)):
                yield _movable(cells, kind, thing, thing.get("dots", ""), "cells", is_large=True)
    for _, zone in blocks_of(state, ("setup", "zones")):
        if str(zone.get("level", view)) == view and ("hexes" in zone or "dots" in zone):
            yield _movable(cells, "zone", zone, zone.get("hexes", zone.get("dots")), "cells", is_large=True)


def _on_deck(state: State, cells: Cells, view: str) -> Iterator[Handle]:
    levels = [level for _, level in blocks_of(state, ("map", "levels")) if str(level.get("id")) == view]
    for level in levels:
        for name, hex in block_of(level, "consoles").items():
            op = {"op": "set-console", "level": view, "name": name}
            yield Handle(f"console/{name}", f"console {name}", op, "hex", "spot", (str(hex),))
        machinery = " ".join(map(str, block_of(level, "machinery").values()))
        lockers = level.get("lockers", "")
        lockers = " ".join(lockers) if isinstance(lockers, dict) else lockers
        for kind, text in (("machinery", machinery), ("locker", lockers)):
            for hex in _labels(cells, text):
                op = {"op": "move-fitting", "level": view, "kind": kind, "hex": hex}
                yield _fitting(f"{kind}/{hex}", kind, op, hex)
    for _, hatch in blocks_of(state, ("map", "hatches")):
        if view in hatch.get("levels", ()):
            hex = str(hatch.get("hex"))
            op = {"op": "move-fitting", "level": view, "kind": "hatch", "hex": hex}
            yield _fitting(f"hatch/{hex}", str(hatch.get("kind", "hatch")), op, hex)
    for _, lift in blocks_of(state, ("map", "lifts")):
        if view in lift.get("levels", ()):
            yield _movable(cells, "lift", lift, lift.get("hex", ""), "cells")


def _names(state: State) -> Iterator[Handle]:
    path: DataPath = ("map", "land", "labels") if state.kind_name == "land" else ("map", "labels")
    labels = value_at(state.data, path)
    for name, spot in labels.items() if isinstance(labels, dict) else ():
        op = {"op": "set-label", "name": name}
        yield Handle(f"label/{name}", f"name {name}", op, "spot", "spot", (str(spot),))


def _on_table(state: State) -> Iterator[Handle]:
    for kind, path in (("piece", ("map", "pieces")), ("zone", ("setup", "zones"))):
        for _, thing in blocks_of(state, path):
            shape = shape_of(thing)
            if shape is not None:
                yield from _shape(kind, thing, *shape)
    yield from _points(state, "objective", ("objectives",))
    yield from _points(state, "vehicle", ("vehicles",))


def _on_tunnels(state: State) -> Iterator[Handle]:
    places: dict[str, Point] = {}
    for kind in ("entrance", "chamber", "junction"):
        path = ("map", "tunnels", f"{kind}s")
        yield from _points(state, kind, path)
        places |= {str(item.get("id")): _point(item["at"]) for _, item in blocks_of(state, path)}
    for _, tunnel in blocks_of(state, ("map", "tunnels", "tunnels")):
        id = f"{tunnel.get('from')}/{tunnel.get('to')}"
        via = [_point(each) for each in tunnel.get("via", ())]
        ends = [places.get(str(tunnel.get(key))) for key in ("from", "to")]
        yield from _vertices("tunnel", id, f"bend of {id}", via, "")
        way = [end for end in (ends[0], *via, ends[1]) if end is not None]
        for number, middle in enumerate(_middles(way, is_closed=False)):
            yield _inserted("tunnel", id, number, middle, f"new bend of {id}", "")


def _shape(kind: str, thing: Mapping[str, Any], name: str, values: list[Any]) -> Iterator[Handle]:
    id = str(thing.get("id"))
    title = f"{kind} {thing.get('name') or thing.get('title') or id}"
    own = f"{kind}/{id}"
    yield Handle(
        own,
        title,
        {"op": "move", "kind": kind, "id": id},
        "by",
        "by",
        outline=_outline(name, values, float(thing.get("thickness", 0.5))),
        is_large=kind == "zone",
        remove={"op": "delete", "kind": kind, "id": id},
    )
    points = Vertices(name, values).points
    movable = points if name != "circle" else points[1:]
    for number, point in enumerate(movable, len(points) - len(movable)):
        yield _vertex(kind, id, number, point, f"corner of {title}", own, name in ("polygon", "line"))
    if name in ("polygon", "line"):
        for number, middle in enumerate(_middles(points, is_closed=name == "polygon"), 1):
            yield _inserted(kind, id, number, middle, f"new corner of {title}", own)


def _vertices(kind: str, id: str, title: str, points: list[Point], owner: str) -> Iterator[Handle]:
    for number, point in enumerate(points):
        yield _vertex(kind, id, number, point, title, owner, is_optional=True)


def _vertex(
    kind: str, id: str, number: int, point: Point, title: str, owner: str, is_optional: bool
) -> Handle:
    op = {"op": "move-vertex", "kind": kind, "id": id, "vertex": number}
    return Handle(
        f"{kind}/{id}#{number}",
        title,
        op,
        "to",
        "at",
        point=point,
        remove=op if is_optional else None,
        owner=owner,
    )


def _inserted(kind: str, id: str, number: int, point: Point, title: str, owner: str) -> Handle:
    op = {"op": "move-vertex", "kind": kind, "id": id, "vertex": number, "insert": True}
    return Handle(f"{kind}/{id}+{number}", title, op, "to", "at", point=point, owner=owner)


def _points(state: State, kind: str, path: DataPath) -> Iterator[Handle]:
    for _, thing in blocks_of(state, path):
        if isinstance(thing.get("at"), list):
            id = str(thing.get("id"))
            title = f"{kind} {thing.get('name') or thing.get('title') or id}"
            op = {"op": "move", "kind": kind, "id": id}
            yield Handle(f"{kind}/{id}", title, op, "at", "at", point=_point(thing["at"]))


def _movable(
    cells: Cells, kind: str, thing: Mapping[str, Any], place: object, drop: Drop, is_large: bool = False
) -> Handle:
    id = str(thing.get("id"))
    title = f"{kind} {thing.get('title') or thing.get('name') or id}"
    op = {"op": "move", "kind": kind, "id": id}
    spots = tuple(_labels(cells, place))
    return Handle(f"{kind}/{id}", title, op, "spot", drop, spots, is_large=is_large)


def _fitting(id: str, title: str, op: Mapping[str, Any], spot: str) -> Handle:
    return Handle(id, title, op, "to", "spot", (spot,))


def _units(state: State) -> Iterator[Handle]:
    """The placements, and the forces without one, which can be dragged into zones."""
    placed = set()
    zones = {
        str(zone.get("id")): str(zone.get("title", "")) for _, zone in blocks_of(state, ("setup", "zones"))
    }
    titles = {str(force.get("id")): str(force.get("title", "")) for _, force in blocks_of(state, ("forces",))}
    for at, item in blocks_of(state, ("setup", "placements")):
        force, zone = str(item.get("force")), str(item.get("zone"))
        placed.add(force)
        members = " ".join(map(str, item.get("members") or ()))
        op = {"op": "move-unit", "force": force, "zone": zone, **({"members": members} if members else {})}
        who = " ".join(filter(None, (titles.get(force, force), members)))
        yield Handle(f"placement/{at[-1]}", f"{who}: {zones.get(zone, zone)}", op, "to", "zone")
    for force, title in titles.items():
        if force not in placed:
            op = {"op": "place-unit", "force": force}
            yield Handle(f"force/{force}", f"{title}: not set up", op, "zone", "zone")


def _zones(state: State, view: str) -> Iterator[Target]:
    cells = None if state.kind_name == "table" else Cells.of(state)
    areas = {
        id: area.get("hexes", "")
        for _, level in blocks_of(state, ("map", "levels"))
        if str(level.get("id")) == view
        for id, area in block_of(level, "areas").items()
        if isinstance(area, dict)
    }
    for _, zone in blocks_of(state, ("setup", "zones")):
        id, title = str(zone.get("id")), str(zone.get("title") or zone.get("id"))
        if cells is None:
            shape = shape_of(zone)
            if shape is not None:
                yield Target(id, title, outline=_outline(*shape, 0.5))
            continue
        if str(zone.get("level", view)) != view:
            continue
        lists = [areas.get(str(name), "") for name in zone.get("areas", ())]
        lists.append(zone.get("hexes", zone.get("dots", "")))
        spots = tuple(label for text in lists for label in _labels(cells, text))
        if spots:
            yield Target(id, title, spots)


def _labels(cells: Cells, text: object) -> list[str]:
    return [cells.grid.label(cell) for cell in sorted(cells.read_valid(text))]


def _point(values: Any) -> Point:
    x, y = values
    return float(x), float(y)


def _middles(points: list[Point], *, is_closed: bool) -> list[Point]:
    """The middles of the sides between points, in order."""
    ends = [*points[1:], points[0]] if is_closed else points[1:]
    return [
        ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2) for one, other in zip(points, ends, strict=False)
    ]


def _outline(name: str, values: list[Any], thickness: float) -> tuple[Point, ...]:
    """A shape as a polygon; a line is as wide as it is thick."""
    if name == "circle":
        x, y, radius = map(float, values)
        angles = [2 * pi * number / _ROUND for number in range(_ROUND)]
        return tuple((round(x + radius * cos(a), 3), round(y + radius * sin(a), 3)) for a in angles)
    if name == "line":
        from shapely import LineString

        band = LineString(values).buffer(max(thickness, 0.5) / 2, cap_style="flat", quad_segs=2)
        return tuple((round(x, 3), round(y, 3)) for x, y in band.exterior.coords[:-1])
    return tuple(Vertices(name, values).points)
