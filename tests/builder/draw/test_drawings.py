"""Every drawing of a real scenario: svgwrite's own validator accepts it, and its text stays in its place."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from builder.draw.surface.canvas import Drawing, PlacedText, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme, theme_names
from builder.games.mobile_infantry.missions import mission_scenario
from builder.games.mobile_infantry.missions.layout import missions_with_layout
from builder.press.kit.kit import Kit, compose_kit
from builder.press.services.sheet_file import load_paper, paper_names
from builder.scenario.load import load_scenario, scenario_from
from builder.scenario.model import Scenario
from rulesdb import open_game
from rulesdb.shipped import shipped
from rulesdb.yaml_source import parse_yaml

MISSIONS = missions_with_layout()
LIBRARY = {path.stem: path for path in sorted(shipped("scenarios").rglob("*.yaml"))}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def kit(dead_air: Scenario) -> Kit:
    """Drawn with svgwrite's validator on, which raises on any attribute that SVG does not have."""
    return compose_kit(dead_air, load_paper("a4"), load_theme(), debug=True)


@pytest.fixture(scope="module", params=[*LIBRARY, *MISSIONS])
def any_kit(request: pytest.FixtureRequest) -> Kit:
    """The kit of every scenario that ships, and of one made from each mission."""
    if request.param in LIBRARY:
        scenario = load_scenario(LIBRARY[request.param])
    else:
        scenario = scenario_of_mission(request.param)
    return compose_kit(scenario, load_paper("a4"), load_theme(), debug=True)


def scenario_of_mission(slug: str, seed: int = 1) -> Scenario:
    game = open_game("mobile-infantry")
    text = mission_scenario(game, game.find("mission", slug), slug, slug.replace("-", " ").title(), seed)
    return scenario_from(parse_yaml(text, "mission.yaml"))


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


def test_no_text_leaves_the_box_it_was_given(any_kit: Kit) -> None:
    outside = []
    for drawing in drawings(any_kit):
        for text in drawing.texts:
            if text.within is None:
                continue
            x, y, width, height = text.within
            if text.x < x - 0.1 or text.x + text.width > x + width + 0.1:
                outside.append((drawing.name, text.text, "across"))
            if text.y < y - 0.1 or text.y + text.height > y + height + 0.1:
                outside.append((drawing.name, text.text, "down"))
    assert outside == []


def test_no_text_leaves_its_drawing(any_kit: Kit) -> None:
    outside = [
        (drawing.name, text.text)
        for drawing in drawings(any_kit)
        for text in drawing.texts
        if text.x < -0.01
        or text.y < -0.01
        or text.x + text.width > drawing.width + 0.01
        or text.y + text.height > drawing.height + 0.01
    ]
    assert outside == []


def test_no_two_texts_overlap(any_kit: Kit) -> None:
    clashes = [
        (drawing.name, a.text, b.text)
        for drawing in drawings(any_kit)
        for a, b in itertools.combinations(drawing.texts, 2)
        if overlap(a, b)
    ]
    assert clashes == []


def test_no_text_is_smaller_than_five_points(any_kit: Kit) -> None:
    """1.75 mm is five points, measured on the sheets that are printed at full size."""
    small = [
        (drawing.name, text.text)
        for drawing in drawings(any_kit)
        for text in drawing.texts
        if not drawing.name.endswith("overview") and text.height < 1.75 * 0.698 - 0.01
    ]
    assert small == []


def test_every_svg_is_well_formed_and_of_exact_size(any_kit: Kit) -> None:
    for drawing in drawings(any_kit):
        root = ElementTree.fromstring(svg_text(drawing).encode("utf-8"))
        assert float(root.get("width", "0").removesuffix("mm")) == pytest.approx(drawing.width, abs=0.001)
        assert float(root.get("height", "0").removesuffix("mm")) == pytest.approx(drawing.height, abs=0.001)


def test_every_hex_of_the_map_is_numbered_once_on_each_deck(kit: Kit, dead_air: Scenario) -> None:
    wanted = sorted(dead_air.hex_map.grid.label(hex) for hex in dead_air.hex_map.grid)
    for drawing in kit.loose:
        numbers = sorted(text.text for text in drawing.texts if text.text.isdigit())
        assert numbers == wanted


def test_every_area_but_the_lift_is_named_on_its_deck(kit: Kit, dead_air: Scenario) -> None:
    for level, drawing in enumerate(kit.loose):
        written = {text.text for text in drawing.texts}
        names = {area.name.upper() for area in dead_air.hex_map.areas_on(level) if area.kind != "lift"}
        assert names <= written


def test_every_door_is_drawn(kit: Kit, dead_air: Scenario) -> None:
    for level, drawing in enumerate(kit.loose):
        root = ElementTree.fromstring(svg_text(drawing).encode("utf-8"))
        walls = next(group for group in root.iter(f"{SVG}g") if group.get("class") == "walls")
        doors = walls.findall(f"{SVG}g")
        assert len(doors) == sum(door.level == level for door in dead_air.hex_map.doors.values())


@pytest.mark.parametrize(
    ("theme", "paper"),
    [*((theme, "a4") for theme in theme_names()), *(("default", paper) for paper in paper_names()[1:])],
)
def test_every_theme_draws_and_every_paper_has_room(dead_air: Scenario, theme: str, paper: str) -> None:
    made = compose_kit(dead_air, load_paper(paper), load_theme(theme), debug=True)
    parts = {"Briefing", "Maps", "Charts", "Rosters", "Cards", "Counters", "Templates", "Colophon"}
    assert {page.part for page in made.pages} == parts


def test_a_players_map_shows_no_objectives(dead_air: Scenario) -> None:
    from builder.draw.maps.hexmap import draw_level
    from builder.draw.maps.map_look import MapLook

    open_map = svg_text(draw_level(dead_air, 0, DrawingContext(load_theme())))
    plain = svg_text(draw_level(dead_air, 0, DrawingContext(load_theme()), look=MapLook(objectives=False)))
    assert 'class="objectives"' in open_map
    assert 'class="objectives"' not in plain


@pytest.mark.parametrize("slug", MISSIONS)
def test_every_piece_zone_and_objective_of_a_table_is_named_on_its_map(slug: str) -> None:
    scenario = scenario_of_mission(slug)
    table = next(
        drawing
        for drawing in compose_kit(scenario, load_paper("a4"), load_theme(), parts=["map"]).loose
        if drawing.name == "table"
    )
    written = {text.text for text in table.texts}
    assert {piece.name for piece in scenario.table_map.pieces} <= written
    assert {zone.title for zone in scenario.zones} <= written
    assert {objective.title for objective in scenario.objectives} <= written


@pytest.mark.parametrize("slug", ["tunnel-rats", "the-head-hunters"])
def test_tunnels_and_what_is_in_them_stay_off_the_map_that_all_may_see(slug: str) -> None:
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
