"""In which turn the last units come on that arrive turn by turn until a force is used up."""

from __future__ import annotations

from builder.scenario.logic.effects import Arrival
from builder.scenario.model import Scenario


def last_arrival(scenario: Scenario, arrival: Arrival) -> int | None:
    """The last turn in which an arrival brings somebody; ``None`` if dice or a player decide that.

    There is none, either, if some of the force are left when the scenario ends.

    >>> from builder.scenario.load import load_scenario
    >>> from rulesdb.shipped import shipped
    >>> scenario = load_scenario(shipped("scenarios") / "handspan" / "pump-hut.yaml")
    >>> {each.edge: last_arrival(scenario, each) for each in scenario.events[0].effects}
    {'north': 5, 'south': 5, 'east': 4, 'west': 4}
    """
    force = scenario.force(arrival.force)
    left = force.amount("count") if force is not None else ""
    everybody = [
        (event.turn, effect)
        for event in sorted(scenario.events, key=lambda each: each.turn)
        for effect in event.effects or ()
        if isinstance(effect, Arrival) and effect.force == arrival.force
    ]
    if not isinstance(left, int) or any(effect.optional or not effect.count for _, effect in everybody):
        return None
    last = None
    for turn in range(1, scenario.turns + 1):
        for first, effect in everybody:
            if left > 0 and (turn == first or (effect.every_turn and turn > first)):
                left -= effect.count
                last = turn if effect is arrival else last
    return last if left <= 0 else None
