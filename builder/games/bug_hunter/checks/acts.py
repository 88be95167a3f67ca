"""3xx and 4xx: acts that nobody in the scenario may do."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.bug_hunter.checks import GAMES
from builder.lint.check import Check
from builder.lint.finding import Defect
from builder.lint.repeats import repeats
from builder.scenario.capability import may_do, members_who_may
from builder.scenario.model import Scenario, Vehicle
from builder.scenario.names import NameKind

_NEEDS = frozenset(
    {NameKind.UNIT, NameKind.ROSTER, NameKind.MEMBER, NameKind.FORCE, NameKind.VEHICLE, NameKind.ACT}
)


class VehicleCrewCheck(Check):
    """A vehicle whose crew is too large or may not run it."""

    code = "BB312"
    slug = "vehicle-crew"
    what = "The crew of a vehicle may not operate it or is too large, or nobody in the force may operate it."
    why = "The vehicle could not move or be launched."
    example = "a colonist in a workpod, which is for a ship's crew and marines"
    fix = "Name members whose position or troop type allows it."
    rule = "rule/308.2"
    games = GAMES
    needs = _NEEDS

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for vehicle in scenario.vehicles:
            yield from _crew_defects(scenario, vehicle)
        seats = [
            (vehicle, key, index, member)
            for vehicle in scenario.vehicles
            for key, people in (("crew", vehicle.crew), ("passengers", vehicle.passengers))
            for index, member in enumerate(people)
        ]
        for (first, seat, *_), (vehicle, key, index, member) in repeats(
            seats, lambda seat: (seat[0].force, seat[3].id)
        ):
            message = f"{member.name} already {'operates' if seat == 'crew' else 'starts in'} `{first.id}`"
            yield Defect(message, (*vehicle.path, key, index), "name somebody else")


class NobodyMayCheck(Check):
    """An objective with an act that nobody on its side may do."""

    code = "BB425"
    slug = "nobody-may"
    what = "An objective requires an act that nobody on its side may do."
    why = "The condition that needs it can never be met."
    example = "act: initiate-self-destruct for a crew without captain, officers and engineers"
    fix = "Add somebody who may, or require something else."
    rule = "rule/308.2"
    games = GAMES
    needs = _NEEDS | {NameKind.SIDE}

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for objective in scenario.objectives:
            act = objective.act
            if act and not any(members_who_may(scenario, objective.side, act)):
                message = f"nobody on side `{objective.side}` may carry out `{act}`"
                help = "add somebody who may: see `brainbug show bug-hunter:table/capabilities`"
                yield Defect(message, (*objective.path, "act"), help)


def _crew_defects(scenario: Scenario, vehicle: Vehicle) -> Iterator[Defect]:
    """A crew that is too large, or that may not operate the vehicle."""
    act = vehicle.kind.get("act")
    force = scenario.force(vehicle.force)
    if force is None or act is None:
        return
    rule, path = _rule_of(scenario, vehicle), (*vehicle.path, "crew")
    seats = vehicle.kind.get("crew")
    if seats and len(vehicle.crew) > seats:
        members = f"{len(vehicle.crew)} members operate `{vehicle.id}`"
        help = "list the others as `passengers`"
        yield Defect(f"{members}; {vehicle.kind.title} has a crew of {seats}", path, help, rule=rule)
    # One member who may is enough: the others do not need to drive.
    if any(may_do(scenario, force, member, act) for member in vehicle.crew):
        return
    others = members_who_may(scenario, force.side, act)
    if vehicle.crew:
        named = [member.name for _, member in others]
        more = f" and {len(named) - 8} more" if len(named) > 8 else ""
        help = (
            f"who may: {', '.join(named[:8])}{more}"
            if named
            else "nobody on this side may; choose another vehicle"
        )
        who = f"{vehicle.crew[0].name} may not" if len(vehicle.crew) == 1 else "none of the crew may"
        yield Defect(f"{who} carry out `{act}`", path, help, rule=rule)
    elif not vehicle.kind.get("own_crew") and not any(others):
        help = "add somebody who may, or remove the vehicle"
        message = f"nobody on side `{force.side}` may carry out `{act}`"
        yield Defect(message, (*vehicle.path, "vehicle"), help, rule=rule)


def _rule_of(scenario: Scenario, vehicle: Vehicle) -> str:
    """The rule that describes a vehicle."""
    rule = f"rule/{vehicle.kind.provenance.source.section}"
    return rule if rule in scenario.ruleset.all_entries else ""
