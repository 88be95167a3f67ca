"""4xx: crews of crewed weapons."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.advanced_infantry.checks import GAMES
from builder.games.advanced_infantry.trooper import crew
from builder.lint.check import Check
from builder.lint.finding import Defect
from builder.scenario.model import Force, Member, Scenario
from builder.scenario.names import NameKind


class MissingCrewCheck(Check):
    """A crewed weapon without enough troopers to set it up."""

    code = "BB423"
    slug = "missing-crew"
    what = (
        "A force has a crewed weapon, but fewer other troopers than it takes to set it up, or too few "
        "start next to its carrier."
    )
    why = "It could never fire."
    example = "a heavy machine gun in a force of two troopers"
    fix = "Add troopers, or give the force a lighter weapon."
    rule = "rule/crew"
    games = GAMES
    needs = frozenset({NameKind.UNIT, NameKind.WEAPON})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for force in scenario.forces:
            for member in force.members:
                weapon, others = member.weapon, len(force.members) - 1
                wanted = crew(scenario.ruleset, weapon)
                if weapon is None or not wanted:
                    continue
                takes = f"a {weapon.title.lower()} takes {wanted} others to set up"
                path = member.weapon_path
                if wanted > others:
                    yield Defect(f"{takes}; `{force.id}` has {others}", path)
                elif wanted > (near := _neighbors(scenario, force, member)):
                    message = f"{takes}; {near} of `{force.id}` may start next to {member.name}"
                    yield Defect(message, path, "start more of the force in the same zone")


def _neighbors(scenario: Scenario, force: Force, gunner: Member) -> int:
    """How many of a force may start next to a figure; those who are not placed may be anywhere."""
    own = _zones(scenario, force, gunner)
    beside: dict[frozenset[str], bool] = {own: True, frozenset(): True}
    number = 0
    for other in force.members:
        zones = _zones(scenario, force, other)
        if zones not in beside:
            starts, ends = (
                [zone.region for zone in scenario.zones if zone.id in ids] for ids in (own, zones)
            )
            near = any(scenario.map.gap(start, end) <= 1 for start in starts for end in ends)
            beside[zones] = near or not own or not own.isdisjoint(zones)
        number += other is not gunner and beside[zones]
    return number


def _zones(scenario: Scenario, force: Force, member: Member) -> frozenset[str]:
    return frozenset(item.zone for item in scenario.placements_of(force, {member.id}))
