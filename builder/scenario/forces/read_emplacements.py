"""Crewed weapons that are set up when the game begins, and the crews of crewed weapons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.boards.spots import Region
from builder.scenario.map_reader import MapReader
from builder.scenario.model import Emplacement, Force
from builder.scenario.names import NameKind, Names


def read_emplacements(
    data: Sequence[Mapping[str, Any]],
    forces: Sequence[Force],
    map: MapReader,
    facings: Sequence[str],
    names: Names,
) -> Iterator[Emplacement]:
    """The weapons of the figures in ``data``, the ``forces`` block, that are set up; crews are looked up."""
    for force in forces:
        ids = tuple(member.id for member in force.members)
        for member in force.members if force.teams else ():
            for index, name in enumerate(member.crew):
                names.check(NameKind.MEMBER, name, ids, (*member.path, "crew", index))
            figure: Any = {"forces": data}
            for part in member.path:
                figure = figure[part]
            set_up = figure.get("set_up", False)
            if not set_up:
                continue
            path = (*member.path, "set_up")
            place = set_up if isinstance(set_up, Mapping) else {}
            facing = place.get("facing", "")
            if facing:
                names.check(NameKind.FACING, facing, facings, (*path, "facing"))
            region = map.read_place(place, path) if any(key in place for key in map.kind.place_keys) else None
            yield Emplacement(force, member, region or Region(), facing, path)
