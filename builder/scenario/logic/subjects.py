"""Read whom and what conditions and effects are about: units, places, items and entries of the game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from builder.boards.board import Board
from builder.boards.spots import Region
from builder.scenario.forces.model import Force
from builder.scenario.logic.conditions import ALL, ANY_WAY, EDGES, HERE, Where, Who
from builder.scenario.names import NameKind, Names
from rulesdb import Entry
from rulesdb.yaml_source import DataPath

ReadZone = Callable[[Mapping[str, Any], DataPath], Region]


class Subjects:
    """Resolves the names in conditions and effects of one scenario; unknown names are reported.

    Args:
        names: looks up names, and lists the unknown ones.
        board: the map.
        read_zone: reads a place that is described like a zone.
        forces: the forces of the scenario.
        places: the zones and objectives, by the kind of each and its id.
        objectives: the ids of all objectives.
        vehicles: the ids of all vehicles.
        items: the ids of all items that special rules define.
    """

    def __init__(
        self,
        names: Names,
        board: Board[Any],
        read_zone: ReadZone,
        forces: Sequence[Force],
        places: Sequence[Where],
        objectives: Collection[str],
        vehicles: Collection[str],
        items: Collection[str],
    ) -> None:
        self.names = names
        self.board = board
        self.objectives = tuple(objectives)
        self.vehicles = tuple(vehicles)
        self.items = tuple(items)
        self._read_zone = read_zone
        self._forces = {force.id: force for force in forces}
        self._sides = tuple(side.id for side in names.ruleset.sides)
        self._given = tuple(places)

    @cached_property
    def _places(self) -> dict[str, Where]:
        """All places by their ids; cached, because the outside of a large map is slow to compute."""
        parts = self.board.named_regions
        on_map = {
            id: Where(part.kind, id, region=part.region, title=part.title) for id, part in parts.items()
        }
        return {place.id: place for place in reversed(self._given)} | on_map

    def party(self, name: str, path: DataPath) -> Who:
        """All units of a force or side, by its id, or ``all`` units."""
        if name == ALL:
            return Who()
        if name in self._forces:
            return Who(force=name)
        accepted = (*self._forces, *self._sides, ALL)
        self.names.check(NameKind.PARTY, name, accepted, path)
        return Who(side=name)

    def units(self, block: Mapping[str, Any], path: DataPath, default: Who, key: str = "who") -> Who:
        """The units that a block selects with its options; those of ``default`` if it names nobody."""
        who = self.party(block[key], (*path, key)) if key in block else default
        if "item" in block:
            return Who(item=self.item(block["item"], (*path, "item")))
        if "captives" in block:
            self.names.check(NameKind.FORCE, block["captives"], tuple(self._forces), (*path, "captives"))
            return Who(captives=block["captives"])
        if "members" in block:
            who = replace(who, members=self._members(block["members"], who, (*path, "members")))
        return replace(who, only=tuple(block.get("only", ())), unless=tuple(block.get("unless", ())))

    def _members(self, named: Sequence[str], who: Who, path: DataPath) -> tuple[str, ...]:
        """The ids of members of a force, including those of the teams and squads that are named."""
        force = self._forces.get(who.force)
        groups = {group.id: group for group in force.groups} if force is not None else {}
        accepted = (*groups, *(member.id for member in force.members)) if force is not None else ()
        members: list[str] = []
        for index, name in enumerate(named):
            if force is None or not force.has_unread_team:
                self.names.check(NameKind.MEMBER, name, accepted, (*path, index))
            members += [member.id for member in groups[name].members] if name in groups else [name]
        return tuple(members)

    def place(self, data: Any, path: DataPath, here: Where | None = None) -> Where:
        """A place by its id, or one that a block describes; ``here`` is the place of the objective."""
        if isinstance(data, str):
            if data == HERE and here is not None:
                return here
            self.names.check(NameKind.PLACE, data, tuple(self._places), path)
            return self._places.get(data, Where("zone", data))
        terrain = (
            self.names.entry(NameKind.TERRAIN, name, (*path, "not_on", index))
            for index, name in enumerate(data.get("not_on", ()))
        )
        shape = {key: value for key, value in data.items() if key not in ("title", "not_on")}
        spots = "; ".join(_spelled(value) for value in shape.values())
        region = self._read_zone(data, path)
        not_on = tuple(entry.slug for entry in terrain if entry is not None)
        return Where("spots", "", spots, not_on, region, data.get("title", ""))

    def way(self, name: str, path: DataPath, here: Where | None = None) -> tuple[str, str]:
        """A way off the map: the kind of thing that it is, and its id."""
        if name == HERE and here is not None:
            return here.kind, here.id
        for kind, ids in (("edge", EDGES), ("objective", self.objectives), ("vehicle", self.vehicles)):
            if name in ids:
                return kind, name
        self.names.check(NameKind.WAY, name, (*EDGES, ANY_WAY, *self.objectives, *self.vehicles), path)
        return ANY_WAY, ""

    def objective_ids(self, data: str | Sequence[str], path: DataPath) -> tuple[str, ...]:
        """One objective or several."""
        if isinstance(data, str):
            self.names.check(NameKind.OBJECTIVE, data, self.objectives, path)
            return (data,)
        for index, name in enumerate(data):
            self.names.check(NameKind.OBJECTIVE, name, self.objectives, (*path, index))
        return tuple(data)

    def item(self, name: str, path: DataPath) -> str:
        """An item that a special rule defines."""
        self.names.check(NameKind.ITEM, name, self.items, path)
        return name

    def thing(self, name: str, path: DataPath) -> tuple[str, str]:
        """Something to carry: an item of a special rule, or a weapon of the game."""
        if name in self.items:
            return "item", name
        weapon = self.names.entry(NameKind.WEAPON, name, path)
        return "weapon", weapon.slug if weapon is not None else name

    def force(self, name: str, path: DataPath) -> str:
        """A force."""
        self.names.check(NameKind.FORCE, name, tuple(self._forces), path)
        return name

    def side(self, name: str, path: DataPath) -> str:
        """A side of the game."""
        self.names.check(NameKind.SIDE, name, self._sides, path)
        return name

    def entry(self, key: str, path: DataPath) -> Entry | None:
        """An entry by its kind and slug, as in ``rule/319.0``."""
        entries = self.names.ruleset.all_entries
        entry = entries.get(key)
        if entry is None:
            kind = key.partition("/")[0]
            nearest = tuple(each for each in entries if each.startswith(f"{kind}/")) or tuple(entries)
            self.names.note(NameKind.ENTRY, key, path, nearest)
        return entry

    def cell(self, key: str, path: DataPath) -> tuple[Entry, str] | None:
        """A table with the id of one of its modifiers, or a label of one of its axes."""
        slug, _, label = key.partition("/")
        table = self.names.ruleset.tables.get(slug)
        if table is None:
            self.names.note(NameKind.TABLE, slug, path, tuple(self.names.ruleset.tables))
            return None
        labels = (label for axis in table.axes for label in axis.labels)
        accepted = tuple(f"{slug}/{each}" for each in (*(item.id for item in table.modifiers), *labels))
        self.names.check(NameKind.MODIFIER, key, accepted, path)
        return table.entry, label


def _spelled(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_spelled(item) for item in value)
    return str(value)
