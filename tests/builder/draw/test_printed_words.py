"""Every text on every page reads as a player reads it: words instead of ids, and signs instead of keys."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from kits import GAMES, SCENARIOS, TRIED, TRIED_IN, aids_of, drawings_of, kit_of, scenario_of, written_kit
from soak import WHOLE, every

from builder.draw.surface.canvas import Drawing
from builder.draw.surface.type import Face
from builder.draw.surface.wording import MODEL, language_names
from rulesdb import Ruleset, open_game
from rulesdb.description.grids import words_of

LANGUAGES = language_names()
NAMES = dict.fromkeys((*SCENARIOS, *TRIED))
KITS = (
    list(itertools.product(NAMES, LANGUAGES))
    if WHOLE
    else [*itertools.product(every(4, list(SCENARIOS)), [MODEL]), *TRIED_IN]
)
AIDS = [(game, language) for language in LANGUAGES for game in GAMES]
# What is copied from paper as it is: the command that checks a print, and the names of files.
COMMAND = re.compile(r"brainbug \w|--\w|\.yaml\b")
DEFECTS = {
    "a doubled word": re.compile(r"\b(?!(?:Bora|die|sie|das|der)\b)([^\W\d]{3,}) \1\b", re.IGNORECASE),
    "dice code": re.compile(r"(?<![\w-])\d+[dDwW]\d+(?:[kd][hl]|[+-]|[<>]|[+−]\d*[dDwW]\d)"),
    "a hyphen for a minus or a range": re.compile(r"(?:^|[\s(/:])-\d|(?<![\w-])\d+-\d+(?![\w-])"),
    "a straight quotation mark": re.compile(r"[\"']"),
    "a missing value": re.compile(r"\bnot given\b|\bNone\b|\bnan\b"),
    "a placeholder": re.compile(r"[{}]|\bTODO\b|\blorem\b"),
}
ID = re.compile(r"(?<![\w./-])[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w-])")
# Words of English that are also ids.
WORDS = {"set-up"}


def ids_of(game: Ruleset) -> set[str]:
    """The ids and labels of a game that are not also words of its language."""
    slugs = {entry.slug for entry in game.entries.values() if entry.title.lower() != entry.slug} | {game.id}
    for table in game.tables.values():
        for at, cell in table.cells():
            slugs.update(at.values(), [cell.value] if isinstance(cell.value, str) else [])
    return {slug for slug in slugs if ID.fullmatch(slug) and words_of(slug) != slug} - WORDS


IDS = {game: ids_of(open_game(game)) for game in GAMES}


def defects(drawings: list[Drawing], ids: set[str]) -> Iterator[tuple[str, str, str]]:
    for drawing in drawings:
        for text in dict.fromkeys(placed.text for placed in drawing.texts):
            if COMMAND.search(text):
                continue
            for name, pattern in DEFECTS.items():
                if pattern.search(text):
                    yield name, drawing.name, text
            if not ids.isdisjoint(ID.findall(text)):
                yield "an id", drawing.name, text


def ids_of_scenario(name: str) -> set[str]:
    """The ids that a scenario file has for its forces, zones, places and so on."""
    data = scenario_of(name).source.data

    def walk(part: object) -> Iterator[str]:
        if isinstance(part, dict):
            title = str(part.get("title", part.get("name", "")))
            if isinstance(part.get("id"), str) and title.lower() != part["id"]:
                yield part["id"]
            for value in part.values():
                yield from walk(value)
        elif isinstance(part, list):
            for value in part:
                yield from walk(value)

    return {id for id in walk(data) if ID.fullmatch(id)}


@pytest.mark.soak
@pytest.mark.parametrize(("name", "language"), KITS)
def test_no_text_of_a_kit_has_ids_code_or_typewriter_signs(name: str, language: str) -> None:
    ids = IDS[scenario_of(name).ruleset.id] | ids_of_scenario(name)
    assert list(defects(drawings_of(written_kit(name, language)), ids)) == []


@pytest.mark.parametrize(("game", "language"), AIDS)
def test_no_text_of_an_aid_has_ids_code_or_typewriter_signs(game: str, language: str) -> None:
    drawings = [page.drawing for page in aids_of(game, language=language).pages]
    assert list(defects(drawings, IDS[game])) == []


@pytest.mark.parametrize("name", [*TRIED, *GAMES])
def test_every_face_has_the_letters_that_drawings_set_in_it(name: str) -> None:
    drawings = [page.drawing for page in aids_of(name).pages] if name in GAMES else drawings_of(kit_of(name))
    letters: dict[Face, set[str]] = {}
    for drawing in drawings:
        for face, used in drawing.letters.items():
            letters.setdefault(face, set()).update(used)
    fonts = drawings[0].fonts
    missing = {face.file: used - letters_of(fonts.path(face)) for face, used in letters.items()}
    assert {file: used for file, used in missing.items() if used} == {}


@functools.cache
def letters_of(font: Path) -> frozenset[str]:
    return frozenset(map(chr, TTFont(font).getBestCmap()))
