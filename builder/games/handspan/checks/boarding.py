"""4xx: whether enough figures can board a ship in time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.games.handspan.checks import GAMES
from builder.games.handspan.command import highest_rolls
from builder.lint.check import REACH_NAMES, Check
from builder.lint.finding import Defect
from builder.scenario.model import Force, Member, Objective, Scenario
from builder.scenario.names import NameKind
from rulesdb import Ruleset


class BoardingTimeCheck(Check):
    """More figures that have to get away than can board the ship by the last turn."""

    code = "BB438"
    slug = "boarding-time"
    what = (
        "A victory condition needs more survivors at a ship than can be aboard when the last turn ends, with "
        "the highest rolls and with every command point spent on boarding. Figures can board in the turn in "
        "which they get to the ship."
    )
    why = "The condition can never be met."
    example = "twelve survivors with one corporal, who get to the ship in the second-last turn"
    fix = "Ask for fewer survivors, start them nearer to the ship, or add turns."
    rule = "rule/boarding"
    games = GAMES
    needs = REACH_NAMES | {NameKind.PIECE}

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        objectives = {objective.id: objective for objective in scenario.objectives if objective.boards}
        for condition in scenario.victory:
            force = scenario.force(condition.survivors[0]) if condition.survivors else None
            named = [objectives[id] for id in condition.objectives if id in objectives]
            if force is None or not force.members or not named or not condition.survivors:
                continue
            least = condition.survivors[1]
            aboard = max(_most_aboard(scenario, force, objective) for objective in named)
            # BB405 reports a ship that nobody gets to, and BB437 more survivors than there are figures.
            if 0 < aboard < least <= force.count:
                message = f"at most {aboard} of force `{force.id}` can be aboard"
                message += f" by the end of turn {scenario.turns}, not {least}"
                yield Defect(message, (*condition.path, "survivors", "least"))


def _most_aboard(scenario: Scenario, force: Force, objective: Objective) -> int:
    """The most figures of a force that can board at an objective by the end of the game."""
    arrivals = [_arrival(scenario, force, member, objective) for member in force.members]
    most = _most_in_a_turn(scenario.ruleset, scenario.forces_of(force.side))
    aboard = 0
    for turn in range(1, scenario.turns + 1):
        at_the_ship = sum(arrival is not None and arrival <= turn for arrival in arrivals)
        aboard = min(at_the_ship, aboard + most)
    return aboard


def _arrival(scenario: Scenario, force: Force, member: Member, objective: Objective) -> int | None:
    """The first turn in which a figure can be at an objective; ``None`` if never.

    It is 0 for a figure that starts there, and for one whose start the file does not give.
    """
    zones = (scenario.zone(item.zone) for item in scenario.starts_of(force, {member.id}))
    regions = [zone.region for zone in zones if zone is not None]
    if not regions:
        return 0
    firsts = (scenario.reach.first_move([force], objective.region, start=region) for region in regions)
    return min((first for first in firsts if first is not None), default=None)


def _most_in_a_turn(game: Ruleset, forces: Sequence[Force]) -> int:
    """The most figures that board in a turn: a die, and one for each point that the commanders can roll."""
    without = game.dice("boarding", given="without a command point").high
    points = sum(highest_rolls(game, forces))
    return without + points * game.dice("boarding", given="each command point").high
