"""Text on a deck does not touch walls, doors or other text, whatever the shapes of the rooms."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from placement import clashes
from soak import WHOLE, every, times

from builder.draw.maps.decks.doors import DOOR_LENGTH, DOOR_WEIGHT
from builder.draw.maps.hex_numbers import HexNumbers
from builder.draw.maps.hexmap import draw_level
from builder.draw.maps.map_frame import MARGIN, TITLE_BAND
from builder.draw.maps.map_look import MapLook
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.type import Metrics
from builder.geometry.hexlayout import HexLayout
from builder.geometry.shapes import Shape, line, rectangle
from builder.scenario.load import load_scenario, scenario_from
from builder.scenario.model import Scenario
from rulesdb.shipped import shipped
from rulesdb.yaml_source import parse_yaml

DECKS = sorted((shipped("scenarios") / "bug_hunter").glob("*.yaml"))
Bounds = tuple[float, float, float, float]
METRICS, THEME = Metrics(), load_theme()

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
        size=draw(st.sampled_from([14, 18, 25])),
        areas="\n".join(areas),
        doors=", ".join(dict.fromkeys(doors)),
        zone=areas[0].split(":")[0].strip(),
    )
    return scenario_from(parse_yaml(text, "ship.yaml"))


def solids(scenario: Scenario, level: int) -> list[tuple[str, Shape]]:
    """Walls and doors with their thickness, from the map itself."""
    hex_map = scenario.hex_map
    layout = HexLayout(hex_map.grid, hex_map.hex_size)
    boxes = []
    for wall in hex_map.boundaries:
        if wall.level != level:
            continue
        (x1, y1), (x2, y2) = ((x + MARGIN, y + MARGIN + TITLE_BAND) for x, y in layout.side(wall.side))
        weight = THEME.map["exterior_weight" if wall.is_exterior else "interior_weight"]
        boxes.append((f"wall at {wall.side}", line([(x1, y1), (x2, y2)], weight)))
        if wall.door is not None:
            x0, y0 = (x1 + x2) / 2, (y1 + y2) / 2
            ends = [
                (x0 + (x - x0) * DOOR_LENGTH, y0 + (y - y0) * DOOR_LENGTH) for x, y in ((x1, y1), (x2, y2))
            ]
            # A leaf has square ends; a round line extends beyond them by half its thickness.
            across = layout.size * DOOR_WEIGHT
            inner = 1 - across / 2 / (layout.radius * DOOR_LENGTH / 2)
            ends = [(x0 + (x - x0) * inner, y0 + (y - y0) * inner) for x, y in ends]
            boxes.append((f"door at {wall.side}", line(ends, across)))
    return boxes


def struck(scenario: Scenario, level: int, drawing: Drawing) -> list[tuple[str, str]]:
    """Every text that touches a wall or a door."""
    boxes = [(text.text, rectangle(text.x, text.y, text.width, text.height)) for text in drawing.texts]
    return [
        (text, solid)
        for solid, shape in solids(scenario, level)
        for text, box in boxes
        if meet(box.bounds, shape.bounds) and box.distance(shape) == 0.0
    ]


def meet(one: Bounds, other: Bounds) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


@pytest.mark.soak
@pytest.mark.parametrize(
    ("path", "place", "scale"),
    every(1 if WHOLE else 3, list(itertools.product(DECKS, ["top", "center"], [None, 0.45]))),
    ids=lambda value: getattr(value, "stem", str(value)),
)
def test_no_text_of_a_deck_lies_on_a_wall_or_a_door(path: Path, place: str, scale: float | None) -> None:
    scenario = load_scenario(path)
    look = MapLook(numbers=HexNumbers(place))
    for level in range(len(scenario.hex_map.levels)):
        drawing = draw_level(scenario, level, DrawingContext(THEME), look=look, overview_at=scale)
        assert struck(scenario, level, drawing) == []
        assert list(clashes(drawing.texts, 0.0)) == []


@settings(max_examples=times(10, 100), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ships(), st.sampled_from(["top", "center", "none"]), st.sampled_from(["every", "fifth"]))
def test_names_of_rooms_of_any_shape_do_not_touch_walls(scenario: Scenario, place: str, extent: str) -> None:
    drawing = draw_level(scenario, 0, DrawingContext(THEME), look=MapLook(numbers=HexNumbers(place, extent)))
    assert struck(scenario, 0, drawing) == []
    assert list(clashes(drawing.texts, 0.0)) == []
    written = " ".join(text.text for text in drawing.texts).upper()
    assert all(area.name.upper() in written for area in scenario.hex_map.areas.values())


def test_a_name_without_room_becomes_a_number_listed_below_the_deck() -> None:
    areas = '        pipe: {name: Auxiliary Equipment Storage, hexes: "0202"}\n'
    areas += '        hall: {name: Hall, hexes: "0402-0804"}'
    text = SHIP.format(size=18, areas=areas, doors="", zone="hall")
    drawing = draw_level(scenario_from(parse_yaml(text, "ship.yaml")), 0, DrawingContext(THEME))
    written = [item.text for item in drawing.texts]
    assert "1" in written
    assert "1 Auxiliary Equipment Storage" in written
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
