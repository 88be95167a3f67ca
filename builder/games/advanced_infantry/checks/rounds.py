"""3xx: rounds of weapons."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.advanced_infantry.checks import GAMES
from builder.games.advanced_infantry.trooper import is_explosive, max_rounds
from builder.lint.check import Check
from builder.lint.finding import Defect
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind

_INCENDIARIES = "rule/incendiary-weapons"


class RoundsCheck(Check):
    """More rounds than a weapon comes with."""

    code = "BB318"
    slug = "too-many-rounds"
    what = "A figure has more rounds than its weapon comes with, or rounds for a weapon without any."
    why = "The record sheet has boxes for the rounds of the book, and the weapon would outlast its balance."
    example = "rounds: 3 for a rocket launcher, which comes with two"
    fix = "Lower `rounds`, or add the gear `extra-ammunition`, which doubles them."
    rule = "rule/ammunition"
    games = GAMES
    needs = frozenset({NameKind.UNIT, NameKind.WEAPON})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for force in scenario.forces:
            for member in force.members:
                if member.rounds is None:
                    continue
                path, weapon = (*member.path, "rounds"), member.weapon
                most = max_rounds(scenario.ruleset, member, weapon) if weapon is not None else None
                if weapon is None or most is None:
                    title = weapon.title if weapon is not None else member.usual or "empty hand"
                    yield Defect(f"no rounds are counted for a {title.lower()}", path, "delete `rounds`")
                elif member.rounds > most:
                    message = f"{member.rounds} rounds for a {weapon.title.lower()}, which comes with {most}"
                    # The section on explosives has the rule on extra ammunition; incendiaries have their own.
                    rule = "" if is_explosive(scenario.ruleset, weapon) else _INCENDIARIES
                    yield Defect(message, path, rule=rule)
