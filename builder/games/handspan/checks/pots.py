"""4xx: pots that nobody can fill."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.handspan.checks import GAMES
from builder.games.handspan.command import highest_rolls
from builder.lint.check import Check
from builder.lint.finding import Defect
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind
from rulesdb.yaml_source import DataPath

_LIMIT = "rule/actions"


class PotCheck(Check):
    """A pot that the commanders cannot fill by the last turn."""

    code = "BB440"
    slug = "pot-too-large"
    what = (
        "A pot takes more points than all commanders can put into it in the whole game, with the highest "
        "rolls and with every point spent on it. If the scenario uses the optional limit of points for a "
        "pot, that counts as well."
    )
    why = "The air strike or the ship that the points pay for would never come."
    example = "a pot of 40 points, one sergeant, and six turns"
    fix = "Lower the number of points, add turns, or add a commander."
    rule = "rule/command"
    games = GAMES
    needs = frozenset({NameKind.UNIT, NameKind.FIGURE, NameKind.EXPERIENCE, NameKind.SIDE})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        game, turns = scenario.ruleset, scenario.turns
        rolls = highest_rolls(game, scenario.forces)
        limit = game.dice("command-limits", use="points for a pot from a commander, each turn").high
        is_limited = any(rule.key == _LIMIT for rule in scenario.optional_rules or ())
        rolled = sum(rolls) * turns
        given = sum(min(roll, limit) for roll in rolls) * turns
        # BB314 reports a force without commanders.
        for id, pot in (scenario.pots or {}).items() if rolls else ():
            if pot.points > rolled:
                most, rule = rolled, self.rule
            elif is_limited and pot.points > given:
                most, rule = given, _LIMIT
            else:
                continue
            path: DataPath = ("pots", id, "points")
            if path not in scenario.source:
                path = ("pots", id)
            who = "1 commander" if len(rolls) == 1 else f"{len(rolls)} commanders"
            message = f"the pot for {pot.title.lower()} takes {pot.points} points"
            message += f"; in {turns} turns {who} can put at most {most} into it"
            yield Defect(message, path, rule=rule)
