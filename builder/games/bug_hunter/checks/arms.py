"""3xx: limits on grenades."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.bug_hunter.checks import GAMES
from builder.lint.check import Check
from builder.lint.finding import Defect
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind
from rulesdb import Dice, Entry

_NEEDS = frozenset({NameKind.UNIT, NameKind.WEAPON, NameKind.ROSTER})


class GrenadeNumberCheck(Check):
    """More grenades than the roll for availability can give."""

    code = "BB310"
    slug = "grenade-number"
    what = "The members of a force carry more hand grenades than its men and the highest roll allow."
    why = "Availability is the number of men and some dice; the dice cannot give more."
    example = "twelve crewmen with twenty grenades"
    fix = "Remove grenades, or explain in a special rule where they come from."
    rule = "rule/307.2"
    games = GAMES
    needs = _NEEDS

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        table = scenario.ruleset.table("grenade-availability")
        for force in scenario.forces:
            if force.unit.slug not in table.axes[0].labels:
                continue
            arms = [weapon for member in force.members for weapon in (member.weapon, *member.carries)]
            carried = sum(_counts_as(scenario, weapon) for weapon in arms if weapon is not None)
            men = len(force.members)
            most = men + Dice.parse(table.lookup(force=force.unit.slug).result).high
            if carried > most:
                source = f"{men} {'man' if men == 1 else 'men'} and the dice"
                message = f"{carried} hand grenades; {source} give at most {most}"
                yield Defect(
                    message, (*force.path, "id"), "remove grenades; a thermal bomb counts as several"
                )


def _counts_as(scenario: Scenario, weapon: Entry) -> int:
    """How many hand grenades a weapon counts as for availability."""
    if weapon.slug == "thermal-bomb":
        bomb = scenario.ruleset.table("thermal-bomb")
        return int(bomb.lookup(about="hand grenades that it counts as").result)
    return int(weapon.get("class") == "grenade")
