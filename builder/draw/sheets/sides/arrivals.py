"""A table of the arrivals of a side's creatures: in each turn, how many of each force come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.draw.game_sheets import Column
from builder.draw.sheets.form_parts import grid
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Flow, Writer
from builder.scenario.logic.effects import Arrival
from builder.scenario.model import Force, Scenario

_ROW = 6.6
# The first column, as wide as so many turns.
_NAMES = 2.2


def arrivals(scenario: Scenario, force: Force) -> Mapping[int, int]:
    """How many of a force arrive in each turn, as the schedule has them; empty if that is not certain."""
    due: dict[int, int] = {}
    left = force.count
    effects = [
        (event.turn, effect)
        for event in scenario.events
        for effect in event.effects or ()
        if isinstance(effect, Arrival) and effect.force == force.id
    ]
    if force.dice or any(effect.optional for _, effect in effects):
        return {}
    for turn in range(1, scenario.turns + 1):
        for first, effect in effects:
            if left and (turn == first or (effect.every_turn and turn > first)):
                number = min(left, effect.count or left)
                due[turn], left = due.get(turn, 0) + number, left - number
    return due


def arrival_flow(scenario: Scenario, side: str, context: DrawingContext) -> Flow | None:
    """A column for each turn of a scenario and a row for each force of a side; None if none arrives later."""
    words = context.words
    forces = [force for force in scenario.forces if force.side == side and not force.members]
    due = {force.title: numbers for force in forces if (numbers := arrivals(scenario, force))}
    if not due:
        return None
    turns = range(1, scenario.turns + 1)

    def blocks(writer: Writer) -> Sequence[Block]:
        heads = [words("track.turn", number=1), *(str(turn) for turn in turns if turn > 1)]
        columns = [Column(words("side.arriving"), _NAMES), *(Column(head, 1) for head in heads)]
        rows = [[title, *(str(numbers.get(turn, "")) for turn in turns)] for title, numbers in due.items()]
        return [grid("", columns, rows, writer, tall=writer.line(_ROW), striped=True)]

    return Flow(f"arrivals-{side}", words("side.arrivals"), words("side.arrivals-about"), blocks, columns=1)
