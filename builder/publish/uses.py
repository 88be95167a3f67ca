"""What uses an entry outside the database: scenarios, and lint checks that cite it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from builder.lint.registry import code_docs, rules_of
from builder.scenario.model import Scenario
from rulesdb import Ruleset


def uses_of(games: Sequence[Ruleset], scenarios: Iterable[Scenario]) -> Mapping[str, tuple[str, ...]]:
    """For each entry, by its id, a line of Markdown for every scenario and lint check that uses it.

    Tables that stand beside every map of a game are left out: every scenario has them.
    """
    found: dict[str, list[str]] = {}
    for scenario in scenarios:
        game = scenario.ruleset
        beside_maps = {game.table(slug).entry.id for slug in game.map_tables}
        for entry in scenario.entries:
            if entry.id not in beside_maps:
                line = f"{{bb:scenario}}`{game.id}:{scenario.id}` (scenario)"
                found.setdefault(entry.id, []).append(line)
    for doc in code_docs().values():
        for rule in rules_of(doc, games):
            found.setdefault(rule.id, []).append(f"{{bb:code}}`{doc.code}` (lint check)")
    return {id: tuple(lines) for id, lines in found.items()}
