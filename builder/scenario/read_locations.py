"""What stands somewhere: objectives and vehicles, on any kind of map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from builder.scenario.capability import acts_of
from builder.scenario.dots_map import DotsMap
from builder.scenario.land_map import LandMap
from builder.scenario.map_keys import PLACE_KEYS
from builder.scenario.model import Force, HexMap, Location, Objective, Place, Unread, Vehicle
from builder.scenario.names import Names
from builder.scenario.read_dots import read_dot
from builder.scenario.read_table import read_point
from builder.scenario.table_map import TableMap
from rulesdb.yaml_source import DataPath

Map = HexMap | LandMap | TableMap | DotsMap


def read_location(map: Map, data: Mapping[str, Any], path: DataPath, names: Names) -> Location | None:
    """Where a thing stands; nothing where its place could not be read, which is noted."""
    if isinstance(map, TableMap):
        return Location(at=read_point(data["at"]))
    if isinstance(map, DotsMap):
        dot = read_dot(map.lattice, data["dot"], (*path, "dot"), names)
        return Location(dot=dot, floor=data.get("floor", 0)) if dot is not None else None
    levels = [level.id for level in map.levels] if isinstance(map, HexMap) else []
    if levels:
        names.known("level", data["level"], levels, (*path, "level"))
    hex = map.grid.read(str(data["hex"]))
    if hex is None:
        names.unread.append(Unread("hex", str(data["hex"]), (*path, "hex")))
    if hex is None or (levels and data["level"] not in levels):
        return None
    return Location(Place(levels.index(data["level"]) if levels else 0, hex))


def read_objective(map: Map, data: Mapping[str, Any], path: DataPath, names: Names) -> Objective | None:
    """One objective; nothing where its place could not be read."""
    side = names.side(data, path)
    where = read_location(map, data, path, names)
    act = data.get("act", "")
    if act and act not in (known := acts_of(names.ruleset)):
        names.unread.append(Unread("act", act, (*path, "act"), known, in_database=True))
    if where is None:
        return None
    return Objective(
        data["id"],
        data["title"],
        side,
        where.place,
        data["text"].strip(),
        path,
        where.at,
        where.dot,
        where.floor,
        act,
        data.get("secret", False),
    )


def read_vehicle(
    map: Map,
    data: Mapping[str, Any],
    path: DataPath,
    names: Names,
    forces: Sequence[Force],
    force_ids: Sequence[str],
) -> Vehicle | None:
    """One vehicle; nothing where it is of no kind that there is, or its place could not be read.

    Of ``force_ids``, all that the file has, only ``forces`` could be read; and of a force with a team that
    could not, nobody knows who is in it.
    """
    kind = names.entry("vehicle", data["vehicle"], (*path, "vehicle"))
    names.known("force", data["force"], force_ids, (*path, "force"))
    force = next((force for force in forces if force.id == data["force"]), None)
    members = {member.id: member for member in force.members} if force is not None else {}
    is_known = force is not None and not force.has_unread_team
    for index, name in enumerate(data.get("crew", ()) if is_known else ()):
        names.known("member", name, tuple(members), (*path, "crew", index))
    here = any(key in data for keys in PLACE_KEYS.values() for key in keys)
    location = read_location(map, data, path, names) if here else Location()
    if kind is None or location is None:
        return None
    return Vehicle(
        data["id"],
        data["title"],
        kind,
        data["force"],
        tuple(members[name] for name in data.get("crew", ()) if name in members),
        location,
        data.get("text", "").strip(),
        path,
    )
