"""How a game ends, and what no machine plays of a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.games.bugged.play.facts import PlayFacts
from builder.games.bugged.play.roster import SIDES
from builder.games.bugged.play.setting import PLAYED_EFFECTS, Setting
from builder.games.bugged.play.state import DEAD, State
from builder.playtest.agenda import Agenda
from builder.playtest.logic import endings
from builder.playtest.logic.facts import moments_of, tally_of_objectives
from builder.playtest.play import Ending
from builder.scenario.logic.conditions import Burning, Destroyed, Happened, LeftBy, Moment

ENDINGS = Agenda()
_NOT_ANSWERED = (LeftBy, Destroyed, Burning, Happened)


@ENDINGS.run("verdict")
def _verdict(setting: Setting, state: State, moment: str) -> Ending | None:
    """The first victory condition that is met at a moment.

    Source: bugged Sequence of Play
    """
    facts = PlayFacts(setting, state)
    if moment == Moment.ONCE:
        facts.note_objectives((Moment.ONCE,))
    return endings.verdict(setting.scenario, facts, moments_of(moment))


def not_played(setting: Setting) -> Sequence[str]:
    """The parts of a scenario that machines do not play."""
    return tuple(endings.not_played(setting.scenario, effects=PLAYED_EFFECTS, unanswered=_NOT_ANSWERED))


def tally_of(setting: Setting, state: State) -> Mapping[str, int]:
    """The losses of each force, the victory points, cards left, and the turns of objectives."""
    tally: dict[str, int] = {}
    for unit, each in enumerate(setting.units):
        name = f"{setting.scenario.forces[each.force].id} lost"
        tally[name] = tally.get(name, 0) + (state.cell[unit] == DEAD)
    for side, score, cards in zip(SIDES, state.scores, state.hands, strict=True):
        tally[f"victory points of {side}"] = score
        tally[f"cards left to {side}"] = cards
    return {**tally, **tally_of_objectives(setting.scenario, state.done)}
