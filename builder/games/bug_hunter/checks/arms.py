"""3xx: limits on grenades."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.bug_hunter.checks import GAMES
from builder.lint.check import Check
from builder.lint.finding import Defect
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind
from rulesdb import Dice, Entry

_FEWER = "remove grenades; a thermal bomb counts as several"
_NEEDS = frozenset({NameKind.UNIT, NameKind.WEAPON, NameKind.ROSTER})


class GrenadeNumberCheck(Check):
    """A number of grenades that the roll for availability cannot give."""

    code = "BB310"
    slug = "grenade-number"
    what = (
        "A squad carries more hand grenades than it has, or has a number that its men and dice cannot give."
    )
    why = "Availability is the number of men and some dice; the dice cannot give more."
    example = "twelve crewmen with twenty grenades"
    fix = "Remove grenades, or explain in a special rule where they come from."
    rule = "rule/307.2"
    games = GAMES
    needs = _NEEDS

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        table = scenario.ruleset.table("grenade-availability")
        any_number = any(
            rule.overrides and rule.overrides.key == self.rule for rule in scenario.special_rules
        )
        for force in scenario.forces:
            if force.unit.slug not in table.axes[0].labels:
                continue
            dice = Dice.parse(table.lookup(force=force.unit.slug).result)
            for squad in force.squads or (force,):
                arms = [weapon for member in squad.members for weapon in (member.weapon, *member.carries)]
                carried = sum(_counts_as(scenario, weapon) for weapon in arms if weapon is not None)
                men, grenades = len(squad.members), squad.grenades
                source = f"{men} {'man' if men == 1 else 'men'} and the dice"
                least, most = men + dice.low, men + dice.high
                if isinstance(grenades, int) and not any_number and not least <= grenades <= most:
                    message = f"{grenades} hand grenades; {source} give {least} to {most}"
                    yield Defect(message, (*squad.path, "grenades"), "choose a number that can be rolled")
                elif isinstance(grenades, int) and carried > grenades:
                    message = f"{carried} hand grenades are carried, of {grenades}"
                    yield Defect(message, (*squad.path, "grenades"), _FEWER)
                elif carried > most:
                    message = f"{carried} hand grenades; {source} give at most {most}"
                    yield Defect(message, (*squad.path, "id"), _FEWER)


def _counts_as(scenario: Scenario, weapon: Entry) -> int:
    """How many hand grenades a weapon counts as for availability."""
    if weapon.slug == "thermal-bomb":
        bomb = scenario.ruleset.table("thermal-bomb")
        return int(bomb.lookup(about="hand grenades that it counts as").result)
    return int(weapon.get("class") == "grenade")
