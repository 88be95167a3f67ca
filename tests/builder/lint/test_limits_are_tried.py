"""Every limit of every game has a scenario that violates it, and one that just satisfies it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

import pytest
from fresh_cases import fresh_cases
from lint_cases import ROOT, all_cases, base_text, patched
from soak import soak_only

from builder.lint.constraints.breaches import find_breaches
from builder.scenario.load import scenario_from
from builder.scenario.model import Scenario
from rulesdb import BrainbugError, Library
from rulesdb.constraints import Constraint, Limit, Selector
from rulesdb.yaml_source import parse_yaml

LIBRARY = Library()
MANY = 10**6


def scenarios(games: Collection[str]) -> Iterator[Scenario]:
    """All readable cases of games; those about limits first, so that few others need to be read."""
    cases = sorted(all_cases(), key=lambda case: not case.family.startswith("rules_"))
    for case in cases:
        if case.game:
            yield from filter(None, [case.report.scenario])
        else:
            yield from readable(case.text, games)
    for path in sorted((ROOT / "scenarios").rglob("*.yaml")):
        yield from readable(path.read_text(encoding="utf-8"), games)
    for fresh in fresh_cases():
        yield from readable(patched(base_text(fresh.base), fresh.change), games)


def readable(text: str, games: Collection[str]) -> Iterator[Scenario]:
    if (game := re.search(r"^game: ([\w-]+)", text, re.MULTILINE)) and game[1] not in games:
        return
    try:
        yield scenario_from(parse_yaml(text, "case.yaml"), LIBRARY)
    except BrainbugError:
        return  # the case is about an unreadable file


def stricter(limit: Limit) -> Iterator[Limit]:
    """Stricter limits, which are violated by scenarios that just satisfy the given one."""
    if limit.only is not None:
        of = limit.of
        nothing = Selector(of.kind, {"is": "nothing"})
        yield replace(limit, only=nothing)
        for trait in of.wanted:
            # Something that the limit does not select differs in one trait from what it selects.
            others = {name: value for name, value in of.wanted.items() if name != trait}
            yield replace(limit, of=Selector(of.kind, others), only=nothing)
    elif limit.most == 0 and limit.for_each is None:
        # The excluded thing is there without the thing that excludes it, or another thing of its kind is.
        yield replace(limit, when=None)
        yield replace(limit, of=Selector(limit.of.kind, {}) if limit.of.wanted else limit.per, when=None)
        if limit.when is not None:
            yield replace(limit, of=limit.when, when=None)
    elif limit.manner in ("at_most", "exactly"):
        yield replace(limit, plus=limit.plus - 1)
    if limit.least:
        yield replace(limit, least=limit.least + (MANY if limit.manner == "needs" else 1))


def breaks(constraint: Constraint, scenario: Scenario) -> bool:
    return any(find_breaches(constraint, scenario.census))


@pytest.fixture(scope="module")
def untried() -> tuple[list[str], list[str]]:
    """The limits that no scenario violates, and those that none just satisfies."""
    limits = {
        game: [
            (rule.key, each)
            for rule in LIBRARY.open(game).of_kind("rule")
            for each in rule.constrains
            if each.limit
        ]
        for game in sorted(LIBRARY.games)
    }
    unbroken = {game: dict.fromkeys(range(len(each))) for game, each in limits.items()}
    unmet = {game: dict.fromkeys(range(len(each))) for game, each in limits.items()}
    for scenario in scenarios(limits):
        if not any([*unbroken.values(), *unmet.values()]):
            break
        game = scenario.ruleset.id
        if game not in limits:
            continue
        for number in {**unbroken[game], **unmet[game]}:
            _, constraint = limits[game][number]
            assert constraint.limit is not None
            if breaks(constraint, scenario):
                unbroken[game].pop(number, None)
            elif number in unmet[game] and any(
                breaks(replace(constraint, limit=each), scenario) for each in stricter(constraint.limit)
            ):
                unmet[game].pop(number)
    return tuple(
        [
            f"{game}:{limits[game][number][0]}: {limits[game][number][1].what}"
            for game, numbers in untried.items()
            for number in numbers
        ]
        for untried in (unbroken, unmet)
    )


@soak_only
def test_every_limit_is_broken_by_some_scenario(untried: tuple[list[str], list[str]]) -> None:
    assert untried[0] == []


@soak_only
def test_every_limit_is_just_kept_by_some_scenario(untried: tuple[list[str], list[str]]) -> None:
    assert untried[1] == []
