"""1xx: unknown and repeated names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from builder.boards.board import Named
from builder.lint.check import Check
from builder.lint.finding import Applicability, Defect, Fix, Severity
from builder.lint.layout import Layout
from builder.lint.repeats import repeats
from builder.lint.spelling import spelling_fixes
from builder.scenario.logic.words import conditions_of
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind, Unread
from rulesdb.nearest import did_you_mean
from rulesdb.yaml_source import DataPath

# What defines the names of each kind. Names of other kinds are in the database, if they are looked up at all.
_DEFINED_BY: Mapping[NameKind, str] = MappingProxyType(
    {
        NameKind.AREA: "this file",
        NameKind.CONSOLE: "the map",
        NameKind.DOOR: "the map",
        NameKind.FACING: "the map",
        NameKind.FIGURE: "the team",
        NameKind.FORCE: "this file",
        NameKind.ITEM: "this file",
        NameKind.LEVEL: "this file",
        NameKind.MEMBER: "the force",
        NameKind.OBJECTIVE: "this file",
        NameKind.PARTY: "this file",
        NameKind.PIECE: "this file",
        NameKind.PLACE: "this file",
        NameKind.TUNNEL_END: "this file",
        NameKind.WAY: "this file",
        NameKind.ZONE: "this file",
    }
)
_NOT_LOOKED_UP = frozenset(
    {NameKind.HEX, NameKind.DOT, NameKind.NEW_AREA, NameKind.NEW_HEXSIDE, NameKind.NEW_TUNNEL}
)


class UnknownEntryCheck(Check):
    """A weapon, unit, roster or rule that is not in the game."""

    code = "BB102"
    slug = "unknown-entry"
    what = "A name does not belong to any entry of the game's database, or belongs to several."
    why = "Ratings, counters and citations come from the entry; without it nothing can be printed."
    example = "weapon: machine-pistole"
    fix = "Use the entry's slug or abbreviation; `brainbug lookup` finds it."
    fixable = (Applicability.UNSAFE, Applicability.DISPLAY)

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for unread in scenario.unread:
            if unread.is_ambiguous:
                candidates = " or ".join(f"`{name}`" for name in unread.accepted)
                message = f"{unread.kind} `{unread.text}` is ambiguous: {candidates}"
                yield Defect(message, unread.path, "use one of these slugs")
            elif unread.kind not in _DEFINED_BY and unread.kind not in _NOT_LOOKED_UP:
                owner = "the roster" if unread.kind is NameKind.SPECIES else scenario.ruleset.title
                yield _unknown(scenario, unread, owner)


class UnknownNameCheck(Check):
    """An area, level, zone, force or objective that the file does not define."""

    code = "BB103"
    slug = "unknown-name"
    what = "A name is not defined in this file."
    why = "A zone without its area, or a condition without its objective, has no meaning."
    example = "zones: [{id: watch, title: Watch, areas: [brigde]}]"
    fix = "Correct the name, or define the thing that it names."
    fixable = (Applicability.UNSAFE, Applicability.DISPLAY)

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for unread in scenario.unread:
            if unread.kind in _DEFINED_BY:
                yield _unknown(scenario, unread, _DEFINED_BY[unread.kind])


class RepeatedNameCheck(Check):
    """An id or hexside that is used twice."""

    code = "BB104"
    slug = "repeated-name"
    what = "Two things have the same id, or one hexside is named from both of its hexes."
    why = "A later name would hide the earlier one, and part of the file would be lost."
    example = "doors: {0405/N: interior, 0404/S: airtight}"
    fix = "Give one of them another id, or keep one of the two hexsides."
    fixable = (Applicability.SAFE, Applicability.DISPLAY)

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for unread in scenario.unread:
            name, path = unread.text, unread.path
            if unread.kind is NameKind.NEW_AREA:
                is_lift = scenario.hex_map.areas[name].kind == "lift"
                on_level = f"area `{name}` is already defined on another level"
                message = f"`{name}` is already the id of a lift" if is_lift else on_level
                yield Defect(message, path, "give this one another id", key=True)
            elif unread.kind is NameKind.NEW_HEXSIDE:
                first = unread.accepted[0]
                yield Defect(
                    f"hexside {name} is the same as {first}",
                    path,
                    "keep one of the two",
                    key=True,
                    related=(("named first here", (*path[:-1], first)),),
                    related_keys=True,
                    fixes=_one_hexside(scenario, path, first),
                )
            elif unread.kind is NameKind.NEW_TUNNEL:
                yield Defect(f"tunnel id `{name}` is used twice", path, "give one of them another id")
        for kind, things in _with_ids(scenario):
            for earlier, thing in repeats(things, lambda thing: thing.id):
                yield Defect(
                    f"{kind} id `{thing.id}` is used twice",
                    (*thing.path, "id"),
                    "give one of them another id",
                    related=(("used first here", (*earlier.path, "id")),),
                )


# The keys with conditions and effects.
_LOGIC = ("objectives", "victory", "schedule", "special_rules")


class UnusedZoneCheck(Check):
    """A zone that nothing uses."""

    code = "BB105"
    slug = "unused-zone"
    severity = Severity.WARNING
    what = "A zone is defined, but no placement, condition or effect uses it."
    why = "It is printed on the map and will confuse the players; often a placement names the wrong zone."
    example = "zones: [{id: stern, …}] with no placement in zone: stern"
    fix = "Use it in `placements`, or delete it."
    fixable = (Applicability.UNSAFE,)
    needs = frozenset({NameKind.ZONE})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        used = {scenario.command_post, *(placement.zone for placement in scenario.placements)}
        ids = [zone.id for zone in scenario.zones if zone.id not in used]
        # Only names that are unused so far are worth a search.
        blocks = (scenario.source.data.get(key) for key in _LOGIC) if ids else ()
        used.update(name for block in blocks for name in _names_in(block) if name in ids)
        for zone in scenario.zones:
            if zone.id not in used:
                fixes = _deletion(scenario, zone.path, f"delete zone `{zone.id}`", Applicability.UNSAFE)
                yield Defect(f"no placement uses zone `{zone.id}`", (*zone.path, "id"), fixes=fixes)


class UnusedObjectiveCheck(Check):
    """An objective that nothing depends on."""

    code = "BB106"
    slug = "unused-objective"
    severity = Severity.WARNING
    what = "Victory conditions name objectives, but not this one."
    why = "It is printed on the map, and players will wonder what it is for."
    example = "objectives: [{id: well, …}] and no condition with objectives: [well]"
    fix = "Name it in a condition, or delete it."
    fixable = (Applicability.UNSAFE,)
    needs = frozenset({NameKind.OBJECTIVE})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        named = {name for condition in scenario.victory for name in condition.objectives}
        ids = [objective.id for objective in scenario.objectives]
        for path, block in conditions_of(scenario.source.data):
            if path[0] != "objectives":
                named.update(name for name in _names_in(block) if name in ids)
        for objective in scenario.objectives if named else ():
            if objective.id not in named:
                title = f"delete objective `{objective.id}`"
                fixes = _deletion(scenario, objective.path, title, Applicability.UNSAFE)
                message = f"no victory condition names objective `{objective.id}`"
                yield Defect(message, (*objective.path, "id"), fixes=fixes)


def _names_in(block: Any) -> Iterator[Any]:
    """Every value in a condition that is not a block or a list itself."""
    if isinstance(block, Mapping | list):
        for part in block.values() if isinstance(block, Mapping) else block:
            yield from _names_in(part)
    else:
        yield block


def _with_ids(scenario: Scenario) -> Iterator[tuple[str, Iterable[Named]]]:
    """Things with ids, by kind; figures of teams are numbered, not named."""
    yield "force", scenario.forces
    yield "zone", scenario.zones
    yield "objective", scenario.objectives
    yield "vehicle", scenario.vehicles
    yield "special rule", scenario.special_rules
    yield "team", [team for force in scenario.forces for team in force.teams]
    for force in scenario.forces:
        yield "squad", force.squads
        if not force.teams:
            yield "member", force.members
    yield from scenario.map.named_things()


def _unknown(scenario: Scenario, unread: Unread, owner: str) -> Defect:
    layout = Layout(scenario.source)
    return Defect(
        f"{owner} has no {unread.kind} `{unread.text}`",
        unread.path,
        did_you_mean(unread.text, unread.accepted),
        key=unread.is_key,
        fixes=spelling_fixes(
            unread.text, unread.accepted, lambda name: layout.respell(unread.path, unread.text, name)
        ),
    )


def _deletion(scenario: Scenario, path: DataPath, title: str, sure: Applicability) -> tuple[Fix, ...]:
    return Fix.of_edit(title, sure, Layout(scenario.source).remove(path))


def _one_hexside(scenario: Scenario, path: DataPath, first: str) -> tuple[Fix, ...]:
    """Fixes that delete one of two names of a hexside; if the values differ, users choose which."""
    block: Any = scenario.source.data
    for part in path[:-1]:
        block = block[part]
    is_same = block[path[-1]] == block[first]
    names = (path[-1],) if is_same else (path[-1], first)
    sure = Applicability.SAFE if is_same else Applicability.DISPLAY
    return tuple(
        fix for name in names for fix in _deletion(scenario, (*path[:-1], name), f"delete {name}", sure)
    )
