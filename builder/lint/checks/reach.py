"""4xx: objectives that nobody can reach, or that only one side can."""

from __future__ import annotations

from collections.abc import Iterator

from builder.boards.moves import StepMoves
from builder.lint.check import REACH_NAMES, Check
from builder.lint.finding import Defect, Severity
from builder.scenario.model import Force, Objective, Scenario


class ObjectiveReachCheck(Check):
    """An objective that cannot be reached in time."""

    code = "BB405"
    aliases = ("BB415", "BB422", "BB427")
    slug = "objective-out-of-reach"
    what = (
        "An objective is cut off from its side's set-up zones, or farther than the nearest unit can move in "
        "the whole game. The check assumes that units move their full allowance in every move, without a "
        "fight, and that every roll succeeds. A unit enters a hex or dot only if the rest of its allowance "
        "covers the whole cost. A side with a force that is not placed may come from anywhere; one with a "
        "weapon or vehicle that breaches walls can get everywhere."
    )
    why = "The condition that needs it can never be met."
    example = "an objective in a room without a door"
    fix = "Move the objective or the zone, open a path, or add turns."
    needs = REACH_NAMES

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        reach = scenario.reach
        for objective in scenario.objectives:
            forces = scenario.forces_of(objective.side)
            if not forces or not scenario.map.can_hold(objective.region.spot):
                continue
            # Nothing is known of a force that arrives later, or whose game does not state how it moves.
            if not all(reach.parties(force) for force in forces):
                continue
            if reach.may_reach(forces, objective.region, reach.moves_in_game):
                continue
            first = reach.first_move(forces, objective.region)
            if reach.may_drive(forces, objective.region) or (first is None and reach.may_breach(forces)):
                continue
            message = f"objective `{objective.id}` {_how_far(scenario, first)}"
            help = rule = ""
            if first is None and reach.takes_suits(forces, objective.region):
                help = "add a locker, or `suited: true`: the way leads through air that requires suits"
                rule = reach.rule_of_suits
            path = (*objective.path, scenario.map.spot_key)
            aspect = reach.hindrance(forces, objective.region)
            yield Defect(message, path, help, rule=rule, aspect=aspect)


class UncontestedCheck(Check):
    """A condition whose objectives only its own side can reach."""

    code = "BB426"
    slug = "uncontested"
    severity = Severity.INFO
    what = (
        "All objectives of a condition are where its side sets up, and no other side can reach them by the "
        "last turn."
    )
    why = "If the condition only requires holding them, it is always met."
    example = "an objective in the humans' own zone, in a part of the ship without a door"
    fix = "Move an objective, or make sure that the condition requires more than being there."
    needs = REACH_NAMES

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        objectives = {objective.id: objective for objective in scenario.objectives}
        for condition in scenario.victory:
            wanted = [objectives[id] for id in condition.objectives]
            # An act at an objective is more than being there.
            if not wanted or any(objective.act for objective in wanted):
                continue
            if all(
                _is_own_from_the_start(scenario, objective) and not _is_contested(scenario, objective)
                for objective in wanted
            ):
                side = f"side `{condition.side}` starts where it needs to be"
                yield Defect(f"{side}, and no other side can get there", (*condition.path, "objectives"))


class ShutInCheck(Check):
    """A force that cannot leave the ground where it starts."""

    code = "BB435"
    slug = "shut-in"
    severity = Severity.WARNING
    what = (
        "No step that a unit can pay for leads out of the zones where it starts: walls are around them, or "
        "ground that costs more than the unit has in a move. If that puts an objective out of reach, only "
        "BB405 reports it."
    )
    why = "It would stay there for the whole game."
    example = "a slow unit on a hill, all of whose slopes are swamp"
    fix = "Open a path out of the zone, or start the unit elsewhere."
    needs = REACH_NAMES
    maps = frozenset({"land", "dots"})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for force in scenario.forces:
            if scenario.reach.goes_anywhere(scenario.forces_of(force.side)):
                continue
            for party in scenario.reach.parties(force):
                moves = party.moves
                if not isinstance(moves, StepMoves) or moves.flies:
                    continue
                starts = set(moves.start_spots(party.starts))
                steps = (step for spot in starts for step in moves.steps(spot))
                if not starts or any(
                    cost <= moves.allowance and there not in starts for there, cost in steps
                ):
                    continue
                if not _is_cut_off(scenario, force):
                    yield Defect(f"force `{force.id}` cannot leave where it starts", (*force.path, "id"))
                break


def _is_cut_off(scenario: Scenario, force: Force) -> bool:
    """Whether BB405 reports that the side of a force cannot reach an objective at all."""
    reach, forces = scenario.reach, scenario.forces_of(force.side)
    return all(map(reach.parties, forces)) and any(
        objective.side == force.side and reach.first_move(forces, objective.region) is None
        for objective in scenario.objectives
    )


def _how_far(scenario: Scenario, moves: int | None) -> str:
    """How many moves away an objective is, in the game's units."""
    if moves is None:
        return "cannot be reached from its side's set-up zones"
    unit, of_moves, of_time = "turns", "", ""
    movement = scenario.ruleset.movement
    if movement is not None and movement.moves > 1:
        unit = f"{scenario.ruleset.units['time']}s"
        of_time = " (house value)" if movement.is_house else ""
    elif movement is not None and movement.is_house:
        of_moves = " (house value)"
    pace = f"takes at least {moves} {unit} to reach, at full moves{of_moves} and without fights"
    return f"{pace}; the game has {scenario.reach.moves_in_game}{of_time}"


def _is_own_from_the_start(scenario: Scenario, objective: Objective) -> bool:
    own = {force.id for force in scenario.forces_of(objective.side)}
    zones = {placement.zone for placement in scenario.placements if placement.force in own}
    return any(
        scenario.map.contains(zone.region, objective.region.spot)
        for zone in scenario.zones
        if zone.id in zones
    )


def _is_contested(scenario: Scenario, objective: Objective) -> bool:
    """Whether a force of another side arrives from off the map, or may be there in time."""
    reach = scenario.reach
    return any(
        force.arrival
        or not reach.parties(force)
        or reach.may_reach([force], objective.region, reach.moves_in_game)
        for force in scenario.forces
        if force.side != objective.side
    )
