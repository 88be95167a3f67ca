"""3xx and 4xx: what only some people may do, and nobody in the scenario may."""

from __future__ import annotations

from collections.abc import Iterator

from builder.lint.check import Check
from builder.lint.finding import Finding, Severity
from builder.scenario.capability import able, acts_of, may_do
from builder.scenario.model import Scenario, Vehicle

_ACTS_AS_LEADER = "act-as-leader"
_NEEDS = frozenset({"unit", "roster", "member", "force", "vehicle", "act"})


class VehicleCrewCheck(Check):
    """A vehicle whose crew may not run it, or is too large, or is nobody."""

    code = "BB312"
    slug = "vehicle-crew"
    what = "A member who runs a vehicle may not, there are too many of them, or nobody in the force may."
    why = "The vehicle could not move or be launched."
    example = "a colonist in a workpod, which is for a ship's crew and marines"
    fix = "Name members whose position or troop type allows it."
    rule = "rule/308.2"
    games = frozenset({"bug-hunter"})
    needs = _NEEDS

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        first: dict[str, Vehicle] = {}
        for vehicle in scenario.vehicles:
            yield from self._crew(scenario, vehicle)
            for index, member in enumerate(vehicle.crew):
                key = f"{vehicle.force} {member.id}"
                if key in first:
                    yield self.finding(
                        scenario,
                        f"{member.name} runs `{first[key].id}` already",
                        (*vehicle.path, "crew", index),
                        "name somebody else",
                    )
                first.setdefault(key, vehicle)

    def _crew(self, scenario: Scenario, vehicle: Vehicle) -> Iterator[Finding]:
        act = vehicle.kind.get("act")
        force = scenario.force(vehicle.force)
        if force is None or act is None:
            return
        rule = _rule_of(scenario, vehicle)
        seats = vehicle.kind.get("crew")
        if seats and len(vehicle.crew) > seats:
            yield self.finding(
                scenario,
                f"{len(vehicle.crew)} members run `{vehicle.id}`; {vehicle.kind.title} has a crew of {seats}",
                (*vehicle.path, "crew"),
                "leave the others out; passengers are placed like anybody else",
                rule=rule,
            )
        # One who may is enough where there are more seats: the others need not drive.
        if any(may_do(scenario, force, member, act) for member in vehicle.crew):
            return
        named = [member.name for _, member in able(scenario, force.side, act)]
        if vehicle.crew:
            more = f" and {len(named) - 8} more" if len(named) > 8 else ""
            help = f"who may: {', '.join(named[:8])}{more}" if named else "nobody on this side may"
            who = vehicle.crew[0].name if len(vehicle.crew) == 1 else "none of its crew"
            verb = "may not" if len(vehicle.crew) == 1 else "may"
            yield self.finding(
                scenario, f"{who} {verb} {act.replace('-', ' ')}", (*vehicle.path, "crew"), help, rule=rule
            )
        elif not named and not vehicle.kind.get("own_crew"):
            yield self.finding(
                scenario,
                f"nobody of side `{force.side}` may {act.replace('-', ' ')}",
                (*vehicle.path, "vehicle"),
                "add somebody who may, or take the vehicle away",
                rule=rule,
            )


class LeaderCheck(Check):
    """A force that nobody leads, or a team that two do."""

    code = "BB314"
    slug = "leader"
    severity = Severity.WARNING
    what = "Nobody in a force may lead it, or two figures of one team do."
    why = "Leaders activate others or steady them; the game gives each squad one."
    example = "twelve crewmen without the captain and the first officer"
    fix = "Add the row of a leader, or leave `leads` with one figure of each team."
    needs = frozenset({"unit", "roster", "figure", "experience", "toughness"})

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        listed = "organization" not in scenario.ruleset.teams
        for force in scenario.forces:
            # Where leaders steady a squad there is one of them; where they command by rank there may be more.
            for team in force.teams if "morale-modifiers" in scenario.ruleset.tables else ():
                leaders = [member for member in team.members if member.leads]
                if len(leaders) > 1:
                    yield self.finding(
                        scenario,
                        f"{leaders[0].name} and {leaders[1].name} both lead team `{team.id}`",
                        (*leaders[1].path, "leads"),
                        "leave it with one of them",
                    )
            if force.teams and listed and not any(member.leads for member in force.members):
                yield self.finding(
                    scenario,
                    f"nobody leads force `{force.id}`",
                    (*force.path, "id"),
                    "add `leads: true` to one figure of each squad",
                )
            if _ACTS_AS_LEADER not in acts_of(scenario.ruleset) or not force.members or force.roster is None:
                continue
            if not any(may_do(scenario, force, member, _ACTS_AS_LEADER) for member in force.members):
                yield self.finding(
                    scenario,
                    f"nobody in force `{force.id}` may act as its leader",
                    (*force.path, "id"),
                    f"add the row of a leader from {force.roster.title.lower()}",
                    rule="rule/308.1",
                )


class NobodyMayCheck(Check):
    """An objective where something must be done that nobody on its side may do."""

    code = "BB425"
    slug = "nobody-may"
    what = "An objective asks for an act that nobody of its side may do."
    why = "The condition that needs it could never be met."
    example = "act: initiate-self-destruct for a crew without captain, officers and engineers"
    fix = "Add somebody who may, or ask for something else."
    rule = "rule/308.2"
    games = frozenset({"bug-hunter"})
    needs = _NEEDS | {"side"}

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for objective in scenario.objectives:
            act = objective.act
            if act and not any(able(scenario, objective.side, act)):
                yield self.finding(
                    scenario,
                    f"nobody of side `{objective.side}` may {act.replace('-', ' ')}",
                    (*objective.path, "act"),
                    "add somebody who may: see `brainbug show bug-hunter:table/capabilities`",
                )


def _rule_of(scenario: Scenario, vehicle: Vehicle) -> str:
    """The rule that the vehicle is from."""
    rule = f"rule/{vehicle.kind.provenance.source.section}"
    return rule if rule in scenario.ruleset.all_entries else ""
