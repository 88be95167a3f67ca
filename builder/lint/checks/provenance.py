"""9xx: house values and overridden rules."""

from __future__ import annotations

from collections.abc import Iterator

from builder.lint.check import Check
from builder.lint.finding import Defect, Severity
from builder.lint.repeats import repeats
from builder.scenario.model import Scenario
from rulesdb import Basis


class OverrideTwiceCheck(Check):
    """Two special rules that replace the same rule."""

    code = "BB901"
    slug = "override-twice"
    what = "Two special rules override the same rule of the game."
    why = "Players cannot tell which of them applies."
    example = "two special rules with overrides: rule/303.3"
    fix = "Merge them into one special rule."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        overrides = [(rule, rule.overrides) for rule in scenario.special_rules if rule.overrides is not None]
        for (other, _), (rule, overridden) in repeats(overrides, lambda pair: pair[1].key):
            yield Defect(
                f"`{rule.id}` and `{other.id}` both override {overridden.provenance.source}",
                (*rule.path, "overrides"),
                related=(("the other one", (*other.path, "overrides")),),
                rule=overridden.key,
            )


class HouseValueCheck(Check):
    """Values that are not in the rulebook."""

    code = "BB902"
    slug = "house-value"
    severity = Severity.INFO
    what = "The scenario uses an entry with house values (brainbug's own, not in the rulebook)."
    why = "The charts of the printed game may have other values."
    example = "a weapon whose range is on a card that the database does not have"
    fix = "Nothing to fix; the sheets mark the value."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        house = scenario.house_entries
        if house:
            values, help = "1 house value", f"`brainbug show {house[0].id}` explains it"
            if len(house) > 1:
                values = f"{len(house)} house values"
                help = f"`brainbug show ID` explains each, for example: brainbug show {house[0].id}"
            names = ", ".join(entry.title for entry in house)
            yield Defect(f"uses {values} (not in the rulebook): {names}", ("scenario", "game"), help)


class OverrideCheck(Check):
    """A special rule that replaces a rule of the book."""

    code = "BB903"
    slug = "override"
    severity = Severity.INFO
    what = "A special rule replaces a printed rule."
    why = "Players who know the game will expect the printed rule."
    example = "overrides: rule/303.3 in a scenario where the lift does not run"
    fix = "Nothing to fix; the briefing says which rule is replaced."

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for rule in scenario.special_rules:
            entry = rule.overrides
            if entry is not None and entry.provenance.basis is not Basis.HOUSE:
                yield Defect(f"`{rule.id}` replaces {entry.title}", (*rule.path, "overrides"), rule=entry.key)
