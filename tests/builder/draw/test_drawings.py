"""Every drawing of a real scenario: svgwrite's validator accepts it, and texts stay in their boxes."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import placement
import pytest
from kits import MISSIONS, TRIED, drawings_of, kit_of, scenario_of, scenario_of_mission
from soak import WHOLE

from builder.draw.maps.map_look import MapLook
from builder.draw.surface.canvas import svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme, theme_names
from builder.press.kit.kit import compose_kit
from builder.press.services.sheet_file import load_paper, paper_names
from builder.scenario.model import Scenario

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.soak
@pytest.mark.parametrize("name", TRIED)
def test_texts_stay_in_their_boxes_apart_and_large_enough(name: str) -> None:
    drawings = drawings_of(kit_of(name))
    assert placement.outside(drawings) == []
    assert placement.overlapping(drawings) == []
    assert placement.too_small(drawings) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", TRIED)
def test_every_svg_is_well_formed_and_of_exact_size(name: str) -> None:
    for drawing in drawings_of(kit_of(name)):
        root = ElementTree.fromstring(svg_text(drawing).encode("utf-8"))
        assert float(root.get("width", "0").removesuffix("mm")) == pytest.approx(drawing.width, abs=0.001)
        assert float(root.get("height", "0").removesuffix("mm")) == pytest.approx(drawing.height, abs=0.001)


def test_every_hex_of_a_room_is_numbered_once_on_each_deck(dead_air: Scenario) -> None:
    grid = dead_air.hex_map.grid
    for level, drawing in enumerate(kit_of("dead-air").loose):
        numbers = [text.text for text in drawing.texts if re.fullmatch(r"\d{4}", text.text)]
        rooms = {grid.label(at.hex) for at in dead_air.hex_map.area_at if at.level == level}
        assert len(numbers) == len(set(numbers))
        assert rooms <= set(numbers) <= {grid.label(hex) for hex in grid}


def test_every_area_but_the_lift_is_named_on_its_deck(dead_air: Scenario) -> None:
    for level, drawing in enumerate(kit_of("dead-air").loose):
        written = {text.text for text in drawing.texts}
        names = {area.name.upper() for area in dead_air.hex_map.areas_on(level) if area.kind != "lift"}
        # A name may be on two lines.
        assert {word for name in names for word in name.split()} <= {
            w for line in written for w in line.split()
        }


def test_every_door_is_drawn(dead_air: Scenario) -> None:
    for level, drawing in enumerate(kit_of("dead-air").loose):
        root = ElementTree.fromstring(svg_text(drawing).encode("utf-8"))
        layer = next(group for group in root.iter(f"{SVG}g") if group.get("class") == "doors")
        doors = layer.findall(f"{SVG}g")
        assert len(doors) == sum(door.level == level for door in dead_air.hex_map.doors.values())


@pytest.mark.soak
@pytest.mark.parametrize("theme", theme_names() if WHOLE else ["low-ink"])
@pytest.mark.parametrize("paper", paper_names() if WHOLE else ["letter"])
def test_every_theme_draws_and_every_paper_has_room(dead_air: Scenario, theme: str, paper: str) -> None:
    kit = compose_kit(dead_air, load_paper(paper), load_theme(theme), debug=True)
    parts = {"Briefing", "Maps", "Charts", "Rosters", "Cards", "Counters", "Templates", "Cover"}
    assert {part for page in kit.pages for part in (page.part, page.also) if part} == parts


def test_a_players_map_shows_no_objectives(dead_air: Scenario) -> None:
    from builder.draw.maps.hexmap import draw_level

    open_map = svg_text(draw_level(dead_air, 0, DrawingContext(load_theme())))
    plain = svg_text(draw_level(dead_air, 0, DrawingContext(load_theme()), look=MapLook(objectives=False)))
    assert 'class="objectives"' in open_map
    assert 'class="objectives"' not in plain


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in TRIED if name in MISSIONS])
def test_every_piece_zone_and_objective_of_a_table_is_named_on_its_map(name: str) -> None:
    scenario = scenario_of(name)
    table = next(drawing for drawing in kit_of(name).loose if drawing.name == "table")
    written = {text.text.casefold() for text in table.texts}
    # A piece without a name of its own has that of its terrain, which is in the key.
    pieces = scenario.table_map.pieces
    names = [piece.name for piece in pieces if piece.name.casefold() != piece.terrain.title.casefold()]
    titles = [item.title for item in (*MapLook().zones_of(scenario), *scenario.objectives)]
    printed = DrawingContext(load_theme()).metrics.printed
    # Several objectives have letters before their names.
    written |= {text.partition(" · ")[2] for text in written}
    assert {printed(name).casefold() for name in (*names, *titles)} <= written


@pytest.mark.parametrize("slug", ["tunnel-rats", "the-head-hunters"])
def test_tunnels_and_their_contents_are_not_on_the_public_map(slug: str) -> None:
    kit = compose_kit(scenario_of_mission(slug), load_paper("a4"), load_theme(), parts=["map"])
    table, tunnels = kit.loose
    secret = {"Nursery", "Larder", "Pit"}
    assert not secret & {text.text for text in table.texts}
    assert secret <= {text.text for text in tunnels.texts}


def test_a_theme_without_the_newest_colors_takes_them_from_the_default(tmp_path: Path) -> None:
    old = tmp_path / "old.yaml"
    old.write_text('name: old\nink: "#000000"\nmap: {hill: "#123456"}\n', encoding="utf-8")
    theme, default = load_theme(str(old)), load_theme()
    assert (theme["ink"], theme.map["hill"]) == ("#000000", "#123456")
    assert theme.map["woods"] == default.map["woods"]
