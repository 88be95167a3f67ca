"""4xx: whether captives can be brought where they have to be."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.bug_hunter.checks import GAMES
from builder.lint.check import REACH_NAMES, DeckCheck
from builder.lint.finding import Defect
from builder.scenario.model import Captive, Objective, Scenario
from builder.scenario.names import NameKind


class LateCaptivesCheck(DeckCheck):
    """Captives in a cage that cannot be brought to an objective in time."""

    code = "BB439"
    slug = "late-captives"
    what = (
        "Captives in a cage have to be brought to an objective that is too far away for the length of the "
        "game. The check assumes that people reach the cage at full speed and carry it without a fight; "
        "a full cage adds movement points to each hex. Captives that are held otherwise are not checked."
    )
    why = "The condition that needs the objective can never be met."
    example = "brings: stranglers, with their cage 15 hexes away, in a game of one turn"
    fix = "Move the cage or the objective, open a path, or add turns."
    rule = "rule/305.5"
    games = GAMES
    needs = REACH_NAMES | {NameKind.WEAPON}

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for objective in scenario.objectives:
            force = scenario.force(objective.brings)
            captives = force.captives if force is not None else ()
            for captive in captives:
                if captive.by.slug == "cage" and (message := _how_late(scenario, objective, captive)):
                    yield Defect(message, (*objective.path, "brings"))
                    break


def _how_late(scenario: Scenario, objective: Objective, captive: Captive) -> str:
    """How long it takes to bring a captive to an objective, in words; empty if that can be done in time."""
    reach, forces = scenario.reach, scenario.forces_of(objective.side)
    # Nothing is known about a force that arrives later; BB405 reports an objective that is out of reach.
    if not all(map(reach.parties, forces)) or not reach.may_reach(
        forces, objective.region, reach.moves_in_game
    ):
        return ""
    load = scenario.ruleset.figure("cage-limits", about="added movement points a hex")
    fetched = reach.first_move(forces, captive.region)
    carried = reach.first_carried(forces, captive.region, objective.region, load)
    if fetched is None or carried is None:
        return ""
    # The cage can be on its way in the round in which somebody gets to it.
    needed = max(fetched, 1) + max(carried, 1) - 1
    if needed <= reach.moves_in_game:
        return ""
    unit = f"{scenario.ruleset.units['time']}s"
    takes = f"the cage in {scenario.where(captive)} takes at least {needed} {unit} to fetch and carry"
    return f"{takes} to objective `{objective.id}`; the game has {reach.moves_in_game}"
