"""How a game ends, and what no machine plays of a scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from builder.games.bugged.play.facts import COUNTED, PlayFacts, note_objectives
from builder.games.bugged.play.roster import SIDES
from builder.games.bugged.play.setting import PLAYED_EFFECTS, Setting
from builder.games.bugged.play.state import DEAD, State
from builder.playtest.agenda import Agenda
from builder.playtest.play import Ending
from builder.scenario.logic.conditions import (
    Burning,
    Destroyed,
    Happened,
    LeftBy,
    Moment,
    Otherwise,
    is_met,
    quantities,
)

ENDINGS = Agenda()
_NOT_ANSWERED = (LeftBy, Destroyed, Burning, Happened)


@ENDINGS.run("verdict")
def _verdict(setting: Setting, state: State, moment: str) -> Ending | None:
    """The first victory condition that is met at a moment.

    Source: bugged Sequence of Play
    """
    if moment == Moment.ONCE:
        note_objectives(setting, state, (Moment.ONCE,))
    facts = PlayFacts(setting, state)
    is_last = moment == Moment.LAST_TURN
    rest = None
    for number, victory in enumerate(setting.scenario.victory, 1):
        if victory.condition is None or not (is_last or victory.at in (moment, Moment.ONCE)):
            continue
        why = victory.when or f"victory condition {number}"
        if isinstance(victory.condition, Otherwise):
            rest = Ending(victory.side, victory.grade, "condition", why) if is_last else None
        elif is_met(victory.condition, facts):
            return Ending(victory.side, victory.grade, "condition", why)
    if rest is None and is_last:
        return Ending("", "", "condition", "no condition is met")
    return rest


def not_played(setting: Setting) -> Iterator[str]:
    """What a scenario states, but no machine plays."""
    scenario = setting.scenario
    for objective in scenario.objectives:
        if objective.done_by is None:
            yield f"objective {objective.id}: only its text states when it is carried out"
    for victory in scenario.victory:
        if victory.condition is None:
            yield f"victory of {victory.side}, {victory.grade}: only a sentence states it"
    conditions = [objective.done_by for objective in scenario.objectives]
    conditions += [victory.condition for victory in scenario.victory]
    for condition in conditions:
        for quantity in quantities(condition):
            if isinstance(quantity, _NOT_ANSWERED):
                yield f"condition about {type(quantity).__name__}: never met"
    for event in scenario.events:
        if event.effects is None:
            yield f"event of turn {event.turn}, {event.title}: only its text states it"
        elif not all(isinstance(effect, PLAYED_EFFECTS) for effect in event.effects):
            yield f"event of turn {event.turn}, {event.title}: some of its effects"
    for rule in scenario.special_rules:
        if rule.effects is None or not all(isinstance(effect, PLAYED_EFFECTS) for effect in rule.effects):
            yield f"special rule {rule.id}"
    for work in setting.works:
        if work.unit not in COUNTED:
            yield f"work counted in {work.unit.value.replace('_', ' ')}"


def tally_of(setting: Setting, state: State) -> Mapping[str, int]:
    """The losses of each force, the victory points, cards left, and the turns of objectives."""
    tally: dict[str, int] = {}
    for unit, each in enumerate(setting.units):
        name = f"{setting.scenario.forces[each.force].id} lost"
        tally[name] = tally.get(name, 0) + (state.cell[unit] == DEAD)
    for side, score, cards in zip(SIDES, state.scores, state.hands, strict=True):
        tally[f"victory points of {side}"] = score
        tally[f"cards left to {side}"] = cards
    for objective, turn in zip(setting.scenario.objectives, state.done, strict=True):
        tally[f"{objective.id} done in turn"] = turn
    return tally
