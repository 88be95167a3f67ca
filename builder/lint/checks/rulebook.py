"""8xx: the limits that rules of the books set, written as data next to the rules."""

from __future__ import annotations

from collections.abc import Iterator

from builder.lint.check import Check
from builder.lint.constraints.breaches import find_breaches
from builder.lint.finding import Defect, Severity
from builder.scenario.model import Scenario
from builder.scenario.names import NameKind


class _LimitCheck(Check):
    """Enforces the limits of one code."""

    needs = frozenset(NameKind) - {NameKind.WALLS}

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        overridden = {rule.overrides.key for rule in scenario.special_rules if rule.overrides is not None}
        for rule, constraint in scenario.ruleset.limits.get(self.code, ()):
            if overridden and rule.key in overridden:
                continue
            for breach in find_breaches(constraint, scenario.census):
                path = breach.thing.path_of(breach.trait)
                if not breach.trait or path not in scenario.source:
                    path = breach.thing.path
                severity, word = Severity(breach.severity), breach.thing.word
                help = breach.help
                if help and severity is not Severity.INFO:
                    help += "; or override the rule in `special_rules`"
                yield Defect(breach.message, path, help, word, rule=rule.key, severity=severity)


class NumberCheck(_LimitCheck):
    """More or fewer of something than a rule allows."""

    code = "BB801"
    slug = "rule-number"
    what = "There are more or fewer of something than a rule of the book allows."
    why = "The game is balanced for this number, or its pieces and tables cover no other."
    example = "a squad of eight marines with five pulse rifles"
    fix = "Change the number, or override the rule in `special_rules`."


class OnlyCheck(_LimitCheck):
    """Something in a place or state that a rule does not allow."""

    code = "BB802"
    slug = "rule-only"
    what = "Something is of a kind, in a place or in a state that a rule of the book does not allow."
    why = "The rules do not say how to play it."
    example = "a vehicle that belongs to a base, on a ship"
    fix = "Change what the rule names, or override the rule in `special_rules`."


class NeedsCheck(_LimitCheck):
    """Something without what a rule requires for it."""

    code = "BB803"
    slug = "rule-needs"
    what = "Something is missing that a rule of the book requires together with something else."
    why = "The thing that needs it could not be used."
    example = "a self-destruct objective without anybody who may start the sequence"
    fix = "Add what is missing, or override the rule in `special_rules`."


class ExcludesCheck(_LimitCheck):
    """Two things that a rule does not allow together."""

    code = "BB804"
    slug = "rule-excludes"
    what = "A rule of the book does not allow two things together."
    why = "The rules do not allow the combination."
    example = "two races of bugs that never fight together on one side"
    fix = "Remove one of them, or override the rule in `special_rules`."
