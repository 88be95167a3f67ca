"""On every map of open ground, no text is on other text, a sign, a wall, the line of a zone, or the edge."""

from __future__ import annotations

import re

import pytest
from kits import MISSIONS, SCENARIOS, scenario_of
from open_solids import touching
from soak import every, times

from builder.draw.maps.hex_numbers import HexNumbers
from builder.draw.maps.map_look import MapLook
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme, theme_names

# By their texts: loading every scenario takes long.
OPEN = [
    name
    for name, path in SCENARIOS.items()
    if re.search(r"^(  kind: table|  land:)$", path.read_text("utf-8"), re.MULTILINE)
]


@pytest.mark.soak
@pytest.mark.parametrize("name", every(times(3, 1), [*OPEN, *MISSIONS]))
def test_nothing_on_open_ground_touches_something_else(name: str) -> None:
    scenario = scenario_of(name)
    context = DrawingContext.of(scenario.ruleset, load_theme())
    assert touching(scenario, context, MapLook(secrets=True)) == []


@pytest.mark.soak
@pytest.mark.parametrize("theme", every(times(3, 1), [name for name in theme_names() if name != "default"]))
def test_nothing_touches_in_other_themes_and_with_other_numbers(theme: str) -> None:
    for name, numbers in (("static", "center"), ("brood-debt", "none"), ("fort-hadley", "top")):
        scenario = scenario_of(name)
        context = DrawingContext.of(scenario.ruleset, load_theme(theme))
        assert touching(scenario, context, MapLook(numbers=HexNumbers(numbers))) == []
