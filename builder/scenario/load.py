"""A scenario file to a :class:`~builder.scenario.model.Scenario`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from builder.scenario.gate import admit
from builder.scenario.map_readers import reader_of
from builder.scenario.model import Event, Force, Placement, Scenario, SpecialRule, VictoryCondition, Zone
from builder.scenario.names import NameKind, Names
from builder.scenario.read_forces import read_force
from builder.scenario.read_locations import read_objective, read_vehicle
from rulesdb import Library, Ruleset
from rulesdb.yaml_source import DataPath, YamlSource, load_yaml


def load_scenario(path: Path, shown_as: str | None = None, library: Library | None = None) -> Scenario:
    """Read one scenario file; ``library`` opens its game, and is given to read many files.

    Raises:
        DataError: the file cannot be read, breaks the schema, or names a game that cannot be opened.
    """
    return scenario_from(load_yaml(path, shown_as), library)


def scenario_from(source: YamlSource, library: Library | None = None) -> Scenario:
    """Build the model from parsed YAML; raises as :func:`load_scenario` does."""
    ruleset = admit(source, library or Library())
    return _Reader(source, ruleset).read()


class _Reader:
    def __init__(self, source: YamlSource, ruleset: Ruleset) -> None:
        self.source = source
        self.data: Mapping[str, Any] = source.data
        self.ruleset = ruleset
        self.names = Names(ruleset, source)
        self.reader = reader_of(source.data["map"])(self.names)

    def read(self) -> Scenario:
        about = self.data["scenario"]
        board = self.reader.read_map(self.data["map"])
        forces = [
            force
            for index, data in enumerate(self.data["forces"])
            if (force := read_force(data, ("forces", index), self.names)) is not None
        ]
        mission = about.get("mission")
        zones = tuple(self._zone(data, path) for data, path in self._items("setup", "zones"))
        force_ids = tuple(data["id"] for data in self.data["forces"])
        zone_ids = tuple(zone.id for zone in zones)
        placements = tuple(
            self._placement(data, path, force_ids, zone_ids, forces)
            for data, path in self._items("setup", "placements")
        )
        objectives = tuple(
            objective
            for data, path in self._items("objectives")
            if (objective := read_objective(self.reader, data, path, self.names)) is not None
        )
        vehicles = tuple(
            vehicle
            for data, path in self._items("vehicles")
            if (vehicle := read_vehicle(self.reader, data, path, self.names, forces, force_ids)) is not None
        )
        command_post = self.data["setup"].get("command_post", "")
        if command_post:
            self.names.check(NameKind.ZONE, command_post, zone_ids, ("setup", "command_post"))
        objective_ids = tuple(data["id"] for data in self.data.get("objectives", ()))
        return Scenario(
            id=about["id"],
            title=about["title"],
            version=about["version"],
            authors=tuple(about["authors"]),
            players=about["players"],
            length=about.get("length", ""),
            summary=about["summary"].strip(),
            notes=self.data.get("notes", "").strip(),
            ruleset=self.ruleset,
            mission=self.names.entry(NameKind.MISSION, mission, ("scenario", "mission")) if mission else None,
            budget=about.get("budget"),
            map=board,
            forces=tuple(forces),
            zones=zones,
            placements=placements,
            turns=self.data["schedule"]["turns"],
            events=tuple(
                Event(data["turn"], data["title"], data["text"].strip(), path)
                for data, path in self._items("schedule", "events")
            ),
            objectives=objectives,
            victory=tuple(
                self._condition(data, path, objective_ids) for data, path in self._items("victory")
            ),
            special_rules=tuple(self._special(data, path) for data, path in self._items("special_rules")),
            unread=tuple(self.names.unread),
            source=self.source,
            vehicles=vehicles,
            command_post=command_post,
        )

    def _items(self, *keys: str) -> list[tuple[Mapping[str, Any], DataPath]]:
        block: Any = self.data
        for key in keys:
            block = block.get(key, {})
        return [(item, (*keys, index)) for index, item in enumerate(block)]

    def _zone(self, data: Mapping[str, Any], path: DataPath) -> Zone:
        region = self.reader.read_zone(data, path)
        return Zone(data["id"], data["title"], region, path, data.get("secret", False))

    def _placement(
        self,
        data: Mapping[str, Any],
        path: DataPath,
        force_ids: tuple[str, ...],
        zone_ids: tuple[str, ...],
        forces: list[Force],
    ) -> Placement:
        self.names.check(NameKind.FORCE, data["force"], force_ids, (*path, "force"))
        self.names.check(NameKind.ZONE, data["zone"], zone_ids, (*path, "zone"))
        force = next((force for force in forces if force.id == data["force"]), None)
        teams = {team.id: [member.id for member in team.members] for team in force.teams} if force else {}
        accepted = (*teams, *(member.id for member in force.members)) if force else ()
        members: list[str] = []
        for index, name in enumerate(data.get("members", ())):
            if force is not None and not force.has_unread_team:
                self.names.check(NameKind.MEMBER, name, accepted, (*path, "members", index))
            members += teams.get(name, [name])
        named = tuple(name for name in data.get("members", ()) if name in teams)
        return Placement(
            data["force"], data["zone"], tuple(members), data.get("text", "").strip(), path, named
        )

    def _condition(
        self, data: Mapping[str, Any], path: DataPath, objectives: tuple[str, ...]
    ) -> VictoryCondition:
        for index, name in enumerate(data.get("objectives", ())):
            self.names.check(NameKind.OBJECTIVE, name, objectives, (*path, "objectives", index))
        return VictoryCondition(
            self.names.side(data, path),
            data["grade"],
            data["when"].strip(),
            tuple(data.get("objectives", ())),
            path,
        )

    def _special(self, data: Mapping[str, Any], path: DataPath) -> SpecialRule:
        overrides = data.get("overrides")
        return SpecialRule(
            data["id"],
            data["title"],
            data["text"].strip(),
            self.names.entry(NameKind.RULE, overrides, (*path, "overrides")) if overrides else None,
            path,
        )
