"""Check victory conditions; and list what a scenario states but machines do not play."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from builder.playtest.logic.facts import works_of
from builder.playtest.play import Ending
from builder.scenario.logic.conditions import Facts, Moment, Otherwise, Quantity, Unit, is_met, quantities
from builder.scenario.logic.effects import Arrival
from builder.scenario.model import Scenario, SpecialRule, VictoryCondition
from rulesdb import InputError


def require_playable(scenario: Scenario, *, also_placed: Collection[str] = ()) -> None:
    """Refuse a scenario that states too little to be played by machine.

    Args:
        scenario: the scenario.
        also_placed: the ids of forces that enter play by a rule of the game.

    Raises:
        InputError: no victory condition is understood, or a force never comes into play.
    """
    if not any(victory.condition is not None for victory in scenario.victory):
        raise InputError(
            "every victory condition is a sentence; write `when` in words that machines understand"
        )
    effects = (effect for event in scenario.events for effect in event.effects or ())
    comers = {effect.force for effect in effects if isinstance(effect, Arrival)}
    for force in scenario.forces:
        is_placed = scenario.placements_of(force) or force.rides_in or force.id in (*comers, *also_placed)
        if not is_placed and force.count:
            raise InputError(
                f"force {force.id} is neither placed nor comes on by an event with `arrives`, "
                "which play by machine needs"
            )


def first_met(scenario: Scenario, facts: Facts, moments: Collection[str]) -> VictoryCondition | None:
    """The first victory condition of some moments that is met.

    A condition with ``otherwise`` is met if no other one is when the last turn ends.
    """
    rest = None
    for victory in scenario.victory:
        if victory.condition is None or victory.at not in moments:
            continue
        if isinstance(victory.condition, Otherwise):
            rest = victory
        elif is_met(victory.condition, facts):
            return victory
    return rest if Moment.LAST_TURN in moments else None


def ending_of(scenario: Scenario, victory: VictoryCondition | None, how: str = "condition") -> Ending:
    """The ending by a victory condition; nobody wins if it is ``None``."""
    if victory is None:
        return Ending("", "", how, "no condition is met")
    number = scenario.victory.index(victory) + 1
    return Ending(victory.side, victory.grade, how, victory.when or f"victory condition {number}")


def verdict(
    scenario: Scenario, facts: Facts, moments: Collection[str], how: str = "condition"
) -> Ending | None:
    """The ending if a victory condition is met; at the last moment, the game ends in any case."""
    victory = first_met(scenario, facts, moments)
    if victory is None and Moment.LAST_TURN not in moments:
        return None
    return ending_of(scenario, victory, how)


def not_played(
    scenario: Scenario,
    *,
    effects: tuple[type, ...] = (),
    unanswered: tuple[type[Quantity], ...] = (),
    counted: Collection[Unit] = (Unit.TURNS,),
    rules: Collection[str] = (),
) -> Iterator[str]:
    """The parts of a scenario that a game's play omits, in words.

    Args:
        scenario: the scenario.
        effects: the kinds of effects that are carried out.
        unanswered: the kinds of questions to which the answer is always "none".
        counted: what work is counted in.
        rules: the ids of special rules that are carried out although only their text states them.
    """
    for objective in scenario.objectives:
        if objective.done_by is None and not objective.boards:
            yield f"objective {objective.id}: only its text states when it is carried out"
    for victory in scenario.victory:
        if victory.condition is None:
            yield f"victory of {victory.side}, {victory.grade}: only a sentence states it"
    conditions = [objective.done_by for objective in scenario.objectives]
    conditions += [victory.condition for victory in scenario.victory]
    for condition in conditions:
        for quantity in quantities(condition):
            if isinstance(quantity, unanswered):
                yield f"condition about {type(quantity).__name__}: never met"
    for event in scenario.events:
        if event.effects is None:
            yield f"event of turn {event.turn}, {event.title}: only its text states it"
        elif not all(isinstance(effect, effects) for effect in event.effects):
            yield f"event of turn {event.turn}, {event.title}: some of its effects"
    for rule in scenario.special_rules:
        if rule.id not in rules and not _is_played(rule, effects):
            yield f"special rule {rule.id}"
    for work in works_of(scenario):
        if work.unit not in counted:
            yield f"work counted in {work.unit.value.replace('_', ' ')}"


def _is_played(rule: SpecialRule, effects: tuple[type, ...]) -> bool:
    return rule.effects is not None and all(isinstance(effect, effects) for effect in rule.effects)
