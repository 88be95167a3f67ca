"""3xx: how many grenades there can be."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.bug_hunter.checks import GAMES
from builder.lint.check import Check
from builder.lint.finding import Defect
from builder.scenario.model import Member, Scenario
from builder.scenario.names import NameKind
from rulesdb import Dice, Entry

_NEEDS = frozenset({NameKind.UNIT, NameKind.WEAPON, NameKind.ROSTER})


class GrenadeNumberCheck(Check):
    """More grenades than the dice of availability can give."""

    code = "BB310"
    slug = "grenade-number"
    what = "The members of a force carry more hand grenades than its men and the highest roll allow."
    why = "Availability is the number of men and some dice; more cannot come up."
    example = "twelve crewmen with twenty grenades"
    fix = "Take grenades away, or say in a special rule where they come from."
    rule = "rule/307.2"
    games = GAMES
    needs = _NEEDS

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        table = scenario.ruleset.table("grenade-availability")
        for force in scenario.forces:
            if force.unit.slug not in table.axes[0].labels:
                continue
            carried = sum(
                _counts_as(scenario, weapon) for member in force.members for weapon in _arms(member)
            )
            men = len(force.members)
            most = men + Dice.parse(table.lookup(force=force.unit.slug).result).high
            if carried > most:
                yield Defect(
                    f"{carried} hand grenades; {men} {'man' if men == 1 else 'men'} and the dice give "
                    f"at most {most}",
                    (*force.path, "id"),
                    "take grenades away; a thermal bomb counts as several",
                )


def _arms(member: Member) -> Iterator[Entry]:
    if member.weapon is not None:
        yield member.weapon
    yield from member.carries


def _counts_as(scenario: Scenario, weapon: Entry) -> int:
    """Hand grenades that a weapon counts as for availability."""
    if weapon.slug == "thermal-bomb":
        bomb = scenario.ruleset.table("thermal-bomb")
        return int(bomb.lookup(about="hand grenades that it counts as").result)
    return int(weapon.get("class") == "grenade")
