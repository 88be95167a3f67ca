"""4xx: what the scenario has to state of hidden creatures."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.bug_hunter.checks import GAMES
from builder.lint.check import Check
from builder.lint.checks.setup import SET_UP_NAMES
from builder.lint.finding import Applicability, Finding, Fix
from builder.lint.layout import Layout
from builder.scenario.model import Force, Scenario


class DummiesCheck(Check):
    """A hidden force that does not state its dummies."""

    code = "BB401"
    slug = "dummies-not-stated"
    what = "A force of individual Preds does not say how many dummies it has."
    why = "The number in play is fixed by the scenario, and the counters have to be printed."
    example = "unit: individual-pred, count: 5, and no dummies"
    fix = "Add `dummies:`, or `dummies: 0` for none."
    fixable = (Applicability.UNSAFE,)
    rule = "rule/326.0"
    games = GAMES
    needs = SET_UP_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for force in scenario.forces:
            if force.unit.slug == "individual-pred" and force.dummies is None:
                yield self.finding(
                    scenario,
                    f"force `{force.id}` does not state its dummies",
                    (*force.path, "id"),
                    "add `dummies:` with their number, 0 for none",
                    fixes=_stated(scenario, force, "dummies", "0"),
                )


class PanicRatingCheck(Check):
    """Preds without a panic rating."""

    code = "BB408"
    slug = "panic-not-stated"
    what = "A force of creatures does not say what its panic rating is, or that it is rolled."
    why = "All creatures of a scenario share one rating, which has to be fixed before play."
    example = "unit: individual-pred without panic"
    fix = "Add `panic: rolled`, or a number."
    fixable = (Applicability.UNSAFE,)
    rule = "rule/309.2"
    games = GAMES
    needs = SET_UP_NAMES

    def check(self, scenario: Scenario) -> Iterator[Finding]:
        for force in scenario.forces:
            if force.unit.get("panic") == "pred" and force.panic is None:
                yield self.finding(
                    scenario,
                    f"force `{force.id}` has no panic rating",
                    (*force.path, "id"),
                    "add `panic: rolled`, or a number from 1 to 6",
                    fixes=_stated(scenario, force, "panic", "rolled"),
                )


def _stated(scenario: Scenario, force: Force, key: str, value: str) -> tuple[Fix, ...]:
    """The fix that adds a key after the number of creatures, or after their unit."""
    after = "count" if "count" in scenario.source.data["forces"][force.path[1]] else "unit"
    edit = Layout(scenario.source).add(force.path, after, key, value)
    return (Fix(f"add `{key}: {value}`", Applicability.UNSAFE, (edit,)),) if edit is not None else ()
