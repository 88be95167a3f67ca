"""The sentence that brainbug makes from the conditions and effects at a place in a file."""

from __future__ import annotations

from dataclasses import replace

from builder.draw.sentences.conditions import done_text, victory_text
from builder.draw.sentences.effects import event_text
from builder.draw.surface.wording import load_words
from builder.scenario.model import Scenario
from rulesdb.yaml_source import DataPath


def sentence_at(scenario: Scenario, path: DataPath) -> str:
    """The sentence from the data under a key, even if the designer has written another one; else empty."""
    owner, key, words = path[:-1], path[-1] if path else "", load_words().of_game(scenario.ruleset)
    if key == "when":
        wins = (each for each in scenario.victory if each.path == owner and each.condition is not None)
        return next((victory_text(scenario, replace(each, when=""), words) for each in wins), "")
    if key == "done_by":
        goals = (each for each in scenario.objectives if each.path == owner)
        return next((done_text(scenario, replace(each, text=""), words) for each in goals), "")
    if key == "effects":
        events = (each for each in scenario.events if each.path == owner)
        return next((event_text(scenario, replace(each, text=""), words) for each in events), "")
    return ""
