"""A kit in German has no English but names: of games, books and their sections, scenarios and people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
from kits import GAMES, TRIED_IN, aids_of, drawings_of, kit_of, scenario_of

from builder.draw.surface.canvas import Drawing
from builder.draw.surface.icons import load_icons
from builder.draw.surface.typography import Typography
from builder.draw.surface.wording import load_words
from builder.scenario.languages.translation import TEXTS
from rulesdb import Ruleset, open_game
from rulesdb.language import terms_of

GERMAN = load_words("de")
PRINTED = Typography(GERMAN)
WORD = re.compile(r"[^\W\d_]{3,}")
# A command and its hash are typed as they are.
COMMAND = re.compile(r"brainbug|--\w|\b[0-9A-Z]{4,5}(?:[ -][0-9A-Z]{5})+\b|\.yaml\b")
NAMES = frozenset({"default"})


def words_in(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word.casefold() for text in texts for word in WORD.findall(PRINTED(text)))


def texts_in(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for part in data.values():
            yield from texts_in(part)
    elif isinstance(data, list | tuple):
        for part in data:
            yield from texts_in(part)


def words_of_game(game: Ruleset) -> frozenset[str]:
    """German words of a game, its abbreviations, and the names of the book, its sections and its missions."""
    terms = terms_of(game, "de")
    names = [game.title, *(document.title for document in game.documents)]
    names += game.printing.get("other_books", ())
    names += [name for document in game.documents for name in (*document.authors, document.publisher)]
    names += [entry.provenance.source.section for entry in game.all_entries.values()]
    names += [entry.title for entry in game.of_kind("mission")]
    names += [str(entry.get("abbreviation", "")) for entry in game.all_entries.values()]
    names += [icon.author for icon in load_icons().values()]
    same = [entry.title for entry in game.entries.values() if entry.title.isupper()]
    labels = [label for table in game.tables.values() for axis in table.axes for label in axis.labels]
    same += [part for label in labels for part in label.split(", ") if part.isupper()]
    german = [form for text in GERMAN.texts.values() for form in text]
    return words_in([*german, *terms.texts.values(), *texts_in(terms.entries), *names, *same]) | NAMES


def words_of_scenario(name: str) -> frozenset[str]:
    """The words that a scenario may add: its German texts and its names, or all of it if it has no German."""
    data = scenario_of(name).source.data
    if "de" not in data.get(TEXTS, {}):
        return words_in([scenario_of(name).source.text])
    people = [member.name for force in scenario_of(name).forces for member in force.members]
    return words_in(
        [*texts_in(data[TEXTS]["de"]), *people, *data["scenario"]["authors"], data["scenario"]["title"]]
    )


def english(drawings: Iterable[Drawing], german: frozenset[str]) -> list[tuple[str, str]]:
    """Texts with a word that is not German, and is not broken from one over two lines."""
    return [
        (drawing.name, text)
        for drawing in drawings
        for text in dict.fromkeys(placed.text for placed in drawing.texts)
        if not COMMAND.search(text)
        for word in words_in([text]) - german
        if not any(whole.startswith(word) or whole.endswith(word) for whole in german)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_aids_in_german_have_no_english_but_names(game: str) -> None:
    drawings = [page.drawing for page in aids_of(game, language="de").pages]
    assert english(drawings, words_of_game(open_game(game))) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name, language in TRIED_IN if language == "de"])
def test_a_kit_in_german_has_no_english_but_names_and_texts_of_its_scenario(name: str) -> None:
    german = words_of_game(scenario_of(name).ruleset) | words_of_scenario(name)
    assert english(drawings_of(kit_of(name, "de")), german) == []
