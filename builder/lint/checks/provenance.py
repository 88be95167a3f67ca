"""9xx: house values and overridden rules."""

from __future__ import annotations

from collections.abc import Iterator

from builder.lint.check import Check
from builder.lint.finding import Finding, Severity
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

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        first: dict[str, int] = {}
        for index, rule in enumerate(scenario.special_rules):
            if rule.overrides is None:
                continue
            if rule.overrides.key in first:
                other = scenario.special_rules[first[rule.overrides.key]]
                where = scenario.source.value_span((*other.path, "overrides"))
                yield self.finding(
                    scenario,
                    f"`{rule.id}` and `{other.id}` both override {rule.overrides.provenance.source}",
                    (*rule.path, "overrides"),
                    related=(("the other one", where),),
                    rule=rule.overrides.key,
                )
            first.setdefault(rule.overrides.key, index)


class HouseValueCheck(Check):
    """Values that are not in the rulebook."""

    code = "BB902"
    slug = "house-value"
    severity = Severity.INFO
    what = "The scenario uses an entry with house values (brainbug's own, not in the rulebook)."
    why = "The charts of the printed game may have other values."
    example = "a weapon whose range is on a card that the database does not have"
    fix = "Nothing to fix; the sheets mark the value."

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        house = scenario.house_entries
        if house:
            names = ", ".join(entry.title for entry in house)
            values = f"{len(house)} house value{'s' if len(house) > 1 else ''} (not in the rulebook)"
            yield self.finding(
                scenario,
                f"uses {values}: {names}",
                ("scenario", "game"),
                f"`brainbug show {house[0].id}` explains it"
                if len(house) == 1
                else f"`brainbug show ID` explains each, as in: brainbug show {house[0].id}",
            )


class OverrideCheck(Check):
    """A special rule that replaces a rule of the book."""

    code = "BB903"
    slug = "override"
    severity = Severity.INFO
    what = "A special rule replaces a printed rule."
    why = "Players who know the game will expect the printed rule."
    example = "overrides: rule/303.3 in a scenario where the lift does not run"
    fix = "Nothing to fix; the briefing says which rule is replaced."

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for rule in scenario.special_rules:
            if rule.overrides is not None and rule.overrides.provenance.basis is not Basis.HOUSE:
                yield self.finding(
                    scenario,
                    f"`{rule.id}` replaces {rule.overrides.title}",
                    (*rule.path, "overrides"),
                    rule=rule.overrides.key,
                )
