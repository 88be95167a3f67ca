"""4xx: set-up, schedule and victory."""

from __future__ import annotations

from collections.abc import Iterator

from builder.lint.check import ZONE_NAMES, Check
from builder.lint.finding import Applicability, Defect, Fix, Severity
from builder.lint.layout import Layout
from builder.lint.repeats import repeats
from builder.scenario.model import Force, Scenario, VictoryCondition
from builder.scenario.names import NameKind


class UnplacedCheck(Check):
    """A force or figure that is not placed."""

    code = "BB402"
    slug = "unplaced"
    what = "No placement covers a force, or one of its members."
    why = (
        "Players would not know where it starts. A force with `arrival` comes later, and a vehicle's crew "
        "starts in it."
    )
    example = "a member who is in none of the placements, each of which names its members"
    fix = "Add a placement; one without `members` takes all members that are left."
    needs = ZONE_NAMES | {NameKind.VEHICLE}

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for force in scenario.forces:
            if force.arrival or force.rides_in:
                continue
            placements = scenario.placements_of(force)
            seated = scenario.seated(force)
            if not placements and not seated:
                message = f"force `{force.id}` is not placed"
                yield Defect(message, (*force.path, "id"), "add it to `placements`")
            elif all(item.members for item in placements):
                placed = seated.union(*(item.members for item in placements))
                for member in force.members:
                    if member.id not in placed:
                        yield Defect(
                            f"{member.name} (id {member.id}) is not placed",
                            (*member.path, "id"),
                            "name the id in a placement, or add one without `members`",
                        )


class EventTurnCheck(Check):
    """An event that never happens, or is out of order."""

    code = "BB406"
    slug = "event-turn"
    what = "An event is after the last turn, or is listed after a later event."
    why = "It would not happen, or would be read too late."
    example = "turns: 14 and an event on turn 16"
    fix = "Correct the turn, or put the events in order."
    fixable = (Applicability.SAFE, Applicability.UNSAFE)

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        latest = 1
        for event in scenario.events:
            if event.turn > scenario.turns:
                message = f"turn {event.turn} is after the last turn, {scenario.turns}"
                yield Defect(message, (*event.path, "turn"), f"use 1-{scenario.turns}, or raise `turns`")
            elif event.turn < latest:
                message, fixes = f"turn {event.turn} is listed after turn {latest}", _in_order(scenario)
                yield Defect(message, (*event.path, "turn"), "put the events in order", fixes=fixes)
            else:
                latest = event.turn


class VictorySidesCheck(Check):
    """A side that cannot win."""

    code = "BB407"
    slug = "victory-missing"
    what = "A side with a force has no victory condition."
    why = "Its player cannot win."
    example = "conditions for the humans only"
    fix = "Add a condition for the side."
    needs = frozenset({NameKind.SIDE, NameKind.UNIT})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        winners = {condition.side for condition in scenario.victory}
        for side in dict.fromkeys(force.side for force in scenario.forces):
            if side not in winners:
                message = f"side `{side}` has no victory condition"
                yield Defect(message, ("victory",), f"add one with `side: {side}`", key=True)


class SurvivorsCheck(Check):
    """A condition that needs more survivors than there are units."""

    code = "BB437"
    slug = "survivors"
    what = "A victory condition needs more survivors than the force has units."
    why = "The side cannot win by it."
    example = "survivors: {force: crew, least: 13} with a crew of twelve"
    fix = "Require fewer survivors."
    needs = frozenset({NameKind.FORCE, NameKind.UNIT, NameKind.ROSTER, NameKind.ORGANIZATION})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for condition in scenario.victory:
            force = asks_for_too_many(scenario, condition)
            if force is not None and condition.survivors is not None:
                message = f"{condition.survivors[1]} survivors of force `{force.id}`, which has {force.count}"
                key = "when" if condition.condition is not None else "survivors"
                yield Defect(message, (*condition.path, key, "least"))


def asks_for_too_many(scenario: Scenario, condition: VictoryCondition) -> Force | None:
    """The force of which a condition needs more survivors than it has; ``None`` if there is none."""
    if condition.survivors is None:
        return None
    id, least = condition.survivors
    force = scenario.force(id)
    return force if force is not None and least > force.count else None


class RepeatedGradeCheck(Check):
    """Two conditions for the same victory."""

    code = "BB416"
    slug = "repeated-grade"
    severity = Severity.WARNING
    what = "A side has two conditions of the same grade that need the same objectives."
    why = "One of the two is redundant, or they were meant to have different grades."
    example = "two conditions with side: human and grade: decisive"
    fix = "Merge the two, or give them different grades."
    needs = frozenset({NameKind.SIDE, NameKind.OBJECTIVE})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for other, condition in repeats(
            scenario.victory, lambda item: (item.side, item.grade.casefold(), tuple(sorted(item.objectives)))
        ):
            yield Defect(
                f"side `{condition.side}` already has a condition of grade `{condition.grade}`",
                (*condition.path, "grade"),
                related=(("the other one", (*other.path, "grade")),),
            )


def _in_order(scenario: Scenario) -> tuple[Fix, ...]:
    """A fix that sorts the events by turn; it is unsafe if comments move, whose place may matter."""
    events = scenario.events
    order = sorted(range(len(events)), key=lambda index: events[index].turn)
    edit, has_comments = Layout(scenario.source).reorder(("schedule", "events"), order)
    sure = Applicability.UNSAFE if has_comments else Applicability.SAFE
    return Fix.of_edit("put the events in order", sure, edit)
