"""3xx: weapons that units are issued."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from builder.games.mobile_infantry.checks import GAMES
from builder.lint.check import Check
from builder.lint.finding import Defect
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind

_ONE_FOR = "one for a "


class IssueCheck(Check):
    """More of a weapon than a force is issued."""

    code = "BB311"
    slug = "weapon-issue"
    what = "A force has more of a weapon than the book issues to units of its size."
    why = "The game is balanced for one mini-gun a squad."
    example = "two mini-guns in one squad"
    fix = "Give the others the usual weapon."
    rule = "rule/mi-organization"
    games = GAMES
    needs = frozenset(
        {NameKind.UNIT, NameKind.WEAPON, NameKind.ROSTER, NameKind.ORGANIZATION, NameKind.FIGURE}
    )

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        issue = scenario.ruleset.table("issue")
        terms = {weapon: str(issue.lookup(weapon=weapon).result) for weapon in issue.axes[0].labels}
        issued = {
            weapon: text.removeprefix(_ONE_FOR) for weapon, text in terms.items() if text.startswith(_ONE_FOR)
        }
        for force in scenario.forces:
            in_hand = Counter(member.weapon.slug for member in force.members if member.weapon)
            units = Counter(team.made_of for team in force.teams)
            for weapon, unit in issued.items():
                # Every force may have one.
                if in_hand[weapon] > max(1, units[unit]):
                    message = (
                        f"{in_hand[weapon]} of {weapon} in force `{force.id}`; there is one for a {unit}"
                    )
                    yield Defect(message, (*force.path, "id"))
