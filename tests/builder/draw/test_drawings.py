"""Every drawing of a real scenario: svgwrite's own validator accepts it, and its text stays in its place."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from builder.draw.canvas import Drawing, PlacedText, svg_text
from builder.draw.theme import load_theme, theme_names
from builder.press.kit import Kit, compose_kit
from builder.press.paper import load_paper, paper_names
from builder.scenario.model import Scenario

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def kit(dead_air: Scenario) -> Kit:
    """Drawn with svgwrite's validator on, which raises on any attribute that SVG does not have."""
    return compose_kit(dead_air, load_paper("a4"), load_theme(), debug=True)


def drawings(kit: Kit) -> Iterator[Drawing]:
    yield from (page.drawing for page in kit.pages)
    yield from kit.loose


def overlap(a: PlacedText, b: PlacedText) -> bool:
    slack = 0.05
    return (
        a.x + slack < b.x + b.width
        and b.x + slack < a.x + a.width
        and a.y + slack < b.y + b.height
        and b.y + slack < a.y + a.height
    )


def test_no_text_leaves_the_box_it_was_given(kit: Kit) -> None:
    outside = []
    for drawing in drawings(kit):
        for text in drawing.texts:
            if text.within is None:
                continue
            x, y, width, height = text.within
            if text.x < x - 0.1 or text.x + text.width > x + width + 0.1:
                outside.append((drawing.name, text.text, "across"))
            if text.y < y - 0.1 or text.y + text.height > y + height + 0.1:
                outside.append((drawing.name, text.text, "down"))
    assert outside == []


def test_no_text_leaves_its_drawing(kit: Kit) -> None:
    outside = [
        (drawing.name, text.text)
        for drawing in drawings(kit)
        for text in drawing.texts
        if text.x < -0.01
        or text.y < -0.01
        or text.x + text.width > drawing.width + 0.01
        or text.y + text.height > drawing.height + 0.01
    ]
    assert outside == []


def test_no_two_texts_overlap(kit: Kit) -> None:
    clashes = [
        (drawing.name, a.text, b.text)
        for drawing in drawings(kit)
        for a, b in itertools.combinations(drawing.texts, 2)
        if overlap(a, b)
    ]
    assert clashes == []


def test_no_text_is_smaller_than_five_points(kit: Kit) -> None:
    """1.75 mm is five points, measured on the sheets that are printed at full size."""
    small = [
        (drawing.name, text.text)
        for drawing in drawings(kit)
        for text in drawing.texts
        if drawing.name != "overview" and text.height < 1.75 * 0.698 - 0.01
    ]
    assert small == []


def test_every_svg_is_well_formed_and_of_exact_size(kit: Kit) -> None:
    for drawing in drawings(kit):
        root = ElementTree.fromstring(svg_text(drawing).encode("utf-8"))
        assert float(root.get("width", "0").removesuffix("mm")) == pytest.approx(drawing.width, abs=0.001)
        assert float(root.get("height", "0").removesuffix("mm")) == pytest.approx(drawing.height, abs=0.001)


def test_every_hex_of_the_map_is_numbered_once_on_each_deck(kit: Kit, dead_air: Scenario) -> None:
    wanted = sorted(dead_air.map.grid.label(hex) for hex in dead_air.map.grid)
    for drawing in kit.loose:
        numbers = sorted(text.text for text in drawing.texts if text.text.isdigit())
        assert numbers == wanted


def test_every_area_but_the_lift_is_named_on_its_deck(kit: Kit, dead_air: Scenario) -> None:
    for level, drawing in enumerate(kit.loose):
        written = {text.text for text in drawing.texts}
        names = {area.name.upper() for area in dead_air.map.areas_on(level) if area.kind != "lift"}
        assert names <= written


def test_every_door_is_drawn(kit: Kit, dead_air: Scenario) -> None:
    for level, drawing in enumerate(kit.loose):
        root = ElementTree.fromstring(svg_text(drawing).encode("utf-8"))
        walls = next(group for group in root.iter(f"{SVG}g") if group.get("class") == "walls")
        doors = walls.findall(f"{SVG}g")
        assert len(doors) == sum(door.level == level for door in dead_air.map.doors.values())


@pytest.mark.parametrize("theme", theme_names())
@pytest.mark.parametrize("paper", paper_names())
def test_every_theme_draws_on_every_paper(dead_air: Scenario, theme: str, paper: str) -> None:
    made = compose_kit(dead_air, load_paper(paper), load_theme(theme), debug=True)
    assert {page.part for page in made.pages} == {"Briefing", "Maps", "Rosters", "Cards", "Counters"}


def test_a_players_map_shows_no_objectives(dead_air: Scenario) -> None:
    from builder.draw.hexmap import draw_level
    from builder.draw.type import Metrics

    open_map = svg_text(draw_level(dead_air, 0, load_theme(), Metrics()))
    plain = svg_text(draw_level(dead_air, 0, load_theme(), Metrics(), objectives=False))
    assert 'class="objectives"' in open_map
    assert 'class="objectives"' not in plain
