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
                if weapon is None or wanted is None:
                    continue
                takes, path = (
                    f"a {weapon.title.lower()} takes {wanted} others to set up",
                    (*member.path, "weapon"),
                )
                near = sum(_start_together(scenario, force, member, other) for other in force.members) - 1
                if wanted > others:
                    yield Defect(f"{takes}; `{force.id}` has {others}", path)
                elif wanted > near:
                    message = f"{takes}; {near} of `{force.id}` may start next to {member.name}"
                    yield Defect(message, path, "start more of the force in the same zone")


def _start_together(scenario: Scenario, force: Force, one: Member, other: Member) -> bool:
    """Whether two figures of a force may start next to each other, or one of them is not placed."""
    here, there = (
        [zone.region for item in scenario.placements_of(force, {id}) if (zone := scenario.zone(item.zone))]
        for id in (one.id, other.id)
    )
    board = scenario.map
    beside = any(board.shared(start, end) or board.gap(start, end) <= 1 for start in here for end in there)
    return beside or not here or not there
