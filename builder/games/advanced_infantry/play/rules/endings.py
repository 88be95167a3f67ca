"""How a game ends, and what no machine plays of a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.games.advanced_infantry.play.facts import COUNTED, PlayFacts
from builder.games.advanced_infantry.play.setting import PLAYED_EFFECTS, Setting
from builder.games.advanced_infantry.play.state import DEAD, LEFT, State
from builder.playtest.agenda import Agenda
from builder.playtest.logic import endings
from builder.playtest.logic.facts import moments_of, tally_of_objectives
from builder.playtest.play import Ending
from builder.scenario.logic.conditions import Happened, Moment
from builder.scenario.model import Scenario

ENDINGS = Agenda()


@ENDINGS.run("verdict")
def _verdict(setting: Setting, state: State, moment: str) -> Ending | None:
    """The first victory condition that is met at a moment."""
    facts = PlayFacts(setting, state)
    if moment == Moment.ONCE:
        facts.note_objectives((Moment.ONCE,))
    return endings.verdict(setting.scenario, facts, moments_of(moment))


def not_played(scenario: Scenario) -> Sequence[str]:
    """The parts of a scenario that machines do not play."""
    return tuple(
        endings.not_played(scenario, effects=PLAYED_EFFECTS, unanswered=(Happened,), counted=COUNTED)
    )


def tally_of(setting: Setting, state: State) -> Mapping[str, int]:
    """The losses of each force, those who have left, breaches, and the turns of objectives."""
    tally: dict[str, int] = {}
    for unit, trooper in enumerate(setting.troopers):
        force = setting.scenario.forces[trooper.force].id
        for name, cell in (("lost", DEAD), ("left", LEFT)):
            tally[f"{force} {name}"] = tally.get(f"{force} {name}", 0) + (state.cell[unit] == cell)
    tally["breaches"] = len(state.holes)
    return {**tally, **tally_of_objectives(setting.scenario, state.done)}
