"""Drawn maps of dots: positions of dots, walls with thickness, names, record sheets."""

from __future__ import annotations

import io
import re
from collections.abc import Collection
from dataclasses import replace
from math import inf
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
import placement
import pytest
import typst
from kits import MAPS
from PIL import Image
from shapely import Point, box
from soak import WHOLE

from builder.draw.maps.dotmap import MARGIN, TITLE_BAND, draw_dots, overview_scale
from builder.draw.maps.dots.areas import Areas
from builder.draw.maps.dots.names import MapNames
from builder.draw.maps.dots.plan import Plan, overview_letters
from builder.draw.maps.map_artists import map_artist
from builder.draw.maps.map_look import MapLook
from builder.draw.surface.canvas import Drawing, svg_text
from builder.draw.surface.clear_space import grown, overlaps
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme, theme_names
from builder.draw.surface.wording import load_words
from builder.games.advanced_infantry.trooper_sheets import arms_of
from builder.geometry.dotlattice import Dot
from builder.press.kit.kit import compose_kit
from builder.press.services.sheet_file import load_paper, paper_names
from builder.scenario.load import load_scenario
from builder.scenario.model import Scenario
from rulesdb.shipped import shipped

Pixels = npt.NDArray[np.float64]
DPI = 72
SVG = "{http://www.w3.org/2000/svg}"
SOUND = Path(__file__).parents[2] / "lint" / "sound-dots.yaml"
LIBRARY = sorted((shipped("scenarios") / "advanced_infantry").glob("*.yaml"))

LOOKED_AT = LIBRARY if WHOLE else [path for path in LIBRARY if path.stem in MAPS]
pytestmark = pytest.mark.soak


@pytest.fixture(scope="module", params=[SOUND, *LOOKED_AT], ids=lambda path: path.stem)
def scenario(request: pytest.FixtureRequest) -> Scenario:
    return load_scenario(request.param)


@pytest.fixture(scope="module")
def drawing(scenario: Scenario) -> Drawing:
    return draw_dots(scenario, DrawingContext(load_theme(), debug=True))


def group(drawing: Drawing, name: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg_text(drawing).encode("utf-8"))
    return next(part for part in root.iter(f"{SVG}g") if part.get("class") == name)


def test_the_map_is_as_large_as_its_lattice_and_its_margins(scenario: Scenario, drawing: Drawing) -> None:
    lattice = scenario.dots_map.lattice
    assert drawing.width == pytest.approx(lattice.width + 2 * MARGIN)
    assert drawing.height == pytest.approx(lattice.height + 2 * MARGIN + TITLE_BAND)


def test_every_dot_but_the_trunks_of_trees_is_drawn_once_at_its_position(
    scenario: Scenario, drawing: Drawing
) -> None:
    dots_drawn = sorted(
        (float(x), float(y))
        for path in group(drawing, "dots").iter(f"{SVG}path")
        for x, y in re.findall(r"M([\d.]+) ([\d.]+)h", path.get("d", ""))
    )
    lattice = scenario.dots_map.lattice
    trees = {dot for dot, terrain in scenario.dots_map.terrain.items() if terrain["symbol"] == "tree"}
    places = [lattice.at(dot) for dot in lattice if dot not in trees]
    assert dots_drawn == sorted((round(x, 3), round(y, 3)) for x, y in places)


def test_every_column_and_row_is_numbered_at_both_its_ends(scenario: Scenario, drawing: Drawing) -> None:
    lattice = scenario.dots_map.lattice
    labels = [text.text for text in drawing.texts]
    for number in range(1, max(lattice.columns, lattice.rows) + 1):
        times = (number <= lattice.columns) + (number <= lattice.rows)
        assert labels.count(str(number)) >= 2 * times


@pytest.mark.parametrize("width", [90.0, 164.0, 190.0])
def test_no_text_of_an_overview_leaves_its_drawing(scenario: Scenario, width: float) -> None:
    context, lattice = DrawingContext(load_theme()), scenario.dots_map.lattice
    scale = overview_scale(lattice, context.metrics, width, inf)
    overview = draw_dots(scenario, context, overview_at=scale)
    assert overview.width * scale <= width + 0.01
    sides = [(text.x, text.y, text.x + text.width, text.y + text.height) for text in overview.texts]
    wests, norths, easts, souths = zip(*sides, strict=True)
    assert min(*wests, *norths) >= 0
    assert max(easts) <= overview.width
    assert max(souths) <= overview.height


def test_everything_with_a_name_is_named(scenario: Scenario, drawing: Drawing) -> None:
    dots = scenario.dots_map
    # Names of places are in capitals, and long ones on two lines.
    written = " ".join(text.text for text in drawing.texts).casefold()
    wanted = {piece.name for piece in dots.pieces if piece.name} | {item.name for item in dots.buildings}
    wanted |= {tunnel.name for tunnel in dots.tunnels} | set(dots.labels)
    wanted |= {zone.title for zone in scenario.zones} | {item.title for item in scenario.objectives}
    assert {name for name in wanted if name.casefold() not in written} == set()


def test_every_building_shows_the_number_of_its_floors(scenario: Scenario, drawing: Drawing) -> None:
    badges = group(drawing, "signs")
    floors = sorted(text.text or "" for text in badges.iter(f"{SVG}text"))
    assert floors == sorted(str(building.levels) for building in scenario.dots_map.buildings)


def picture(drawing: Drawing, without: Collection[str] = ()) -> Pixels:
    """The luminance of each pixel of a drawing without its texts and some layers."""
    root = ElementTree.fromstring(svg_text(drawing))
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag == f"{SVG}text" or child.get("class") in without:
                parent.remove(child)
    svg = ElementTree.tostring(root, encoding="unicode").replace("\\", "\\\\").replace('"', '\\"')
    size = f"width: {drawing.width}mm, height: {drawing.height}mm"
    source = f'#page({size}, margin: 0mm, image(bytes("{svg}"), format: "svg", {size}))'
    png = typst.compile(source.encode(), format="png", ppi=DPI, ignore_system_fonts=True)
    shares = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), dtype=float) / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


@pytest.fixture(scope="module", params=theme_names() if WHOLE else ["default"])
def printed(request: pytest.FixtureRequest, scenario: Scenario) -> Drawing:
    """The map in the face of its game, in each theme."""
    return draw_dots(scenario, DrawingContext.of(scenario.ruleset, load_theme(request.param)))


def test_nothing_dark_is_near_a_dot_but_stairs_wire_and_signs(scenario: Scenario, printed: Drawing) -> None:
    lattice = scenario.dots_map.lattice
    pixels = picture(
        printed, {"dots", "rings", "stairs", "wire", "objectives", "trees", "weapons", "zone-names", "mouths"}
    )
    half, mm = 1.3, DPI / 25.4
    crowded = {}
    for dot in lattice:
        x, y = (at + off for at, off in zip(lattice.at(dot), (MARGIN, MARGIN + TITLE_BAND), strict=True))
        rows = slice(round((y - half) * mm), round((y + half) * mm) + 1)
        dark = np.quantile(pixels[rows, round((x - half) * mm) : round((x + half) * mm) + 1], 0.03)
        if dark < 0.28:
            crowded[lattice.label(dot)] = round(float(dark), 2)
    assert crowded == {}


def test_no_text_is_on_a_wall_a_dot_or_any_other_ink(printed: Drawing) -> None:
    assert placement.overlapping([printed]) == []
    pixels, mm = picture(printed), DPI / 25.4
    crossed = {}
    for text in printed.texts:
        rows = slice(round(text.y * mm), round((text.y + text.height) * mm))
        part = pixels[rows, round(text.x * mm) : round((text.x + text.width) * mm)]
        contrast = (np.median(part) + 0.05) / (np.quantile(part, 0.03) + 0.05)
        if contrast > 2.6:
            crossed[text.text] = round(float(contrast), 1)
    assert crossed == {}


def plan_of(scenario: Scenario, smallest: float = 0.0, whole: Plan | None = None) -> Plan:
    context = DrawingContext.of(scenario.ruleset, load_theme())
    return Plan(scenario, Areas.of_map(scenario, context), MapLook(), context, smallest, whole)


def library(name: str) -> Scenario:
    return load_scenario(shipped("scenarios") / "advanced_infantry" / f"{name}.yaml")


def test_an_edge_by_which_units_leave_has_an_arrow_at_every_dot_but_where_something_is() -> None:
    scenario = library("cold-ford")
    lattice = scenario.dots_map.lattice
    [post] = plan_of(scenario).signposts
    rows = [lattice.at(Dot(lattice.columns, row))[1] for row in range(1, lattice.rows + 1)]
    assert {y for _, y in post.arrows} <= set(rows)
    assert len(post.arrows) >= lattice.rows - 2


def test_an_overview_has_its_signposts_where_the_map_has_them() -> None:
    scenario = library("cold-ford")
    large = plan_of(scenario)
    for one, other in zip(large.signposts, plan_of(scenario, 6.5, large).signposts, strict=True):
        middles = [(post.box[1] + post.box[3]) / 2 for post in (one, other)]
        assert middles[0] == pytest.approx(middles[1], abs=scenario.dots_map.lattice.spacing / 2)


def test_a_way_out_through_the_doors_of_a_building_has_no_signpost() -> None:
    assert plan_of(library("customs-house")).signposts == []


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_no_door_opens_into_the_ring_of_an_objective_or_the_star_beside_it(path: Path) -> None:
    plan = plan_of(load_scenario(path))
    for flag in plan.flags.values():
        signs = [grown((*flag.dot, *flag.dot), flag.ring), grown((*flag.disc, *flag.disc), 2.7)]
        for way in plan.ways:
            assert not way.leaves or not any(overlaps(way.box, sign) for sign in signs)


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_the_line_of_a_zone_is_clear_of_the_rings_of_objectives(path: Path) -> None:
    plan = plan_of(load_scenario(path))
    for flag in plan.flags.values():
        for _, area in plan.zones.areas:
            assert not area.boundary.dwithin(Point(flag.dot), flag.ring)


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_the_mouth_of_a_tunnel_is_on_its_dot_and_has_its_number(path: Path) -> None:
    scenario = load_scenario(path)
    plan, lattice = plan_of(scenario), scenario.dots_map.lattice
    numbers = {number.text for number in plan.numbers}
    stairs = {stairs.dot for stairs in plan.stairs}
    for dot, at in plan.mouths.items():
        assert lattice.label(dot) in numbers
        assert (at == lattice.at(dot)) == (dot not in stairs)


def test_the_name_of_a_building_is_not_in_the_river_beside_it() -> None:
    scenario = library("cold-ford")
    large = plan_of(scenario)
    plan = plan_of(scenario, 6.5, large)
    names = MapNames(plan, MapNames(large))
    [mill] = [named.name for named in names.names if named.name.text == "ISKER MILL"]
    assert not any(water.whole.contains(Point(mill.middle)) for water in plan.areas.waters)


def test_the_name_of_a_piece_is_whole() -> None:
    scenario = library("cold-ford")
    pieces = {piece.name for piece in scenario.dots_map.pieces}
    named = [named.name for named in MapNames(plan_of(scenario)).names if named.name.text in pieces]
    assert "South Wood" in {name.text for name in named}
    assert all(len(name.lines) == 1 for name in named)


def test_a_marker_at_the_start_has_the_icon_of_its_counter_and_hides_no_dot() -> None:
    scenario = library("customs-house")
    [(_, at, size)] = plan_of(scenario).markers
    theme = load_theme()
    drawing = draw_dots(scenario, DrawingContext.of(scenario.ruleset, theme))
    [icon] = group(drawing, "markers").findall(f".//{SVG}path")
    assert icon.get("fill") == theme.counters["fire_band"]
    west, north, east, south = grown((*at, *at), size / 2)
    dots = map(scenario.dots_map.lattice.at, scenario.dots_map.lattice)
    assert not any(west < x < east and north < y < south for x, y in dots)


def test_the_key_has_the_toughness_of_each_kind_of_wall_and_a_note_that_of_others() -> None:
    def texts(scenario: Scenario) -> str:
        context = DrawingContext.of(scenario.ruleset, load_theme())
        [sheet] = map_artist(scenario, context).overview((190.0, 277.0))
        return " ".join(text.text for text in sheet.texts)

    scenario = library("customs-house")
    written = texts(scenario)
    assert "Bonded Store: 15 (light)" in written
    # All high walls in the open are heavy, those between rooms are not.
    said = "impassable, blocks sight, toughness"
    assert f"High wall {said} 90" in written
    assert f"Inner wall {said} 10" in written
    assert "0116–0616" not in written
    walls = dict(scenario.dots_map.obstacles)
    weak = next(edge for edge, wall in walls.items() if wall.toughness)
    walls[weak] = replace(walls[weak], toughness="")
    mixed = texts(replace(scenario, map=replace(scenario.dots_map, obstacles=walls)))
    assert "0116–0616/0117–0617: 90 (heavy)" in mixed
    only = tuple(replace(each, toughness="light") for each in scenario.dots_map.buildings)
    alike = replace(scenario, map=replace(scenario.dots_map, buildings=only))
    assert "toughness 15" in texts(alike)
    assert "15 (light)" not in texts(alike)


def test_zones_and_objectives_can_be_left_out(scenario: Scenario) -> None:
    bare = draw_dots(scenario, DrawingContext(load_theme()), look=MapLook(zones=False, objectives=False))
    written = {text.text for text in bare.texts}
    assert not written & {objective.title for objective in scenario.objectives}
    assert 'class="zones"' not in svg_text(bare)


@pytest.mark.soak
@pytest.mark.parametrize("theme", theme_names() if WHOLE else ["high-contrast"])
@pytest.mark.parametrize("paper", paper_names() if WHOLE else ["letter"])
def test_a_kit_on_dots_has_every_part_in_every_theme_and_on_every_paper(theme: str, paper: str) -> None:
    kit = compose_kit(load_scenario(SOUND), load_paper(paper), load_theme(theme), debug=True)
    assert {page.part for page in kit.pages} >= {"Briefing", "Maps", "Rosters", "Counters"}


def test_the_key_prints_the_costs_of_the_games_own_table() -> None:
    scenario = load_scenario(SOUND)
    kit = compose_kit(scenario, load_paper("a4"), load_theme(), parts=["map"])
    sheet = next(page.drawing for page in kit.pages if page.drawing.name == "dots-overview")
    texts = {text.text for text in sheet.texts}
    cost = scenario.ruleset.table("terrain-costs").lookup(movement="shallow-water").result
    assert f"{cost} to enter" in texts
    assert "1 to enter (house)" in texts


def test_a_record_sheet_has_the_arms_and_rounds_of_a_figure() -> None:
    scenario = load_scenario(SOUND)
    members = {item.id: item for force in scenario.forces for item in force.members}
    assert [(arm.name, arm.rounds) for arm in arms_of(scenario.ruleset, members["A3"], load_words())] == [
        ("Rifle", None), ("Grenade launcher", 4), ("Hand grenades", 4),
    ]  # fmt: skip
    assert [(arm.name, arm.rounds) for arm in arms_of(scenario.ruleset, members["G1"], load_words())] == [
        ("Rifle", None), ("Hand / smoke grenades", 4),
    ]  # fmt: skip
    assert arms_of(scenario.ruleset, members["A2"], load_words())[0].name == "Heavy machine gun (crew +2)"


def test_a_record_sheet_has_a_box_for_each_point_of_damage_a_trooper_bears() -> None:
    scenario = load_scenario(SOUND)
    kit = compose_kit(scenario, load_paper("a4"), load_theme(), parts=["roster"])
    sheet = next(page.drawing for page in kit.pages if "troopers-guard" in page.drawing.name)
    root = ElementTree.fromstring(svg_text(sheet).encode("utf-8"))
    boxes = [box for box in root.iter(f"{SVG}rect") if box.get("width") == box.get("height") == "3.3"]
    bears = scenario.ruleset.table("basic-figures").lookup(about="toughness of a trooper").result
    grenades = 4 * 2
    assert len(boxes) == 2 * bears + grenades


def test_two_forces_of_one_unit_have_counters_in_their_own_colors() -> None:
    kit = compose_kit(load_scenario(SOUND), load_paper("a4"), load_theme(), parts=["counters"])
    sheet = next(page.drawing for page in kit.pages if page.drawing.name.startswith("counters"))
    text, colors = svg_text(sheet), load_theme().counters
    assert colors["pred_band"] in text
    assert colors["crew_band"] in text
    assert colors["marine_band"] not in text


def test_an_overview_has_no_furniture_which_would_hide_its_dots() -> None:
    scenario, context = library("customs-house"), DrawingContext(load_theme(), debug=True)
    layers = {
        is_small: svg_text(draw_dots(scenario, context, overview_at=0.3 if is_small else None))
        for is_small in (False, True)
    }
    assert 'class="furniture"' in layers[False]
    assert 'class="furniture"' not in layers[True]


def test_the_name_of_an_objective_outside_its_walls_or_far_away_is_led_to_its_star() -> None:
    names = MapNames(plan_of(library("kite-season")))
    titles = {names.plan.flags[each.id].disc: each.title for each in names.plan.scenario.objectives}
    assert len(names.leaders) >= 2
    for star, end in names.leaders:
        [led] = [named.name for named in names.names if named.name.text.split(" · ")[0] == titles[star]]
        assert any(line.box[0] - 0.01 <= end[0] <= line.box[2] + 0.01 for line in led.lines)


def test_the_key_of_a_kit_without_breaching_says_nothing_of_toughness() -> None:
    scenario = library("kite-season")
    assert any(rule.slug == "breaching" for rule in scenario.unused_rules)
    kit = compose_kit(scenario, load_paper("a4"), load_theme(), parts=["maps"])
    assert not any("toughness" in svg_text(page.drawing) for page in kit.pages)


def test_the_key_of_a_kit_without_breaching_has_its_gray_walls() -> None:
    scenario = library("kite-season")
    [sheet] = map_artist(scenario, DrawingContext.of(scenario.ruleset, load_theme())).overview((190.0, 277.0))
    written = " ".join(text.text for text in sheet.texts)
    assert "Gray wall impassable, blocks sight" in written
    assert "toughness" not in written


def test_the_names_of_objectives_are_as_large_in_small_buildings_as_in_large_ones() -> None:
    sizes = {
        kit: {
            named.name.type.size
            for named in MapNames(plan_of(library(kit))).names
            if named.layer == "objective-names"
        }
        for kit in ("cold-ford", "customs-house", "kite-season")
    }
    assert all(len(each) == 1 for each in sizes.values()), sizes
    # The rooms of Kite Season have no place for larger names, which would be across a wall from their stars.
    least = {"cold-ford": 3.75, "customs-house": 3.75, "kite-season": 2.7}
    assert all(min(each) >= least[kit] for kit, each in sizes.items()), sizes


def test_names_of_objectives_on_roofs_are_beside_their_buildings() -> None:
    names = MapNames(plan_of(library("kite-season")))
    buildings = [names.site.area(building.dots) for building in names.site.dots.buildings]
    roofs = [
        each.name for each in names.names if each.layer == "objective-names" and "roof" in each.name.text
    ]
    assert {name.text for name in roofs} == {
        "Transmitter I · roof",
        "Transmitter II · roof",
        "Transmitter III · roof",
    }
    assert not any(area.contains(Point(name.middle)) for name in roofs for area in buildings)


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: path.stem)
def test_all_rings_of_objectives_are_of_one_size(path: Path) -> None:
    assert len({flag.ring for flag in plan_of(load_scenario(path)).flags.values()}) == 1


def test_the_badge_of_a_building_whose_zone_has_a_line_along_its_walls_is_inside_it() -> None:
    plan = plan_of(library("kite-season"))
    for building, badge in zip(plan.site.dots.buildings, plan.badges, strict=True):
        assert plan.site.area(building.dots).covers(box(*badge.box)), building.name
        assert not plan.zones.casings.intersects(box(*badge.box)), building.name


@pytest.mark.parametrize("kit", ["customs-house", "kite-season"])
def test_the_line_of_a_zone_hides_no_edge_of_furniture(kit: str) -> None:
    plan = plan_of(library(kit))
    for _, items in plan.furniture:
        assert not [item for item in items if plan.zones.casings.intersects(box(*item.box))]


def test_the_number_of_the_mouth_of_a_tunnel_is_nearer_to_its_own_dot_than_to_another() -> None:
    plan = plan_of(library("customs-house"))
    lattice = plan.site.lattice
    for number in plan.numbers:
        place = box(*number.box)
        nearest = min(lattice, key=lambda dot: place.distance(Point(lattice.at(dot))))
        assert lattice.label(nearest) == number.text


def test_a_contour_leaves_no_pocket_of_lower_ground_before_a_wall() -> None:
    plan = plan_of(library("kite-season"))
    [barracks] = [each for each in plan.site.dots.buildings if each.id == "barracks"]
    walls = plan.site.area(barracks.dots)
    west, north, east, _ = walls.bounds
    before = box(west, north - 2.0, east, north - 1.0)
    [area] = [area for level, area in plan.areas.contours if level == 1]
    assert area.covers(before)


def test_a_contour_comes_out_below_no_wall_but_at_a_side() -> None:
    plan = plan_of(library("kite-season"))
    [waterworks] = [each for each in plan.site.dots.buildings if each.id == "waterworks"]
    west, _, east, south = plan.site.area(waterworks.dots).bounds
    [area] = [area for level, area in plan.areas.contours if level == 2]
    assert not area.intersects(box(west, south + 0.1, east, south + 6.0))
    assert area.covers(Point(east + 2.0, south - 6.0))


def test_the_name_of_an_objective_is_on_the_sheet_of_its_star() -> None:
    scenario = library("kite-season")
    context = DrawingContext.of(scenario.ruleset, load_theme())
    areas = Areas.of_map(scenario, context)
    (x1, _), (x2, _) = (areas.site.lattice.at(Dot(column, 1)) for column in (11, 12))
    seam = grown(((x1 + x2) / 2, 0.0, (x1 + x2) / 2, areas.site.height), 2.0)
    plan = Plan(scenario, areas, MapLook(), context, seams=[seam])
    names = {named.name.text.split(" ·")[0]: named.name for named in MapNames(plan).names}
    for objective in scenario.objectives:
        star, name = plan.flags[objective.id].disc, names[objective.title].middle
        assert plan.sheet_of(star) == plan.sheet_of(name)


def test_several_objectives_in_buildings_have_numerals_on_a_small_map() -> None:
    scenario = library("kite-season")
    letters = overview_letters(scenario, MapLook())
    assert [letters[each.id] for each in scenario.objectives] == ["I", "II", "III"]
    # Only one of two is inside walls, so that their names have room.
    assert overview_letters(library("customs-house"), MapLook()) == {}
