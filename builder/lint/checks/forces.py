"""3xx: forces, and what they cost."""

from __future__ import annotations

from collections.abc import Iterator

from builder.lint.check import Check
from builder.lint.finding import Defect, Severity
from builder.scenario.capability import may_do
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind
from rulesdb.yaml_source import DataPath


class CreatureCountCheck(Check):
    """A force of creatures without a count."""

    code = "BB306"
    slug = "creature-count"
    what = (
        "A force has neither members nor a count. In a game with rosters: creatures have no species and no "
        "powers, or humans are not listed."
    )
    why = "Its counters could not be printed."
    example = "unit: individual-pred without count"
    fix = "Add `roster`, `species` and `count`, or list `members`."
    needs = frozenset({NameKind.UNIT, NameKind.ROSTER, NameKind.SPECIES})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for force in scenario.forces:
            if force.members or force.faults:
                continue
            if not force.count:
                message = f"force `{force.id}` has no members and no count"
                yield Defect(message, (*force.path, "id"), "add `count:`, or list members")
            elif scenario.ruleset.rosters_required and not (
                force.species or force.powers or force.draws_powers
            ):
                missing = "species" if "powers" in force.unit.facts else "members"
                yield Defect(f"force `{force.id}` has no {missing}", (*force.path, "id"), f"add `{missing}:`")


class PeopleCountCheck(Check):
    """A force whose ``count`` is not the number of its people."""

    code = "BB319"
    slug = "people-count"
    what = "A force lists its people, but its `count` is a different number."
    why = "Players would not know how many people there are: counters are printed only for those listed."
    example = "count: 9 for a team of three figures"
    fix = "Delete `count`, or list the others."
    needs = frozenset({NameKind.UNIT, NameKind.ROSTER, NameKind.ORGANIZATION})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for force in scenario.forces:
            people = len(force.members)
            # People or teams that cannot be read are reported by other checks.
            if people and force.count != people and not force.faults and not force.has_unread_team:
                message = f"force `{force.id}` has a count of {force.count}, and lists {people}"
                yield Defect(message, (*force.path, "count"))


class GeneratedForceCheck(Check):
    """People or powers that cannot be generated."""

    code = "BB316"
    slug = "generated-force"
    what = "People or powers are generated from a seed, but the game's tables cannot give them."
    why = "The force would lack them."
    example = "count: 4 with weapons for six people"
    fix = "Correct what is generated, or list `members` or `powers`."
    needs = frozenset({NameKind.UNIT, NameKind.WEAPON, NameKind.POSITION})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for force in scenario.forces:
            for path, fault in force.faults.items():
                yield Defect(fault, path)


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
                    message = f"{member.name} is wounded and cannot use the {weapon.title.lower()}"
                    help = f"give it to somebody unhurt: {', '.join(able[:6])}" if able else "remove it"
                    yield Defect(message, member.weapon_path, help)


class LeaderCheck(Check):
    """A force without a leader, or a team with two."""

    code = "BB314"
    slug = "leader"
    severity = Severity.WARNING
    what = "Nobody in a force may lead it, or a team has no leader or two."
    why = "Leaders activate others or steady them; the game gives each squad one."
    example = "twelve crewmen without the captain and the first officer"
    fix = "Add the row of a leader, or set `leads` for only one figure of each team."
    needs = frozenset(
        {NameKind.UNIT, NameKind.ROSTER, NameKind.FIGURE, NameKind.EXPERIENCE, NameKind.TOUGHNESS}
    )

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        teams, acts = scenario.ruleset.teams, scenario.ruleset.acts
        cited = scenario.ruleset.checks.get(self.code)
        if any(rule.key == cited for rule in scenario.unused_rules):
            return
        listed = "organization" not in teams
        for force in scenario.forces:
            # One leader steadies a squad; several people may command by rank.
            for team in force.teams if teams.get("one_leader") else ():
                leaders = [member for member in team.members if member.leads]
                if len(leaders) > 1:
                    message = f"{leaders[0].name} and {leaders[1].name} both lead team `{team.id}`"
                    yield Defect(message, (*leaders[1].path, "leads"), "set `leads` for only one of them")
            is_led = any(member.leads for member in force.members)
            for team in force.teams if listed else ():
                if not any(member.leads for member in team.members):
                    help = "add `leads: true` to one figure of each team"
                    # Others of the force may lead its helpers.
                    severity = Severity.INFO if is_led else Severity.WARNING
                    yield Defect(
                        f"nobody leads team `{team.id}`", (*team.path, "id"), help, severity=severity
                    )
            if acts is None or not acts.leader or force.roster is None:
                continue
            # People without any position are not a squad; somebody else leads them.
            if not any(member.position for member in force.members):
                continue
            if not any(may_do(scenario, force, member, acts.leader) for member in force.members):
                message = f"nobody in force `{force.id}` may act as its leader"
                help = f"add the row of a leader from {force.roster.title.lower()}"
                # A handful of people from a roster need not include one who leads.
                yield Defect(message, (*force.path, "id"), help, severity=Severity.INFO)


class BudgetCheck(Check):
    """A side that has spent more than its budget."""

    code = "BB307"
    slug = "over-budget"
    what = "The units and cards of a side cost more points than its budget."
    why = "The sides would not be as balanced as the scenario intends."
    example = "budget: 300 and five units of 67 points"
    fix = "Remove units or cards, or raise the budget."
    needs = frozenset({NameKind.UNIT, NameKind.CARD, NameKind.SIDE})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for side in dict.fromkeys(force.side for force in scenario.forces):
            forces = scenario.forces_of(side)
            spent = sum(force.points for force in forces)
            budget = scenario.budgets.get(side)
            if budget is not None and spent > budget:
                spends = f"{scenario.side_title(side)} spends {spent} points"
                path: DataPath = ("scenario", "budget", side)
                if path not in scenario.source:
                    path = ("scenario", "budget")
                cards = [int(card.get("points", 0)) for force in forces for card, _ in force.cards.values()]
                is_a_card_too_many = spent - max(cards, default=0) <= budget
                aspect, help = (
                    ("card", "remove a card, or raise the budget") if is_a_card_too_many else ("", "")
                )
                yield Defect(f"{spends}; the budget is {budget}", path, help, aspect=aspect)


class CardRaceCheck(Check):
    """A card that belongs to another race."""

    code = "BB308"
    slug = "card-race"
    severity = Severity.WARNING
    what = "A force has an action card of a race that none of its side's units belongs to."
    why = "Each race has its own cards."
    example = "a Tunnel Trap, a card of the bugs, for marines"
    fix = "Choose a card of the force's race."
    needs = frozenset({NameKind.UNIT, NameKind.CARD, NameKind.SIDE})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for force in scenario.forces:
            allies = scenario.forces_of(force.side)
            races = dict.fromkeys(ally.unit.get("race", "of no race") for ally in allies)
            for name, (card, _) in force.cards.items():
                if card["race"] not in races:
                    message = f"{card.title} is a card of race {card['race']}; the side is {', '.join(races)}"
                    yield Defect(message, (*force.path, "cards", name))
