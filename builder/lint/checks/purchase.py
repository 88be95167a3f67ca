"""3xx: forces that are bought with points."""

from __future__ import annotations

from collections.abc import Iterator

from builder.lint.check import Check
from builder.lint.finding import Defect, Severity
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind


class BudgetCheck(Check):
    """A side that has spent more than its budget."""

    code = "BB307"
    slug = "over-budget"
    what = "The units and cards of a side cost more points than the scenario's budget."
    why = "The sides would not be as balanced as the scenario intends."
    example = "budget: 300 and five units of 67 points"
    fix = "Remove units or cards, or raise the budget."
    needs = frozenset({NameKind.UNIT, NameKind.CARD, NameKind.SIDE})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        if scenario.budget is None:
            return
        for side in dict.fromkeys(force.side for force in scenario.forces):
            spent = sum(force.points for force in scenario.forces if force.side == side)
            if spent > scenario.budget:
                yield Defect(
                    f"{scenario.side_title(side)} spends {spent} points; the budget is {scenario.budget}",
                    ("scenario", "budget"),
                )


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
            allies = (other.unit for other in scenario.forces if other.side == force.side)
            races = dict.fromkeys(unit.get("race", "of no race") for unit in allies)
            for name, (card, _) in force.cards.items():
                if card["race"] not in races:
                    yield Defect(
                        f"{card.title} is a card of race {card['race']}; the side is {', '.join(races)}",
                        (*force.path, "cards", name),
                    )
