"""Text on a deck does not touch walls, doors or other text, whatever the shapes of the rooms."""

from __future__ import annotations

import itertools

from deck_solids import touching
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from soak import times

from builder.draw.maps.hex_numbers import HexNumbers
from builder.draw.maps.hexmap import draw_level
from builder.draw.maps.map_look import MapLook
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.scenario.load import load_scenario, scenario_from
from builder.scenario.model import Scenario
from rulesdb.shipped import shipped
from rulesdb.yaml_source import parse_yaml

DECKS = sorted((shipped("scenarios") / "bug_hunter").glob("*.yaml"))
THEME = load_theme()

SHIP = """\
scenario: {{id: ship, title: Ship, game: bug-hunter, version: 1.0.0, authors: [A], players: 2, summary: One.}}
map:
  kind: hex
  columns: 12
  rows: 8
  hex_size: {size}
  atmosphere: {{outside: vacuum, inside: benign}}
  levels:
    - id: deck
      title: Deck
      areas:
{areas}
      doors: {{{doors}}}
forces:
  - {{id: crew, title: Crew, side: human, unit: crew, roster: standard-crew,
     members: [{{row: 1, id: "01", name: Ann Holt, weapon: screecher}}]}}
setup:
  zones: [{{id: here, title: Here, areas: [{zone}]}}]
  placements: [{{force: crew, zone: here}}]
schedule: {{turns: 5}}
objectives:
  - {{id: goal, title: Goal, side: human, level: deck, hex: "0202", text: Take it.}}
victory:
  - {{side: human, grade: win, when: The goal is taken., objectives: [goal]}}
"""
NAMES = ("Lab", "Reactor Control", "Auxiliary Equipment Storage", "Mess", "Crew Quarters", "Forward Airlock")
KINDS = ("room", "corridor", "airlock", "bay")


@st.composite
def ships(draw: st.DrawFn) -> Scenario:
    """A deck divided into blocks of any size, with doors wherever they can be."""
    widths = draw(st.lists(st.integers(1, 4), min_size=2, max_size=4))
    heights = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    lefts = list(itertools.accumulate(widths, initial=2))[:-1]
    tops = list(itertools.accumulate(heights, initial=2))[:-1]
    areas, doors = [], []
    for left, wide in zip(lefts, widths, strict=True):
        for top, tall in zip(tops, heights, strict=True):
            if left + wide > 12 or top + tall > 8:
                continue
            id = f"area-{left}-{top}"
            name, kind = draw(st.sampled_from(NAMES)), draw(st.sampled_from(KINDS))
            hexes = f"{left:02d}{top:02d}-{left + wide - 1:02d}{top + tall - 1:02d}"
            areas.append(f'        {id}: {{name: {name}, kind: {kind}, hexes: "{hexes}"}}')
            side = draw(st.sampled_from(["N", "S", "NE", "SE", "NW", "SW"]))
            doors.append(f"{left:02d}{top:02d}/{side}: {draw(st.sampled_from(['interior', 'airtight']))}")
    text = SHIP.format(
        size=draw(st.sampled_from([18, 25])),
        areas="\n".join(areas),
        doors=", ".join(dict.fromkeys(doors)),
        zone=areas[0].split(":")[0].strip(),
    )
    return scenario_from(parse_yaml(text, "ship.yaml"))


@settings(max_examples=times(10, 100), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ships(), st.sampled_from(["top", "center", "none"]), st.sampled_from(["every", "fifth"]))
def test_names_of_rooms_of_any_shape_do_not_touch_walls(scenario: Scenario, place: str, extent: str) -> None:
    look = MapLook(numbers=HexNumbers(place, extent))
    drawing = draw_level(scenario, 0, DrawingContext(THEME), look=look)
    assert touching(scenario, 0, DrawingContext(THEME), look, crowded=True) == []
    written = " ".join(text.text for text in drawing.texts).upper()
    assert all(area.name.upper() in written for area in scenario.hex_map.areas.values())


def test_a_name_without_room_becomes_a_letter_listed_below_the_deck() -> None:
    areas = '        pipe: {name: Auxiliary Equipment Storage, hexes: "0202"}\n'
    areas += '        hall: {name: Hall, hexes: "0402-0804"}'
    text = SHIP.format(size=18, areas=areas, doors="", zone="hall")
    drawing = draw_level(scenario_from(parse_yaml(text, "ship.yaml")), 0, DrawingContext(THEME))
    written = [item.text for item in drawing.texts]
    assert "A" in written
    assert "A = Auxiliary Equipment Storage" in written
    assert "HALL" in written


def test_names_are_in_the_same_places_on_every_copy_of_a_deck() -> None:
    scenario = load_scenario(DECKS[1])
    copies = [
        {
            (text.text, text.x, text.y)
            for text in draw_level(scenario, 0, DrawingContext(THEME), look=look).texts
        }
        for look in (MapLook(zones=False), MapLook(zones=False, objectives=False))
    ]
    assert copies[0] == copies[1]
