"""3xx: forces."""

from __future__ import annotations

from collections.abc import Iterator

from builder.lint.check import Check
from builder.lint.finding import Defect, Severity
from builder.scenario.capability import may_do
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind


class CreatureCountCheck(Check):
    """A force of creatures without a count."""

    code = "BB306"
    slug = "creature-count"
    what = (
        "A force has neither members nor a count. In a game with rosters: creatures have no species, or "
        "humans are not listed."
    )
    why = "Its counters could not be printed."
    example = "unit: individual-pred without count"
    fix = "Add `roster`, `species` and `count`, or list `members`."
    needs = frozenset({NameKind.UNIT, NameKind.ROSTER, NameKind.SPECIES})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for force in scenario.forces:
            if force.members:
                continue
            if not force.count:
                yield Defect(
                    f"force `{force.id}` has no members and no count",
                    (*force.path, "id"),
                    "add `count:`, or list members",
                )
            elif scenario.ruleset.rosters_required and not force.species:
                missing = "species" if "powers" in force.unit.facts else "members"
                yield Defect(f"force `{force.id}` has no {missing}", (*force.path, "id"), f"add `{missing}:`")


class WoundedWeaponCheck(Check):
    """A weapon carried by a figure who is too badly hurt to use it."""

    code = "BB313"
    slug = "wounded-weapon"
    what = "A figure that is wounded at the start has a weapon in hand that only the unhurt can use."
    why = "It cannot fire until somebody else takes it."
    example = "a wounded trooper with the squad machine gun"
    fix = "Give the weapon to somebody else in the team."
    needs = frozenset({NameKind.UNIT, NameKind.WEAPON, NameKind.ROSTER, NameKind.FIGURE})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for force in scenario.forces:
            for member in force.members:
                weapon = member.weapon
                if member.wounded and weapon is not None and weapon.get("unhurt_only"):
                    able = [other.name for other in force.members if not other.wounded]
                    yield Defect(
                        f"{member.name} is wounded and cannot use the {weapon.title.lower()}",
                        (*member.path, "weapon"),
                        f"give it to somebody unhurt: {', '.join(able[:6])}" if able else "remove it",
                        rule=weapon.key,
                    )


class LeaderCheck(Check):
    """A force without a leader, or a team with two."""

    code = "BB314"
    slug = "leader"
    severity = Severity.WARNING
    what = "Nobody in a force may lead it, or two figures lead one team."
    why = "Leaders activate others or steady them; the game gives each squad one."
    example = "twelve crewmen without the captain and the first officer"
    fix = "Add the row of a leader, or set `leads` for only one figure of each team."
    needs = frozenset(
        {NameKind.UNIT, NameKind.ROSTER, NameKind.FIGURE, NameKind.EXPERIENCE, NameKind.TOUGHNESS}
    )

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        teams, acts = scenario.ruleset.teams, scenario.ruleset.acts
        listed = "organization" not in teams
        for force in scenario.forces:
            # A squad has one leader to steady it; there may be several who command by rank.
            for team in force.teams if teams.get("one_leader") else ():
                leaders = [member for member in team.members if member.leads]
                if len(leaders) > 1:
                    yield Defect(
                        f"{leaders[0].name} and {leaders[1].name} both lead team `{team.id}`",
                        (*leaders[1].path, "leads"),
                        "set `leads` for only one of them",
                    )
            if force.teams and listed and not any(member.leads for member in force.members):
                yield Defect(
                    f"nobody leads force `{force.id}`",
                    (*force.path, "id"),
                    "add `leads: true` to one figure of each squad",
                )
            if acts is None or not acts.leader or not force.members or force.roster is None:
                continue
            if not any(may_do(scenario, force, member, acts.leader) for member in force.members):
                yield Defect(
                    f"nobody in force `{force.id}` may act as its leader",
                    (*force.path, "id"),
                    f"add the row of a leader from {force.roster.title.lower()}",
                )
