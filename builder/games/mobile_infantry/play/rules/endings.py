"""How a game ends, and what no machine plays of a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.games.mobile_infantry.play.facts import PlayFacts
from builder.games.mobile_infantry.play.points import events_of, scores_of
from builder.games.mobile_infantry.play.roster import CRAFT, SIDES
from builder.games.mobile_infantry.play.setting import PLAYED_EFFECTS, Setting
from builder.games.mobile_infantry.play.state import DEAD, GONE, State
from builder.playtest.agenda import Agenda
from builder.playtest.logic import endings
from builder.playtest.logic.facts import moments_of, tally_of_objectives
from builder.playtest.play import Ending
from builder.scenario.logic.conditions import Burning, Carrying, Destroyed, Happened, Moment, Work

ENDINGS = Agenda()
_NOT_ANSWERED = (Destroyed, Burning, Happened, Carrying, Work)


@ENDINGS.run("verdict")
def _verdict(setting: Setting, state: State, moment: str) -> Ending | None:
    """The first victory condition that is met; if no MI are left on the table, nothing can change any more.

    Source: mobile-infantry Mission Control
    """
    facts = PlayFacts(setting, state)
    if not setting.living(state, setting.troopers) and state.turn:
        last = moments_of(Moment.LAST_TURN)
        return endings.verdict(setting.scenario, facts, last, "decided")
    return endings.verdict(setting.scenario, facts, moments_of(moment))


def not_played(setting: Setting) -> Sequence[str]:
    """The parts of a scenario that machines do not play."""
    return tuple(
        endings.not_played(setting.scenario, effects=PLAYED_EFFECTS, unanswered=_NOT_ANSWERED, counted=())
    )


def tally_of(setting: Setting, state: State) -> Mapping[str, int]:
    """The losses of each force, kills, those who got away, points, and the turns of objectives."""
    tally: dict[str, int] = {}
    for unit, each in enumerate(setting.units):
        if each.side == SIDES[0] and each.kind != CRAFT:
            name = f"{each.force} lost"
            tally[name] = tally.get(name, 0) + (state.cell[unit] == DEAD)
    events = events_of(setting, state)
    tally["bugs killed"] = sum(state.kills)
    tally["MI who got away"] = sum(state.cell[unit] == GONE for unit in setting.troopers)
    tally["Craft lost"] = events["craft-lost"]
    if setting.ground.chambers:
        tally["chambers reached"] = events["chamber-reached"]
    for side, points in zip(SIDES, scores_of(setting, state), strict=True):
        tally[f"victory points of {side}"] = points
    return {**tally, **tally_of_objectives(setting.scenario, state.done[: len(setting.objectives)])}
