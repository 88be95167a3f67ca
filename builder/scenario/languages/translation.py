"""A scenario in another language: its own ``texts``, and those of its game."""

from __future__ import annotations

from dataclasses import replace

from builder.scenario.load import scenario_from
from builder.scenario.model import Scenario
from rulesdb import Library
from rulesdb.language import in_language, overlaid

TEXTS = "texts"


def scenario_in(scenario: Scenario, language: str) -> Scenario:
    """The scenario with all texts that exist in a language; the others stay as they are.

    If neither the scenario nor its game has any, it is the scenario itself.
    """
    game = in_language(scenario.ruleset, language)
    texts = scenario.source.data.get(TEXTS, {}).get(language, {})
    if game is scenario.ruleset and not texts:
        return scenario
    source = replace(scenario.source, data=overlaid(scenario.source.data, texts))
    return scenario_from(source, Library.of(game))
