"""A scenario file to a :class:`~builder.scenario.model.Scenario`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from builder.scenario.model import (
    Event,
    Force,
    Member,
    Objective,
    Place,
    Placement,
    Scenario,
    SpecialRule,
    Unread,
    VictoryCondition,
    Zone,
)
from builder.scenario.read_map import read_hex_map
from rulesdb import DataError, Entry, Ruleset, UnknownEntry, game_folders, open_game
from rulesdb.nearest import did_you_mean
from rulesdb.problem import Problem
from rulesdb.validate import SchemaSet
from rulesdb.yaml_source import DataPath, YamlSource, load_yaml

Opener = Callable[[str], Ruleset]


def load_scenario(
    path: Path, shown_as: str | None = None, schemas: SchemaSet | None = None, opener: Opener = open_game
) -> Scenario:
    """Read one scenario file. ``opener`` loads a game by its id; give a cached one to read many files.

    Raises:
        DataError: the file cannot be read, breaks the schema, or names a game that there is not.
    """
    return scenario_from(load_yaml(path, shown_as), schemas, opener)


def scenario_from(
    source: YamlSource, schemas: SchemaSet | None = None, opener: Opener = open_game
) -> Scenario:
    """Build the model from parsed YAML; raises as :func:`load_scenario` does."""
    checked = (schemas or SchemaSet()).check(source, "scenario")
    if checked.problems:
        raise DataError(checked.problems)
    games = game_folders()
    game: str = source.data["scenario"]["game"]
    if game not in games:
        raise DataError(
            [
                Problem(
                    "BB101",
                    "unknown-game",
                    f"there is no game `{game}`",
                    source.value_span(("scenario", "game")),
                    did_you_mean(game, games),
                )
            ]
        )
    return _Reader(source, opener(game)).read()


class _Reader:
    def __init__(self, source: YamlSource, ruleset: Ruleset) -> None:
        self.source = source
        self.data: Mapping[str, Any] = source.data
        self.ruleset = ruleset
        self.unread: list[Unread] = []

    def read(self) -> Scenario:
        about = self.data["scenario"]
        hex_map, unread = read_hex_map(self.data["map"])
        self.unread += unread
        self.map = hex_map
        forces = [
            force
            for index, data in enumerate(self.data["forces"])
            if (force := self._force(data, ("forces", index))) is not None
        ]
        zones = tuple(self._zone(data, path) for data, path in self._items("setup", "zones"))
        force_ids = [data["id"] for data in self.data["forces"]]
        zone_ids = [zone.id for zone in zones]
        placements = tuple(
            self._placement(data, path, force_ids, zone_ids)
            for data, path in self._items("setup", "placements")
        )
        objectives = tuple(
            objective
            for data, path in self._items("objectives")
            if (objective := self._objective(data, path)) is not None
        )
        objective_ids = [data["id"] for data in self.data.get("objectives", ())]
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
            map=hex_map,
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
            unread=tuple(self.unread),
            source=self.source,
        )

    def _items(self, *keys: str) -> list[tuple[Mapping[str, Any], DataPath]]:
        block: Any = self.data
        for key in keys:
            block = block.get(key, {})
        return [(item, (*keys, index)) for index, item in enumerate(block)]

    def _entry(self, kind: str, name: str, path: DataPath) -> Entry | None:
        try:
            return self.ruleset.find(kind, name)
        except UnknownEntry:
            known = tuple(entry.slug for entry in self.ruleset.of_kind(kind))
            self.unread.append(Unread(kind, name, path, known, in_database=True))
            return None

    def _known(self, kind: str, name: str, known: list[str], path: DataPath) -> None:
        if name not in known:
            self.unread.append(Unread(kind, name, path, tuple(known)))

    def _side(self, data: Mapping[str, Any], path: DataPath) -> str:
        self._known("side", data["side"], [side.id for side in self.ruleset.sides], (*path, "side"))
        side: str = data["side"]
        return side

    def _force(self, data: Mapping[str, Any], path: DataPath) -> Force | None:
        unit = self._entry("unit", data["unit"], (*path, "unit"))
        roster = self._entry("roster", data["roster"], (*path, "roster")) if "roster" in data else None
        species, title, powers = self._species(data, roster, path)
        members = tuple(
            self._member(item, roster, (*path, "members", index))
            for index, item in enumerate(data.get("members", ()))
        )
        side = self._side(data, path)
        if unit is None:
            return None
        return Force(
            id=data["id"],
            title=data["title"],
            side=side,
            unit=unit,
            roster=roster,
            members=members,
            species=species,
            species_title=title,
            powers=powers,
            count=data.get("count", len(members)),
            dummies=data.get("dummies"),
            panic=data.get("panic"),
            text=data.get("text", "").strip(),
            path=path,
        )

    def _species(
        self, data: Mapping[str, Any], roster: Entry | None, path: DataPath
    ) -> tuple[str | None, str, tuple[Entry, ...]]:
        wanted = data.get("species")
        if wanted is None or roster is None:
            return wanted, "", ()
        known = {item["id"]: item for item in roster.get("species", ())}
        if wanted not in known:
            self.unread.append(Unread("species", wanted, (*path, "species"), tuple(known)))
            return wanted, "", ()
        found = known[wanted]
        powers = tuple(self.ruleset.find("power", name) for name in found["powers"])
        return wanted, found["title"], powers

    def _member(self, data: Mapping[str, Any], roster: Entry | None, path: DataPath) -> Member:
        rows = roster.get("members", ()) if roster is not None else ()
        row = rows[data["row"] - 1] if data["row"] <= len(rows) else {}
        position = row.get("position")
        weapon = data.get("weapon")
        carries = [
            self._entry("weapon", name, (*path, "carries", index))
            for index, name in enumerate(data.get("carries", ()))
        ]
        return Member(
            row=data["row"],
            id=data["id"],
            name=data["name"],
            position=self.ruleset.find("position", position) if position else None,
            activation=row.get("activation", 0),
            panic=row.get("panic", 0),
            abilities=MappingProxyType(row.get("abilities", {})),
            weapon=self._entry("weapon", weapon, (*path, "weapon")) if weapon else None,
            carries=tuple(entry for entry in carries if entry is not None),
            path=path,
        )

    def _zone(self, data: Mapping[str, Any], path: DataPath) -> Zone:
        known = list(self.map.areas)
        for index, area in enumerate(data["areas"]):
            self._known("area", area, known, (*path, "areas", index))
        areas = tuple(area for area in data["areas"] if area in self.map.areas)
        return Zone(data["id"], data["title"], areas, path)

    def _placement(
        self, data: Mapping[str, Any], path: DataPath, forces: list[str], zones: list[str]
    ) -> Placement:
        self._known("force", data["force"], forces, (*path, "force"))
        self._known("zone", data["zone"], zones, (*path, "zone"))
        known = [
            member["id"]
            for force in self.data["forces"]
            if force["id"] == data["force"]
            for member in force.get("members", ())
        ]
        for index, member in enumerate(data.get("members", ())):
            self._known("member", member, known, (*path, "members", index))
        return Placement(
            data["force"], data["zone"], tuple(data.get("members", ())), data.get("text", "").strip(), path
        )

    def _objective(self, data: Mapping[str, Any], path: DataPath) -> Objective | None:
        levels = [level.id for level in self.map.levels]
        self._known("level", data["level"], levels, (*path, "level"))
        hex = self.map.grid.read(str(data["hex"]))
        if hex is None:
            self.unread.append(Unread("hex", str(data["hex"]), (*path, "hex")))
        side = self._side(data, path)
        if hex is None or data["level"] not in levels:
            return None
        place = Place(levels.index(data["level"]), hex)
        return Objective(data["id"], data["title"], side, place, data["text"].strip(), path)

    def _condition(self, data: Mapping[str, Any], path: DataPath, objectives: list[str]) -> VictoryCondition:
        for index, name in enumerate(data.get("objectives", ())):
            self._known("objective", name, objectives, (*path, "objectives", index))
        return VictoryCondition(
            self._side(data, path),
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
            self._entry("rule", overrides, (*path, "overrides")) if overrides else None,
            path,
        )
