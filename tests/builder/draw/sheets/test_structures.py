"""The structures of a map of dots on their track."""

from __future__ import annotations

from builder.draw.sheets.tracks.lines import known_lines
from builder.draw.surface.wording import load_words
from builder.scenario.load import load_scenario
from rulesdb.shipped import shipped


def test_walls_of_unusual_toughness_are_among_the_structures() -> None:
    scenario = load_scenario(shipped("scenarios") / "advanced_infantry" / "customs-house.yaml")
    lines = known_lines({"known": "buildings"}, scenario, load_words())
    assert ["Chandlery", "15 (light)"] in lines
    assert [line for line in lines if line[0].startswith("High wall")] == [
        ["High wall 0116-0616/0117-0617", "90 (heavy)"]
    ]
