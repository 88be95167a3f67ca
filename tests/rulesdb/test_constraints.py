"""The constraints of rules on scenarios: every rule declares them, and limits use only existing traits."""

from __future__ import annotations

import pytest

from builder.scenario.load import load_scenario
from rulesdb import Library
from rulesdb.shipped import shipped

LIBRARY = Library()
# Traits that no shipped scenario has.
RARE = {"budget", "at_hull", "max_rounds"}


@pytest.mark.parametrize("game", LIBRARY.games)
def test_every_rule_declares_its_constraints_on_scenarios(game: str) -> None:
    rules = LIBRARY.open(game).of_kind("rule")
    assert [rule.slug for rule in rules if not rule.constrains] == []


@pytest.fixture(scope="module")
def traits() -> dict[str, set[str]]:
    """The traits of each kind of thing and its owners, in all shipped scenarios."""
    traits_by_kind: dict[str, set[str]] = {}
    for path in shipped("scenarios").rglob("*.yaml"):
        for kind, things in load_scenario(path).census.items():
            for thing in things:
                traits_by_kind.setdefault(kind, set()).update(
                    name for owner in thing.owners for name in owner.traits
                )
    return traits_by_kind


@pytest.mark.parametrize("game", LIBRARY.games)
def test_limits_use_only_traits_that_exist(game: str, traits: dict[str, set[str]]) -> None:
    ruleset = LIBRARY.open(game)
    facts = {name for entry in ruleset.entries.values() for name in entry.facts}
    unknown = []
    for rule, constraint in ruleset.constraints:
        limit = constraint.limit
        if limit is None:
            continue
        named = (limit.of, limit.per, limit.when, limit.for_each, limit.only)
        selectors = [each for each in named if each is not None]
        for selector in selectors:
            accepted = traits.get(selector.kind, facts) | facts | RARE
            unknown += [
                f"{rule.slug}: {selector.kind} {name}" for name in selector.wanted if name not in accepted
            ]
    assert unknown == []
