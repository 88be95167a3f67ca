"""On every deck, no text or star is on a wall, a door, a symbol, another text, or the line of a zone."""

from __future__ import annotations

from pathlib import Path

import pytest
from deck_solids import touching
from soak import every, times

from builder.draw.maps.hex_numbers import HexNumbers
from builder.draw.maps.map_look import MapLook
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.scenario.load import load_scenario
from rulesdb.shipped import shipped

DECKS = sorted((shipped("scenarios") / "bug_hunter").glob("*.yaml"))


@pytest.mark.parametrize(
    ("path", "theme"),
    [*((path, "default") for path in DECKS), *((path, "low-ink") for path in every(times(3, 1), DECKS))],
    ids=lambda value: getattr(value, "stem", value),
)
def test_nothing_on_a_deck_touches_something_else(path: Path, theme: str) -> None:
    scenario = load_scenario(path)
    context = DrawingContext.of(scenario.ruleset, load_theme(theme))
    for level in range(len(scenario.hex_map.levels)):
        assert touching(scenario, level, context, MapLook()) == []


def test_nothing_touches_numbers_in_the_middle_of_hexes() -> None:
    scenario = load_scenario(DECKS[1])
    context = DrawingContext.of(scenario.ruleset, load_theme())
    look = MapLook(numbers=HexNumbers("center", style="letters"), secrets=True)
    assert touching(scenario, 1, context, look) == []


def test_nothing_touches_something_else_on_a_small_map() -> None:
    for path in every(times(3, 1), DECKS):
        scenario = load_scenario(path)
        context = DrawingContext.of(scenario.ruleset, load_theme())
        for level in range(len(scenario.hex_map.levels)):
            assert touching(scenario, level, context, MapLook(), 0.45) == []
