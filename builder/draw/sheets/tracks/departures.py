"""Boxes to count those who leave the map, or who are at a place in time, where victory asks for a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.draw.surface.wording import Words
from builder.scenario.logic.conditions import Inside, LeftBy, Sign, Turn, Who, comparisons
from builder.scenario.model import Objective, Scenario

_SEVERAL = 2
_LEAST = {Sign.AT_LEAST: 0, Sign.MORE_THAN: 1}


@dataclass(frozen=True, slots=True)
class Departure:
    """Those who leave by a way: how many there are, and the numbers that victory conditions ask for.

    ``kind`` and ``way`` are those of :class:`LeftBy`.
    """

    kind: str
    way: str
    count: int
    needed: Sequence[int]


def counted_departures(scenario: Scenario) -> list[Departure]:
    """What players count to know who has won, in the order of the victory conditions.

    Nobody counts where one is enough, or where all leave at once.
    """
    needed: dict[LeftBy, list[int]] = {}
    for condition in scenario.victory:
        for each in comparisons(condition.condition):
            if isinstance(each.quantity, LeftBy) and isinstance(each.limit, int) and each.sign in _LEAST:
                needed.setdefault(each.quantity, []).append(each.limit + _LEAST[each.sign])
    counted = ((way, _number(scenario, way.who), sorted({*numbers})) for way, numbers in needed.items())
    return [
        Departure(way.kind, way.way, count, numbers)
        for way, count, numbers in counted
        if _SEVERAL <= numbers[-1] <= count and _is_counted(scenario, way)
    ]


def departure_rows(scenario: Scenario, words: Words) -> list[Mapping[str, Any]]:
    """A row of boxes for each way, with one for each figure, and marks at the numbers that victory needs."""
    return [
        {
            "label": _label(scenario, each, words),
            "count": each.count,
            "marks": [{"number": number} for number in each.needed],
        }
        for each in counted_departures(scenario)
    ]


def presence_rows(scenario: Scenario, words: Words) -> list[Mapping[str, Any]]:
    """The same for each objective of several units at a place from a turn on, as everybody may know."""
    rows: list[Mapping[str, Any]] = []
    for objective in scenario.objectives:
        asked = [] if objective.secret else [*comparisons(objective.done_by)]
        turns = [each.limit for each in asked if isinstance(each.quantity, Turn) and each.sign in _LEAST]
        for each in asked:
            if turns and isinstance(each.quantity, Inside) and isinstance(each.limit, int):
                count, needed = _number(scenario, each.quantity.who), each.limit + _LEAST.get(each.sign, 0)
                if each.sign in _LEAST and _SEVERAL <= needed <= count:
                    label = words("track.present", title=objective.title, turn=turns[0])
                    rows.append({"label": label, "count": count, "marks": [{"number": needed}]})
    return rows


def uncounted(scenario: Scenario, objectives: Sequence[Objective]) -> list[Objective]:
    """Those objectives at which players do not count who leaves."""
    ways = {(each.kind, each.way) for each in counted_departures(scenario)}
    return [objective for objective in objectives if ("objective", objective.id) not in ways]


def _number(scenario: Scenario, who: Who) -> int:
    """How many units there are at the start of those who are asked about."""
    if who.members:
        return len(who.members)
    forces = [
        force for force in scenario.forces if who.force in ("", force.id) and who.side in ("", force.side)
    ]
    return sum(len(force.members) or force.count for force in forces)


def _is_counted(scenario: Scenario, left: LeftBy) -> bool:
    """Whether those who leave do so one after the other, as everybody may know.

    All who leave in a ship that is launched leave at once: nobody has to keep count of them.
    """
    if left.kind != "objective":
        return True
    [objective] = [each for each in scenario.objectives if each.id == left.way]
    by = comparisons(objective.done_by)
    return not objective.secret and any(isinstance(each.quantity, LeftBy) for each in by)


def _label(scenario: Scenario, left: Departure, words: Words) -> str:
    objectives = {objective.id: objective for objective in scenario.objectives}
    if left.kind == "edge":
        return words("track.left-edge", edge=words(f"logic.edge-{left.way}"))
    if left.kind == "objective" and objectives[left.way].boards:
        return words("track.aboard")
    return objectives[left.way].title if left.kind == "objective" else words("track.left")
