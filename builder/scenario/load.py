"""Read a scenario file into a :class:`~builder.scenario.model.Scenario`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from builder.boards.spots import Region
from builder.scenario.capability import acts_of
from builder.scenario.docking import docked
from builder.scenario.forces.read_emplacements import read_emplacements
from builder.scenario.forces.read_force import read_force
from builder.scenario.gate import admit
from builder.scenario.logic.conditions import Where
from builder.scenario.logic.logic_reader import LogicReader
from builder.scenario.logic.subjects import Subjects
from builder.scenario.logic.words import effects_of
from builder.scenario.map_kinds import kind_of
from builder.scenario.model import (
    Force,
    Member,
    Objective,
    Placement,
    Pot,
    Scenario,
    SetupLimit,
    Vehicle,
    Zone,
)
from builder.scenario.names import NameKind, Names
from rulesdb import Entry, Library, Ruleset
from rulesdb.arguments import require
from rulesdb.yaml_source import DataPath, YamlSource, load_yaml

T = TypeVar("T")


def load_scenario(path: Path, shown_as: str | None = None, library: Library | None = None) -> Scenario:
    """Read one scenario file; pass a ``library`` to read many, so that each game is opened once.

    Raises:
        DataError: the file cannot be read, does not match the schema, or names a game that cannot be opened.
    """
    return scenario_from(load_yaml(path, shown_as), library)


def scenario_from(source: YamlSource, library: Library | None = None) -> Scenario:
    """Build the model from parsed YAML; raises as :func:`load_scenario` does."""
    require("source", source, YamlSource, "parsed YAML; load_scenario takes a path")
    require("library", library, (Library, type(None)), "a rulesdb.Library, or None")
    ruleset = admit(source, library or Library())
    return _Reader(source, ruleset).read()


class _Reader:
    """Reads one file: first its map and forces, to which the other parts refer."""

    def __init__(self, source: YamlSource, ruleset: Ruleset) -> None:
        self.source = source
        self.names = Names(ruleset, source)
        kind = kind_of(source.data["map"])
        self.map = kind.reader(kind, self.names)
        self.board = self.map.read_map(source.data["map"])
        self.forces = self._each(
            lambda data, path: read_force(data, path, self.names, self.map.read_place), "forces"
        )
        for force in self.forces:
            for captive in force.captives:
                self._check_keeper(*captive.keeper, captive.path)

    def read(self) -> Scenario:
        data = self.source.data
        about, post = data["scenario"], data["setup"].get("command_post", "")
        for force in self.forces:
            if force.rides_in:
                self._check(NameKind.FORCE, force.rides_in, (*force.path, "rides_in"), "forces")
        if post:
            self._check(NameKind.ZONE, post, ("setup", "command_post"), "setup", "zones")
        vehicles = self._each(self._vehicle, "vehicles")
        zones = self._each(self._zone, "setup", "zones")
        objectives = self._each(self._objective, "objectives")
        logic = LogicReader(self._subjects(zones, objectives), self.names)
        return Scenario(
            id=about["id"],
            title=about["title"],
            version=about["version"],
            authors=tuple(about["authors"]),
            players=about["players"],
            length=about.get("length", ""),
            tagline=about.get("tagline", ""),
            license=about.get("license", ""),
            summary=about["summary"].strip(),
            first_turn=tuple(step.strip() for step in data.get("first_turn", ())),
            notes=data.get("notes", "").strip(),
            ruleset=self.names.ruleset,
            mission=self._entry(NameKind.MISSION, "mission", about, ("scenario",)),
            budgets=self._budgets(about.get("budget", {})),
            map=docked(self.board, vehicles),
            forces=self.forces,
            zones=zones,
            placements=self._each(self._placement, "setup", "placements"),
            turns=data["schedule"]["turns"],
            events=self._each(logic.event, "schedule", "events"),
            objectives=tuple(logic.objective(item, self._at(item.path)) for item in objectives),
            victory=self._each(logic.victory, "victory"),
            special_rules=self._each(logic.special_rule, "special_rules"),
            source=self.source,
            vehicles=vehicles,
            command_post=post,
            optional_rules=self._optional_rules(about.get("optional_rules")),
            pots=self._pots(data.get("pots")),
            emplacements=tuple(
                read_emplacements(data["forces"], self.forces, self.map, self.board.facings, self.names)
            ),
            unread=tuple(self.names.unread),
        )

    def _each(self, read: Callable[[Mapping[str, Any], DataPath], T | None], *keys: str) -> tuple[T, ...]:
        """The items of a list that could be read."""
        items = (read(item, (*keys, index)) for index, item in enumerate(self._list(*keys)))
        return tuple(item for item in items if item is not None)

    def _list(self, *keys: str) -> Sequence[Mapping[str, Any]]:
        block: Any = self.source.data
        for key in keys:
            block = block.get(key, ())
        items: Sequence[Mapping[str, Any]] = block
        return items

    def _check(self, kind: NameKind, name: str, path: DataPath, *keys: str) -> None:
        """Report a name that is not the id of an item of a list."""
        self.names.check(kind, name, tuple(item["id"] for item in self._list(*keys)), path)

    def _check_keeper(self, force: str, member: str, path: DataPath) -> None:
        """Report a keeper who does not exist."""
        if force or member:
            self._check(NameKind.FORCE, force, (*path, "force"), "forces")
        keepers = next((each for each in self.forces if each.id == force), None)
        if member and keepers is not None:
            accepted = tuple(each.id for each in keepers.members)
            self.names.check(NameKind.MEMBER, member, accepted, (*path, "keeper"))

    def _entry(self, kind: NameKind, key: str, data: Mapping[str, Any], path: DataPath) -> Entry | None:
        return self.names.entry(kind, data[key], (*path, key)) if key in data else None

    def _force(self, data: Mapping[str, Any], path: DataPath) -> Force | None:
        """The force that ``data`` names; ``None`` if it could not be read."""
        self._check(NameKind.FORCE, data["force"], (*path, "force"), "forces")
        return next((force for force in self.forces if force.id == data["force"]), None)

    def _optional_rules(self, slugs: Sequence[str] | None) -> tuple[Entry, ...] | None:
        """The optional rules that are in use; ``None`` if the file does not list them."""
        if slugs is None:
            return None
        path = ("scenario", "optional_rules")
        rules = (self.names.optional_rule(slug, (*path, index)) for index, slug in enumerate(slugs))
        return tuple(rule for rule in rules if rule is not None)

    def _budgets(self, budget: int | Mapping[str, int]) -> Mapping[str, int]:
        """The points of each side that has a budget."""
        sides = [side.id for side in self.names.ruleset.sides]
        if isinstance(budget, int):
            return MappingProxyType(dict.fromkeys(sides, budget))
        for side in budget:
            if side not in sides:
                path = ("scenario", "budget", side)
                self.names.note(NameKind.SIDE, side, path, tuple(sides), is_key=True)
        return MappingProxyType(dict(budget))

    def _pots(self, data: Mapping[str, Any] | None) -> Mapping[str, Pot] | None:
        """The pots of the game that the file lists."""
        if data is None:
            return None
        titles = self.names.ruleset.pots
        for name in data:
            if name not in titles:
                self.names.note(NameKind.POT, name, ("pots", name), tuple(titles), is_key=True)
        blocks = {name: pot if isinstance(pot, Mapping) else {"points": pot} for name, pot in data.items()}
        return MappingProxyType(
            {
                name: Pot(titles[name], pot["points"], pot.get("text", "").strip())
                for name, pot in blocks.items()
                if name in titles
            }
        )

    def _zone(self, data: Mapping[str, Any], path: DataPath) -> Zone:
        region = self.map.read_zone(data, path)
        return Zone(data["id"], data["title"], region, path, data.get("secret", False))

    def _placement(self, data: Mapping[str, Any], path: DataPath) -> Placement:
        force = self._force(data, path)
        self._check(NameKind.ZONE, data["zone"], (*path, "zone"), "setup", "zones")
        groups = {each.id: [member.id for member in each.members] for each in force.groups} if force else {}
        accepted = (*groups, *(member.id for member in force.members)) if force else ()
        members: list[str] = []
        for index, name in enumerate(data.get("members", ())):
            if force is not None and not force.has_unread_team:
                self.names.check(NameKind.MEMBER, name, accepted, (*path, "members", index))
            members += groups.get(name, [name])
        named = tuple(name for name in data.get("members", ()) if name in groups)
        text, facing = data.get("text", "").strip(), data.get("facing", "")
        if facing:
            self.names.check(NameKind.FACING, facing, self.board.facings, (*path, "facing"))
        limits = tuple(
            SetupLimit(each["each"], each.get("at_least", 0), each.get("at_most"), (*path, "limits", index))
            for index, each in enumerate(data.get("limits", ()))
        )
        return Placement(
            data["force"],
            data["zone"],
            tuple(members),
            text,
            path,
            named,
            data.get("posture", ""),
            facing,
            limits,
        )

    def _subjects(self, zones: Sequence[Zone], objectives: Sequence[Objective]) -> Subjects:
        """The subjects of conditions and effects."""
        data = self.source.data
        things: tuple[tuple[str, Sequence[Zone | Objective]], ...] = (
            (NameKind.ZONE, zones),
            (NameKind.OBJECTIVE, objectives),
        )
        places = [
            Where(kind, item.id, region=item.region, title=item.title)
            for kind, each_of_kind in things
            for item in each_of_kind
        ]
        return Subjects(
            self.names,
            self.board,
            self.map.read_zone,
            self.forces,
            places,
            objectives=[item["id"] for item in self._list("objectives")],
            vehicles=[item["id"] for item in self._list("vehicles")],
            items=[effect["item"] for _, effect in effects_of(data) if "item" in effect],
        )

    def _at(self, path: DataPath) -> Mapping[str, Any]:
        """The block of the file at a path."""
        block: Any = self.source.data
        for part in path:
            block = block[part]
        blocks: Mapping[str, Any] = block
        return blocks

    def _objective(self, data: Mapping[str, Any], path: DataPath) -> Objective | None:
        """One objective, without its condition; ``None`` if its place could not be read."""
        side = self.names.side(data, path)
        region = self.map.read_place(data, path)
        act, text = data.get("act", ""), data.get("text", "").strip()
        if act:
            self.names.check(NameKind.ACT, act, acts_of(self.names.ruleset), (*path, "act"))
        brings = data.get("brings", "")
        if brings:
            self._check(NameKind.FORCE, brings, (*path, "brings"), "forces")
        if region is None:
            return None
        boards, secret = data.get("boards", ""), data.get("secret", False)
        if boards:
            pieces = [
                item.id for kind, items in self.board.named_things() if kind == "piece" for item in items
            ]
            self.names.check(NameKind.PIECE, boards, tuple(pieces), (*path, "boards"))
        return Objective(data["id"], data["title"], side, region, text, path, act, secret, boards, brings)

    def _vehicle(self, data: Mapping[str, Any], path: DataPath) -> Vehicle | None:
        """One vehicle; ``None`` if its kind is unknown or its place could not be read."""
        kind = self._entry(NameKind.VEHICLE, "vehicle", data, path)
        force = self._force(data, path)
        crew, passengers = (self._aboard(data, key, force, path) for key in ("crew", "passengers"))
        is_placed = any(key in data for key in (*self.map.kind.place_keys, *self.map.kind.more_place_keys))
        region = self.map.read_place(data, path) if is_placed else Region()
        if kind is None or region is None:
            return None
        text = data.get("text", "").strip()
        facing = data.get("facing", "")
        return Vehicle(
            data["id"], data["title"], kind, data["force"], crew, region, text, path, facing, passengers
        )

    def _aboard(
        self, data: Mapping[str, Any], key: str, force: Force | None, path: DataPath
    ) -> tuple[Member, ...]:
        """The members of a force whom a vehicle lists under a key."""
        members = {member.id: member for member in force.members} if force is not None else {}
        for index, name in enumerate(data.get(key, ())):
            # Not all members of a force with an unread team are known.
            if force is not None and not force.has_unread_team:
                self.names.check(NameKind.MEMBER, name, tuple(members), (*path, key, index))
        return tuple(members[name] for name in data.get(key, ()) if name in members)
