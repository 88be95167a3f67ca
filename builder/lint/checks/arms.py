"""3xx: who may have which weapons, and how many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from builder.lint.check import Check
from builder.lint.finding import Finding
from builder.scenario.model import Member, Scenario
from rulesdb import Dice, Entry

_NEEDS = frozenset({"unit", "weapon", "roster"})
_ONE_FOR = "one for a "


class GrenadeNumberCheck(Check):
    """More grenades than the dice of availability can give."""

    code = "BB310"
    slug = "grenade-number"
    what = "The members of a force carry more hand grenades than its men and the highest roll allow."
    why = "Availability is the number of men and some dice; more cannot come up."
    example = "twelve crewmen with twenty grenades"
    fix = "Take grenades away, or say in a special rule where they come from."
    rule = "rule/307.2"
    games = frozenset({"bug-hunter"})
    needs = _NEEDS

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        table = scenario.ruleset.table("grenade-availability")
        for force in scenario.forces:
            if force.unit.slug not in table.axes[0].labels:
                continue
            carried = sum(
                _counts_as(scenario, weapon) for member in force.members for weapon in _arms(member)
            )
            men = len(force.members)
            most = men + Dice.parse(table.lookup(force=force.unit.slug).result).high
            if carried > most:
                yield self.finding(
                    scenario,
                    f"{carried} hand grenades; {men} {'man' if men == 1 else 'men'} and the dice give "
                    f"at most {most}",
                    (*force.path, "id"),
                    "take grenades away; a thermal bomb counts as several",
                )


class IssueCheck(Check):
    """More of a weapon than its unit is issued with."""

    code = "BB311"
    slug = "weapon-issue"
    what = "A force has more of a weapon than the book issues to units of its size."
    why = "One mini-gun a squad is what the bugs are measured against."
    example = "two mini-guns in one squad"
    fix = "Give the others the usual weapon."
    rule = "rule/mi-organization"
    games = frozenset({"mobile-infantry"})
    needs = _NEEDS | {"organization", "figure"}

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        issue = scenario.ruleset.table("issue")
        said = {weapon: str(issue.lookup(weapon=weapon).result) for weapon in issue.axes[0].labels}
        issued = {
            weapon: one.removeprefix(_ONE_FOR) for weapon, one in said.items() if one.startswith(_ONE_FOR)
        }
        for force in scenario.forces:
            in_hand = Counter(member.weapon.slug for member in force.members if member.weapon)
            units = Counter(team.made_of for team in force.teams)
            for weapon, unit in issued.items():
                borne = in_hand[weapon]
                # One may always be there.
                if borne > max(1, units[unit]):
                    yield self.finding(
                        scenario,
                        f"{borne} of {weapon} in force `{force.id}`; there is one for a {unit}",
                        (*force.path, "id"),
                        "give the others the usual weapon",
                    )


class WoundedWeaponCheck(Check):
    """A weapon in the hands of somebody who is too hurt for it."""

    code = "BB313"
    slug = "wounded-weapon"
    what = "A figure that is wounded at the start has a weapon in hand that only the unhurt can use."
    why = "It could not fire until somebody else takes it over."
    example = "a wounded trooper with the squad machine gun"
    fix = "Give the weapon to somebody else in the team."
    needs = _NEEDS | {"figure"}

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for force in scenario.forces:
            for member in force.members:
                weapon = member.weapon
                if member.wounded and weapon is not None and weapon.get("unhurt_only"):
                    able = [other.name for other in force.members if not other.wounded]
                    yield self.finding(
                        scenario,
                        f"{member.name} is wounded and cannot use the {weapon.title.lower()}",
                        (*member.path, "weapon"),
                        f"give it to somebody unhurt: {', '.join(able[:6])}" if able else "take it away",
                        rule=weapon.key,
                    )


def _arms(member: Member) -> Iterator[Entry]:
    if member.weapon is not None:
        yield member.weapon
    yield from member.carries


def _counts_as(scenario: Scenario, weapon: Entry) -> int:
    """Hand grenades that a weapon counts as where availability is concerned."""
    if weapon.slug == "thermal-bomb":
        bomb = scenario.ruleset.table("thermal-bomb")
        return int(bomb.lookup(about="hand grenades that it counts as").result)
    return int(weapon.get("class") == "grenade")
