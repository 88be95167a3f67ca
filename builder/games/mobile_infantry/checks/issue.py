"""3xx: weapons that are issued to units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from builder.games.mobile_infantry.checks import GAMES
from builder.lint.check import Check
from builder.lint.finding import Defect
from builder.scenario.model import Force, Scenario
from builder.scenario.names import NameKind
from rulesdb.yaml_source import DataPath

_ONE_FOR = "one for a "
_MOUNTED = "autocannon"
# Weapons that a mission adds to the usual issue, by its key for their number.
_EXTRA = MappingProxyType({"mini-gun": "mini_guns", _MOUNTED: "autocannon"})


class IssueCheck(Check):
    """More of a weapon than is issued to its units."""

    code = "BB311"
    slug = "weapon-issue"
    what = (
        "A side has more of a weapon than the book issues to units of its size and its mission adds, or "
        "figures have one that is mounted. Fire teams without a command team count as parts of squads."
    )
    why = "The number of bugs is balanced for one mini-gun per squad."
    example = "two mini-guns in one squad"
    fix = "Give the others the usual weapon."
    rule = "rule/mi-organization"
    games = GAMES
    needs = frozenset(
        {
            NameKind.UNIT,
            NameKind.WEAPON,
            NameKind.ROSTER,
            NameKind.ORGANIZATION,
            NameKind.FIGURE,
            NameKind.SIDE,
        }
    )

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        issue = scenario.ruleset.table("issue")
        terms = {weapon: str(issue.lookup(weapon=weapon).result) for weapon in issue.axes[0].labels}
        issued = {weapon: text.removeprefix(_ONE_FOR) for weapon, text in terms.items() if _ONE_FOR in text}
        extra = scenario.mission.get("fortifications", {}) if scenario.mission is not None else {}
        for side in dict.fromkeys(force.side for force in scenario.forces):
            forces = scenario.forces_of(side)
            units: Mapping[str, int] = {}
            for weapon, unit in (*issued.items(), (_MOUNTED, "")):
                paths = list(_figures_with(weapon, forces))
                if not paths:
                    continue
                units = units or _units(scenario, forces)
                more = int(extra.get(_EXTRA.get(weapon, ""), 0))
                most = units.get(unit, 0) + more
                if len(paths) > most:
                    message = f"{len(paths)} of {weapon} on side `{side}`; {_stated(unit, units, more)}"
                    # A mission that adds some states how many there are in all.
                    rule = scenario.mission.key if more and scenario.mission is not None else ""
                    yield Defect(message, paths[most], rule=rule)


def _stated(unit: str, units: Mapping[str, int], more: int) -> str:
    """The allowed number of a weapon, in words."""
    if not unit:
        return f"the mission has {more}" if more else "it is mounted on vehicles and walls"
    plural = f", and there are {units[unit]}" if units[unit] > 1 else ""
    number = f"there is one for a {unit}{plural}"
    return f"{number}, and the mission adds {more}" if more else number


def _units(scenario: Scenario, forces: Sequence[Force]) -> Mapping[str, int]:
    """The number of units of each size, at least 1: those with a command team, or those of its parts."""
    made_of = Counter(team.made_of for force in forces for team in force.teams)
    units: dict[str, int] = {}
    for size in scenario.ruleset.table("organization").axes[0].labels:
        parts = scenario.ruleset.table("organization").lookup(unit=size).result
        whole = [-(-units[part] // number) for part, number in parts.items() if part in units]
        units[size] = made_of[size] or max(whole, default=0)
    return {size: max(1, number) for size, number in units.items()}


def _figures_with(weapon: str, forces: Sequence[Force]) -> Iterator[DataPath]:
    """The place of every such weapon in the file, in hand or carried."""
    for force in forces:
        for member in force.members:
            if member.weapon is not None and member.weapon.slug == weapon:
                yield member.weapon_path
            for index, carried in enumerate(member.carries):
                if carried.slug == weapon:
                    yield (*member.path, "carries", index)
