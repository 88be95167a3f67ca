"""Laid charges and captive creatures of forces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from builder.boards.spots import Region
from builder.scenario.model import Captive, LaidCharge, Member
from builder.scenario.names import NameKind, Names
from rulesdb.yaml_source import DataPath

ReadPlace = Callable[[Mapping[str, Any], DataPath], Region | None]


def read_charges(
    data: Mapping[str, Any], members: tuple[Member, ...], path: DataPath, names: Names, read_place: ReadPlace
) -> tuple[LaidCharge, ...]:
    """The charges that a force has laid; those with an unknown name or place are left out."""
    charges = []
    for index, item in enumerate(data.get("charges", ())):
        at = (*path, "charges", index)
        charge = names.entry(NameKind.WEAPON, item["charge"], (*at, "charge"))
        detonator = next((member for member in members if member.id == item["detonator"]), None)
        accepted = tuple(member.id for member in members)
        names.check(NameKind.MEMBER, item["detonator"], accepted, (*at, "detonator"))
        region = read_place(item, at)
        if charge is not None and detonator is not None and region is not None:
            charges.append(LaidCharge(charge, detonator, region, at))
    return tuple(charges)


def read_captives(
    data: Mapping[str, Any], path: DataPath, names: Names, read_place: ReadPlace
) -> tuple[Captive, ...]:
    """The creatures of a force that are held at the start; those with an unknown name or place are left out.

    Their keepers belong to forces that may not be read yet, so their names are not checked.
    """
    captives = []
    for index, item in enumerate(data.get("captives", ())):
        at = (*path, "captives", index)
        by = names.entry(NameKind.WEAPON, item["by"], (*at, "by"))
        region = read_place(item, at)
        if by is not None and region is not None:
            keeper = (item.get("force", ""), item.get("keeper", ""))
            captives.append(Captive(by, item.get("count", 1), keeper, region, at))
    return tuple(captives)
