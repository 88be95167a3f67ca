"""What stands somewhere: objectives and vehicles, on any kind of map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from builder.boards.spots import Region
from builder.scenario.capability import acts_of
from builder.scenario.map_reader import MapReader
from builder.scenario.model import Force, Objective, Vehicle
from builder.scenario.names import NameKind, Names
from rulesdb.yaml_source import DataPath


def read_objective(
    reader: MapReader, data: Mapping[str, Any], path: DataPath, names: Names
) -> Objective | None:
    """One objective; ``None`` if its place could not be read."""
    side = names.side(data, path)
    region = reader.read_place(data, path)
    act = data.get("act", "")
    if act:
        names.check(NameKind.ACT, act, acts_of(names.ruleset), (*path, "act"))
    if region is None:
        return None
    return Objective(
        data["id"], data["title"], side, region, data["text"].strip(), path, act, data.get("secret", False)
    )


def read_vehicle(
    reader: MapReader,
    data: Mapping[str, Any],
    path: DataPath,
    names: Names,
    forces: Sequence[Force],
    force_ids: Sequence[str],
) -> Vehicle | None:
    """One vehicle; ``None`` if its kind is unknown or its place could not be read.

    Of ``force_ids``, all that the file has, only ``forces`` could be read; and of a force with a team that
    could not, nobody knows who is in it.
    """
    kind = names.entry(NameKind.VEHICLE, data["vehicle"], (*path, "vehicle"))
    names.check(NameKind.FORCE, data["force"], force_ids, (*path, "force"))
    force = next((force for force in forces if force.id == data["force"]), None)
    members = {member.id: member for member in force.members} if force is not None else {}
    is_known = force is not None and not force.has_unread_team
    for index, name in enumerate(data.get("crew", ()) if is_known else ()):
        names.check(NameKind.MEMBER, name, tuple(members), (*path, "crew", index))
    is_placed = any(key in data for key in reader.place_keys)
    region = reader.read_place(data, path) if is_placed else Region()
    if kind is None or region is None:
        return None
    return Vehicle(
        data["id"],
        data["title"],
        kind,
        data["force"],
        tuple(members[name] for name in data.get("crew", ()) if name in members),
        region,
        data.get("text", "").strip(),
        path,
    )
