"""1xx: unknown and repeated names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from builder.boards.board import Named
from builder.lint.check import Check
from builder.lint.finding import Applicability, Finding, Fix, Severity
from builder.lint.layout import Layout
from builder.lint.spelling import spelling_fixes
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind, Unread
from rulesdb.nearest import did_you_mean
from rulesdb.yaml_source import DataPath

# What defines names of a kind, if it is neither the game nor the file as a whole.
_OWNERS = {"figure": "the team", "member": "the force", "species": "the roster"}


class UnknownEntryCheck(Check):
    """A weapon, unit, roster or rule that is not in the game."""

    code = "BB102"
    slug = "unknown-entry"
    what = "A name is not that of an entry of the game's database, or is that of several."
    why = "Ratings, counters and citations come from the entry; without it nothing can be printed."
    example = "weapon: machine-pistole"
    fix = "Use the entry's slug or abbreviation; `brainbug lookup` finds it."
    fixable = (Applicability.UNSAFE, Applicability.DISPLAY)

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for unread in scenario.unread:
            if unread.in_database and unread.is_ambiguous:
                candidates = " or ".join(f"`{name}`" for name in unread.accepted)
                yield self.finding(
                    scenario,
                    f"{unread.kind} `{unread.text}` is ambiguous: {candidates}",
                    unread.path,
                    "use one of these slugs",
                )
            elif unread.in_database:
                owner = _OWNERS.get(unread.kind, scenario.ruleset.title)
                yield self.finding(
                    scenario,
                    f"{owner} has no {unread.kind} `{unread.text}`",
                    unread.path,
                    did_you_mean(unread.text, unread.accepted),
                    fixes=_spelling(scenario, unread),
                )


class UnknownNameCheck(Check):
    """An area, level, zone, force or objective that the file does not define."""

    code = "BB103"
    slug = "unknown-name"
    what = "A name is not defined in this file."
    why = "A zone without its area, or a condition without its objective, has no meaning."
    example = "zones: [{id: watch, title: Watch, areas: [brigde]}]"
    fix = "Correct the name, or define what it names."
    fixable = (Applicability.UNSAFE, Applicability.DISPLAY)

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for unread in scenario.unread:
            if (
                not unread.in_database
                and unread.kind not in (NameKind.HEX, NameKind.DOT)
                and not unread.kind.startswith("new ")
            ):
                owner = _OWNERS.get(unread.kind, "this file")
                yield self.finding(
                    scenario,
                    f"{owner} has no {unread.kind} `{unread.text}`",
                    unread.path,
                    did_you_mean(unread.text, unread.accepted),
                    fixes=_spelling(scenario, unread),
                )


class RepeatedNameCheck(Check):
    """An id or hexside that is used twice."""

    code = "BB104"
    slug = "repeated-name"
    what = "Two things have the same id, or one hexside is named from both of its hexes."
    why = "A later name would hide the earlier one, and part of the file would be lost."
    example = "doors: {0405/N: interior, 0404/S: airtight}"
    fix = "Give one of them another id, or keep one of the two hexsides."
    fixable = (Applicability.SAFE, Applicability.DISPLAY)

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for unread in scenario.unread:
            if unread.kind == NameKind.NEW_AREA:
                is_lift = scenario.hex_map.areas[unread.text].kind == "lift"
                yield self.finding(
                    scenario,
                    f"`{unread.text}` is already the id of a lift"
                    if is_lift
                    else f"area `{unread.text}` is already defined on another level",
                    unread.path,
                    "give this one another id",
                    key=True,
                )
            elif unread.kind == NameKind.NEW_HEXSIDE:
                other = unread.accepted[0]
                yield self.finding(
                    scenario,
                    f"hexside {unread.text} is the same as {other}",
                    unread.path,
                    "keep one of the two",
                    key=True,
                    related=(("named first here", scenario.source.key_span((*unread.path[:-1], other))),),
                    fixes=_one_hexside(scenario, unread, other),
                )
            elif unread.kind == NameKind.NEW_TUNNEL:
                yield self.finding(
                    scenario,
                    f"tunnel id `{unread.text}` is used twice",
                    unread.path,
                    "give one of them another id",
                )
        for kind, things in _with_ids(scenario):
            yield from self._twice(scenario, kind, things)

    def _twice(self, scenario: Scenario, kind: str, things: Iterable[Named]) -> Iterator[Finding]:
        first: dict[str, DataPath] = {}
        for thing in things:
            if thing.id in first:
                where = scenario.source.value_span((*first[thing.id], "id"))
                yield self.finding(
                    scenario,
                    f"{kind} id `{thing.id}` is used twice",
                    (*thing.path, "id"),
                    "give one of them another id",
                    related=(("used first here", where),),
                )
            first.setdefault(thing.id, thing.path)


class UnusedZoneCheck(Check):
    """A zone where nobody sets up."""

    code = "BB105"
    slug = "unused-zone"
    severity = Severity.WARNING
    what = "A set-up zone is defined, but no placement uses it."
    why = "It is printed on the map and will confuse the players; often a placement names the wrong zone."
    example = "zones: [{id: stern, …}] with no placement in zone: stern"
    fix = "Use it in `placements`, or delete it."
    fixable = (Applicability.UNSAFE,)
    needs = frozenset({NameKind.ZONE})

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        used = {scenario.command_post, *(placement.zone for placement in scenario.placements)}
        for zone in scenario.zones:
            if zone.id not in used:
                yield self.finding(
                    scenario,
                    f"no placement uses zone `{zone.id}`",
                    (*zone.path, "id"),
                    fixes=_deletion(scenario, zone.path, f"delete zone `{zone.id}`"),
                )


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

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        named = {name for condition in scenario.victory for name in condition.objectives}
        for objective in scenario.objectives if named else ():
            if objective.id not in named:
                yield self.finding(
                    scenario,
                    f"no victory condition names objective `{objective.id}`",
                    (*objective.path, "id"),
                    fixes=_deletion(scenario, objective.path, f"delete objective `{objective.id}`"),
                )


def _with_ids(scenario: Scenario) -> Iterator[tuple[str, Iterable[Named]]]:
    """Things with ids, by kind; figures of teams are numbered, not named."""
    yield "force", scenario.forces
    yield "zone", scenario.zones
    yield "objective", scenario.objectives
    yield "vehicle", scenario.vehicles
    yield "special rule", scenario.special_rules
    yield "team", [team for force in scenario.forces for team in force.teams]
    for force in scenario.forces:
        if not force.teams:
            yield "member", force.members
    yield from scenario.map.named_things()


def _spelling(scenario: Scenario, unread: Unread) -> tuple[Fix, ...]:
    layout = Layout(scenario.source)
    return spelling_fixes(
        unread.text, unread.accepted, lambda name: layout.respell(unread.path, unread.text, name)
    )


def _deletion(
    scenario: Scenario, path: DataPath, title: str, sure: Applicability = Applicability.UNSAFE
) -> tuple[Fix, ...]:
    edit = Layout(scenario.source).remove(path)
    return (Fix(title, sure, (edit,)),) if edit is not None else ()


def _one_hexside(scenario: Scenario, unread: Unread, other: str) -> tuple[Fix, ...]:
    """Fixes that delete one of two names of a hexside; if the two differ, people choose which."""
    block: Any = scenario.source.data
    for part in unread.path[:-1]:
        block = block[part]
    first = (*unread.path[:-1], other)
    if block[unread.text] == block[other]:
        return _deletion(scenario, unread.path, f"delete {unread.text}", Applicability.SAFE)
    return (
        *_deletion(scenario, unread.path, f"delete {unread.text}", Applicability.DISPLAY),
        *_deletion(scenario, first, f"delete {other}", Applicability.DISPLAY),
    )
