"""How a game ends."""

from __future__ import annotations

from collections.abc import Mapping

from builder.games.bug_hunter.play.facts import PlayFacts
from builder.games.bug_hunter.play.stage import Stage
from builder.games.bug_hunter.play.state import DEAD, INCAPACITATED, State
from builder.playtest.agenda import Agenda
from builder.playtest.logic.endings import first_met
from builder.playtest.logic.facts import tally_of_objectives
from builder.playtest.play import Ending
from builder.scenario.logic.conditions import Moment

ENDINGS = Agenda()


@ENDINGS.run("verdict")
def _verdict(stage: Stage, state: State, moments: tuple[Moment, ...]) -> Ending | None:
    """The first victory condition that is met."""
    victory = first_met(stage.scenario, PlayFacts(stage, state), moments)
    if victory is not None:
        return Ending(victory.side, victory.grade, "condition", stage.sentence_of(victory))
    if Moment.LAST_TURN in moments:
        return Ending("", "", "undecided", "the last turn ended and no victory condition is met")
    return None


def tally_of(stage: Stage, state: State) -> Mapping[str, int]:
    """The losses of each force, the damage, and the turns in which objectives were carried out."""
    tally: dict[str, int] = {}
    for unit in stage.people:
        force = stage.scenario.forces[stage.cast.people[unit].force].id
        tally.setdefault(f"{force} lost", 0)
        tally[f"{force} lost"] += state.health[unit] >= INCAPACITATED
    for number, brood in enumerate(stage.cast.broods):
        dead = sum(1 for unit in stage.slots(number) if state.health[unit] == DEAD and not brood.is_swarm)
        tally[f"{stage.scenario.forces[brood.force].id} lost"] = state.lost[number] + dead
    tally["structural damage"] = sum(state.damage)
    return {**tally, **tally_of_objectives(stage.scenario, state.progress)}
