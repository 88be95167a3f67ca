"""A scenario in another language: its own ``texts``, and those of its game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from builder.scenario.load import scenario_from
from builder.scenario.logic.reading import OTHERWISE
from builder.scenario.model import Scenario
from rulesdb import Library
from rulesdb.language import in_language, overlaid, stray_texts
from rulesdb.nearest import did_you_mean
from rulesdb.yaml_source import DataPath

TEXTS = "texts"
# New names for what has its name as a key, such as consoles and roads.
NAMES = "names"
# What is a sentence and not a name.
_PROSE = frozenset({"first_turn", "length", "notes", "summary", "tagline", "text", "when"})
_VICTORY = "victory"


def scenario_in(scenario: Scenario, language: str) -> Scenario:
    """The scenario with all texts that exist in a language; the others stay as they are.

    If neither the scenario nor its game has any, it is the scenario itself.
    """
    game = in_language(scenario.ruleset, language)
    texts = scenario.source.data.get(TEXTS, {}).get(language, {})
    if game is scenario.ruleset and not texts:
        return scenario
    data = overlaid(scenario.source.data, texts)
    # A condition of one word is a keyword and not a sentence: it is the same in every language.
    for condition, own in zip(data[_VICTORY], scenario.source.data[_VICTORY], strict=True):
        if own["when"] == OTHERWISE:
            condition["when"] = OTHERWISE
    data["map"] = _renamed(data["map"], texts.get(NAMES, {}))
    return scenario_from(replace(scenario.source, data=data), Library.of(game))


def _renamed(data: Any, names: Mapping[str, str]) -> Any:
    """A map with other names for its keys, and for what refers to them."""
    if isinstance(data, str):
        return names.get(data, data)
    if isinstance(data, Mapping):
        return {names.get(key, key): _renamed(part, names) for key, part in data.items()}
    return [_renamed(part, names) for part in data] if isinstance(data, list) else data


def misplaced_texts(data: Mapping[str, Any], language: str) -> Iterator[tuple[DataPath, str]]:
    """The texts in a language for which the scenario has none, by their paths in the file, with a hint."""
    texts = data[TEXTS][language]
    at = (TEXTS, language)
    keys = set(_keys(data["map"]))
    for name in texts.get(NAMES, {}):
        if name not in keys:
            yield (*at, NAMES, name), did_you_mean(str(name), sorted(keys))
    others = {key: part for key, part in texts.items() if key != NAMES}
    for path, hint in stray_texts({key: part for key, part in data.items() if key != TEXTS}, others):
        yield (*at, *path), hint
    own = others.get(_VICTORY)
    for index, (condition, text) in enumerate(
        zip(data[_VICTORY], own if isinstance(own, list) else (), strict=False)
    ):
        if condition["when"] == OTHERWISE and isinstance(text, Mapping) and "when" in text:
            yield (*at, _VICTORY, index, "when"), "`otherwise` is the same in every language"


def untranslated(data: Any, texts: Any, path: DataPath = ()) -> Iterator[DataPath]:
    """The paths of the sentences of a scenario that ``texts`` does not have."""
    if isinstance(data, Mapping):
        for key, part in data.items():
            if key == TEXTS:
                continue
            own = texts.get(key) if isinstance(texts, Mapping) else None
            if key in _PROSE and isinstance(part, str | list) and part != OTHERWISE:
                if not own or (isinstance(part, list) and len(own) < len(part)):
                    yield (*path, key)
            else:
                yield from untranslated(part, own, (*path, key))
    elif isinstance(data, Sequence) and not isinstance(data, str):
        for index, part in enumerate(data):
            yield from untranslated(part, _own(texts, part, index), (*path, index))


def _own(texts: Any, item: Any, index: int) -> Any:
    """The texts of an item of a list, by its id or its number."""
    if isinstance(texts, Mapping) and isinstance(item, Mapping):
        return texts.get(str(item.get("id")))
    return texts[index] if isinstance(texts, list) and index < len(texts) else None


def _keys(data: Any) -> Iterator[str]:
    if isinstance(data, Mapping):
        for key, part in data.items():
            yield str(key)
            yield from _keys(part)
    elif isinstance(data, list):
        for part in data:
            yield from _keys(part)
