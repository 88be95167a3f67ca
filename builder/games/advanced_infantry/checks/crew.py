"""4xx: crews of crewed weapons."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.advanced_infantry.checks import GAMES
from builder.games.advanced_infantry.trooper import crew
from builder.lint.check import Check
from builder.lint.finding import Defect
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind


class MissingCrewCheck(Check):
    """A crewed weapon without enough troopers to set it up."""

    code = "BB423"
    slug = "missing-crew"
    what = "A force has a crewed weapon, but fewer other troopers than it takes to set it up."
    why = "It could never fire."
    example = "a heavy machine gun in a force of two troopers"
    fix = "Add troopers, or give the force a lighter weapon."
    rule = "rule/crew"
    games = GAMES
    needs = frozenset({NameKind.UNIT, NameKind.WEAPON})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for force in scenario.forces:
            for member in force.members:
                weapon, others = member.weapon, len(force.members) - 1
                wanted = crew(scenario.ruleset, weapon)
                if weapon is not None and wanted is not None and wanted > others:
                    takes = f"a {weapon.title.lower()} takes {wanted} others to set up"
                    yield Defect(f"{takes}; `{force.id}` has {others}", (*member.path, "weapon"))
