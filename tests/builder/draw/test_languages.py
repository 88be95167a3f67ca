"""Kits and aids in every language that ships: longer words stay in their place, too, and are large enough."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

import pytest

from builder.draw.canvas import Drawing, PlacedText
from builder.draw.theme import load_theme
from builder.draw.wording import MODEL, language_names, load_words
from builder.press.kit import compose_kit
from builder.press.play_aids import AIDS, compose_aids
from builder.press.sheet_file import load_paper
from builder.scenario.load import load_scenario
from rulesdb import open_game
from rulesdb.shipped import shipped

OTHERS = [name for name in language_names() if name != MODEL]
GAMES = ("bug-hunter", "handspan", "mobile-infantry", "bugged", "advanced-infantry")
SCENARIOS = {path.stem: path for path in sorted(shipped("scenarios").rglob("*.yaml"))}
SLACK = 0.1


def drawings_in(language: str, name: str) -> list[Drawing]:
    """What is drawn for a scenario or a game."""
    theme, paper = load_theme(words=load_words(language)), load_paper("a4")
    if name in SCENARIOS:
        kit = compose_kit(load_scenario(SCENARIOS[name]), paper, theme)
        return [*(page.drawing for page in kit.pages), *kit.loose]
    return [page.drawing for page in compose_aids(open_game(name), paper, theme, aids=AIDS).pages]


def outside(drawing: Drawing) -> Iterator[str]:
    whole = (0.0, 0.0, drawing.width, drawing.height)
    for text in drawing.texts:
        for x, y, width, height in (whole, text.within or whole):
            if not (x - SLACK <= text.x and text.x + text.width <= x + width + SLACK):
                yield f"{drawing.name}: {text.text} goes across"
            if not (y - SLACK <= text.y and text.y + text.height <= y + height + SLACK):
                yield f"{drawing.name}: {text.text} goes down"


def clashes(drawing: Drawing) -> Iterator[str]:
    for one, other in itertools.combinations(drawing.texts, 2):
        if overlap(one, other):
            yield f"{drawing.name}: {one.text} on {other.text}"


def overlap(one: PlacedText, other: PlacedText) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > SLACK / 2 and down > SLACK / 2


def too_small(drawings: Iterable[Drawing]) -> list[str]:
    """Less than five points, but for maps drawn small."""
    return [
        f"{drawing.name}: {text.text}"
        for drawing in drawings
        for text in drawing.texts
        if not drawing.name.endswith("overview") and text.height < 1.75 * 0.698 - 0.01
    ]


@pytest.mark.parametrize("name", [*SCENARIOS, *GAMES])
@pytest.mark.parametrize("language", OTHERS)
def test_words_of_another_language_stay_in_their_place(language: str, name: str) -> None:
    drawings = drawings_in(language, name)
    assert [defect for drawing in drawings for defect in outside(drawing)] == []
    assert [defect for drawing in drawings for defect in clashes(drawing)] == []
    assert too_small(drawings) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_kit_in_another_language_is_another_kit(language: str) -> None:
    name = next(iter(SCENARIOS))
    said = {text.text for drawing in drawings_in(language, name) for text in drawing.texts}
    english = {text.text for drawing in drawings_in(MODEL, name) for text in drawing.texts}
    assert load_words(language)("briefing.forces") in said - english
