"""4xx: what a scenario must state about hidden creatures."""

from __future__ import annotations

from collections.abc import Iterator

from builder.games.bug_hunter.checks import GAMES
from builder.lint.check import Check
from builder.lint.finding import Applicability, Defect, Fix
from builder.lint.layout import Layout
from builder.scenario.model import Force, Scenario
from builder.scenario.names import NameKind


class DummiesCheck(Check):
    """A hidden force that does not state its dummies."""

    code = "BB401"
    slug = "dummies-not-stated"
    what = "A force of Preds does not state how many dummies it has."
    why = "The number in play is fixed by the scenario, and the counters have to be printed."
    example = "unit: individual-pred, count: 5, and no dummies"
    fix = "Add `dummies:` with their number, 0 for none."
    fixable = (Applicability.UNSAFE,)
    rule = "rule/326.0"
    games = GAMES
    needs = frozenset({NameKind.UNIT})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for force in scenario.forces:
            if force.unit["side"] == "pred" and force.dummies is None:
                message = f"force `{force.id}` does not state its dummies"
                fixes = _stated(scenario, force, "dummies", "0")
                yield Defect(message, (*force.path, "id"), fixes=fixes)


class PanicRatingCheck(Check):
    """Preds without a panic rating."""

    code = "BB408"
    slug = "panic-not-stated"
    what = "A force of creatures has no panic rating, and does not state that it is rolled."
    why = "All creatures of a scenario share one rating, which has to be fixed before play."
    example = "unit: individual-pred without panic"
    fix = "Add `panic: rolled`, or a number from 1 to 5."
    fixable = (Applicability.UNSAFE,)
    rule = "rule/309.2"
    games = GAMES
    needs = frozenset({NameKind.UNIT})

    def check(self, scenario: Scenario) -> Iterator[Defect]:
        for force in scenario.forces:
            if force.unit.get("panic") == "pred" and force.panic is None:
                message = f"force `{force.id}` has no panic rating"
                fixes = _stated(scenario, force, "panic", "rolled")
                yield Defect(message, (*force.path, "id"), fixes=fixes)


def _stated(scenario: Scenario, force: Force, key: str, value: str) -> tuple[Fix, ...]:
    """The fix that adds a key after the count of creatures, or after their unit."""
    after = "count" if "count" in scenario.source.data["forces"][force.path[1]] else "unit"
    edit = Layout(scenario.source).add(force.path, after, key, value)
    return Fix.of_edit(f"add `{key}: {value}`", Applicability.UNSAFE, edit)
