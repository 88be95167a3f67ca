"""Covers of kits: no star falls into the type, and the steps name what is in the kit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest
from kits import GAMES, SCENARIOS, TRIED, kit_of, scenario_of, written_kit
from shapely import Polygon, box, union_all
from shapely.geometry.base import BaseGeometry
from soak import every, times

from builder.draw.sentences.side_names import side_name
from builder.draw.sheets.covers.backdrop import Backdrop
from builder.draw.sheets.covers.foreground import foreground_of
from builder.draw.sheets.covers.groups import Place, group_in_front
from builder.draw.sheets.covers.heroes import emblem_of
from builder.draw.sheets.covers.open_country import draw_country
from builder.draw.sheets.covers.outer_space import draw_space
from builder.draw.sheets.covers.silhouettes import TALL, Silhouette, creature_of, troops_of
from builder.draw.surface.canvas import Canvas, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.skylines import RANGES
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.press.pages.leaves import one_sided_from
from rulesdb import open_game

NAMES = tuple(dict.fromkeys((*TRIED, *SCENARIOS)))


CONTEXT = DrawingContext.of(open_game("bugged"), load_theme())


def elements(group: Any) -> Iterator[Any]:
    """Everything that is drawn in a group."""
    for element in getattr(group, "elements", ()):
        if hasattr(element, "attribs"):
            yield element
        yield from elements(element)


def paths(group: Any) -> Iterator[str]:
    """The data of the paths of stars, which are dots."""
    for element in elements(group):
        data = element.attribs.get("d", "")
        if data.endswith("h.01"):
            yield data


@pytest.mark.soak
@pytest.mark.parametrize("name", every(times(6, 1), NAMES))
def test_stars_are_clear_of_type(name: str) -> None:
    cover = written_kit(name).pages[0].drawing
    stars = [
        (float(x), float(y))
        for data in paths(cover.content)
        for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)h", data)
    ]
    # The letters of the title, which is the first large text, and of all above the picture.
    title = max(cover.texts, key=lambda text: text.height)
    for text in cover.texts:
        if text.y > title.y + title.height + 14:
            continue
        for x, y in stars:
            across = max(text.x - x, 0.0, x - text.x - text.width)
            down = max(text.y - y, 0.0, y - text.y - text.height)
            assert across + down > 2.0, f"{name}: a star at {x:.0f}, {y:.0f} in {text.text!r}"


@pytest.mark.soak
@pytest.mark.parametrize("name", every(times(6, 1), NAMES))
def test_steps_and_facts_name_what_is_in_the_kit(name: str) -> None:
    kit = written_kit(name)
    written = " ".join(text.text for text in kit.pages[0].drawing.texts)
    parts = {part for page in kit.pages for part in (page.part, page.also)}
    cut = written.partition("Cut out the ")[2].partition(".")[0]
    assert {part for part in ("Cards", "Counters", "Templates") if part.lower() in cut} == parts & {
        "Cards",
        "Counters",
        "Templates",
    }
    assert f"You also need {kit.scenario.ruleset.printing['dice']} six-sided dice" in written
    side, words = kit.scenario.forces[0].side, load_words().of_game(kit.scenario.ruleset)
    assert kit.scenario.forces[0].title in written or side_name(kit.scenario, side, words) in written


@pytest.mark.parametrize("game", GAMES)
def test_no_table_of_a_game_rolls_more_dice_than_its_covers_name(game: str) -> None:
    rules = open_game(game)
    tables = (rules.table(slug) for slug in rules.tables)
    rolled = [axis.dice.low for table in tables for axis in table.axes if axis.dice is not None]
    assert max(rolled, default=1) <= rules.printing["dice"]


@pytest.mark.parametrize("name", ["brood-debt", "kessel-wash", "dead-air"])
def test_titles_of_the_contents_are_larger_than_what_to_print_them_on(name: str) -> None:
    heights = {text.text: text.height for text in kit_of(name).pages[0].drawing.texts}
    assert heights["Briefing"] > 1.15 * heights["plain paper"]


def test_each_game_of_open_country_has_ranges_of_its_own() -> None:
    faces = [open_game(game).face for game in GAMES]
    ranges = [face["backdrop"] for face in faces if "backdrop" in face]
    assert len(set(ranges)) == len(ranges) == len(GAMES) - 1
    assert set(ranges) <= set(RANGES)


@pytest.mark.parametrize("draw", [draw_space, partial(draw_country, ridge="mesas", symbols=("woods",))])
def test_a_backdrop_depends_on_the_scenario_alone(draw: Callable[[Backdrop], None]) -> None:
    def drawn(seed: str) -> str:
        canvas = Canvas(210, 150, CONTEXT)
        draw(Backdrop(canvas, (0, 0, 210, 150), seed, box(12, 12, 150, 50)))
        return svg_text(canvas.drawing("backdrop", seed))

    seeds = ("dead-air", "cold-berth", "relief", "candle")
    pictures = {seed: drawn(seed).replace(seed, "") for seed in seeds}
    assert len(set(pictures.values())) == len(seeds)
    assert drawn("relief").replace("relief", "") == pictures["relief"]


@pytest.mark.parametrize("seed", SCENARIOS)
def test_what_is_bright_stays_away_from_texts(seed: str) -> None:
    backdrop = Backdrop(Canvas(210, 150, CONTEXT), (0, 0, 210, 150), seed, box(12, 12, 198, 60))
    rng = backdrop.random("body")
    places = [backdrop.at(rng.random(), rng.random()) for _ in range(20)]
    assert not backdrop.clear_disc(places, 9.0).intersects(backdrop.texts)
    assert backdrop.clear_disc([(100, 40)], 9.0).is_empty


@pytest.mark.parametrize("name", ["dead-air", "candle"])
def test_the_picture_goes_to_the_edges_and_texts_stay_inside_the_margins(name: str) -> None:
    kit = kit_of(name)
    page, margin = kit.pages[0].drawing, kit.paper.margin
    assert page.width == kit.paper.width
    fills = [element.attribs for element in elements(page.content) if element.elementname == "rect"]
    assert any(
        (float(it["x"]), float(it["y"]), float(it["width"])) == (0, 0, page.width)
        and page.height * 0.4 < float(it["height"]) < page.height * 0.7
        for it in fills
    )
    for text in page.texts:
        inside = margin - 0.1 <= text.x and text.x + text.width <= page.width - margin + 0.1
        assert inside, f"{text.text!r} at {text.x:.1f}, {text.width:.1f} wide"


def test_credits_leave_out_what_is_not_known_and_odds() -> None:
    written = " ".join(text.text for text in kit_of("last-lift").pages[0].drawing.texts)
    assert "not named" not in written
    assert "no faults" not in written
    credits = written.partition("Credits")[2]
    assert "Playtested by machine" in credits
    assert "%" not in credits


@pytest.mark.parametrize("name", ["kite-season", "dead-air"])
def test_sheets_to_tape_are_those_with_a_part_of_a_map(name: str) -> None:
    pages = kit_of(name).pages
    parts = [page for page in pages if page.part == "Maps" and re.search(r", part \d+ of \d+", page.title)]
    texts = [text.text for text in pages[0].drawing.texts]
    assert any(text.endswith(f"tape {len(parts)} sheets") for text in texts)


@pytest.mark.parametrize("name", ["the-old-one", "long-walk", "dead-air"])
def test_no_sheet_printed_on_one_side_is_among_those_printed_on_both(name: str) -> None:
    pages = kit_of(name).pages
    both = one_sided_from(pages)
    words = [text for text in pages[0].drawing.texts if "one side" in text.text]
    ranges = [text for text in pages[0].drawing.texts if re.fullmatch(r"\d[\d–, ]*", text.text)]
    for advice in words:
        beside = [text for text in ranges if text.y < advice.y + 1.0 and text.x > advice.x]
        if beside:
            nearest = max(beside, key=lambda text: text.y)
            assert int(re.split("[–,]", nearest.text)[0]) > both, advice.text
    assert all("both sides" not in text.text for text in pages[0].drawing.texts if "plain" in text.text)


@pytest.mark.parametrize("name", SCENARIOS)
def test_both_sides_stand_at_the_ends_of_the_picture_and_leave_its_middle_free(name: str) -> None:
    covered = foreground(name, Polygon())
    west, _, east, south = covered.bounds
    assert west < 20 < 190 < east
    assert south <= 130.0
    assert covered.intersection(box(90, 0, 120, 130)).is_empty


@pytest.mark.parametrize("name", ["dead-air", "relief", "candle"])
def test_nobody_stands_before_the_star_of_an_objective(name: str) -> None:
    star = foreground(name, Polygon()).representative_point().buffer(4)
    assert not foreground(name, star).intersects(star)


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_side_of_a_shipped_scenario_has_figures_of_its_own(name: str) -> None:
    scenario = scenario_of(name)
    sides = list(dict.fromkeys(force.side for force in scenario.forces))
    emblems = [emblem_of(scenario, side) for side in sides[:2]]
    assert len(set(emblems)) == 2
    sets = [
        [(creature_of(emblem.creature),) * 3] if emblem.creature else troops_of(emblem.person or emblem.icon)
        for emblem in emblems
    ]
    assert all(each and all(len(troop) == 3 for troop in each) for each in sets)


def test_figures_step_aside_where_they_would_hide_a_piece_of_scenery() -> None:
    before = foreground("candle", Polygon())
    lowest = min(getattr(before, "geoms", [before]), key=lambda part: part.bounds[0])
    _, north, east, _ = lowest.bounds
    marsh = box(east - 14.0, north + 4.0, east, north + 14.0)
    after = foreground("candle", Polygon(), [marsh])
    assert after.intersection(marsh).area < before.intersection(marsh).area
    assert after.bounds[0] == pytest.approx(before.bounds[0], abs=9.0)


def test_covers_of_one_game_have_different_figures_in_front() -> None:
    kits = [name for name in SCENARIOS if scenario_of(name).ruleset.id == "mobile-infantry"]
    assert len(set(map(fronts, kits))) > len(kits) // 2


def fronts(name: str) -> tuple[bool, tuple[float, ...]]:
    """Whether the highest figure is at the left, and about how high the figures are."""
    parts = foreground(name, Polygon())
    tops = [round(part.bounds[1] / 4.0) for part in getattr(parts, "geoms", [parts])]
    return min(range(len(tops)), key=tops.__getitem__) == 0, tuple(sorted(tops))


def test_no_two_covers_of_mobile_infantry_have_the_same_bugs_in_front() -> None:
    kits = [name for name in SCENARIOS if scenario_of(name).ruleset.id == "mobile-infantry"]
    groups = [tuple((shape.masses, place.aside) for shape, place in bugs_in_front(name)) for name in kits]
    assert len(groups) == len(set(groups)) == 7
    assert len({len(group) for group in groups}) > 1


def bugs_in_front(name: str) -> list[tuple[Silhouette, Place]]:
    """The figures of the bugs on the cover of a scenario."""
    scenario = scenario_of(name)
    canvas = Canvas(210, 130, DrawingContext.of(scenario.ruleset, load_theme()))
    backdrop = Backdrop(canvas, (0, 0, 210, 130), scenario.id, box(12, 12, 198, 50))
    sides = dict.fromkeys(force.side for force in scenario.forces)
    [(side, emblem)] = [(side, each) for side in sides if (each := emblem_of(scenario, side)).creature]
    return [
        (shape, place)
        for shape, place in group_in_front(backdrop, scenario, side, emblem)
        if shape is not None
    ]


def test_creatures_stand_on_covers_as_on_their_counters() -> None:
    portraits = {}
    for name in ("dead-air", "long-walk", "relief", "ninth-hour"):
        scenario = scenario_of(name)
        sides = dict.fromkeys(force.side for force in scenario.forces)
        [portraits[name]] = [each for each in (emblem_of(scenario, side).creature for side in sides) if each]
    assert portraits == {
        "dead-air": "strangler", "long-walk": "strangler", "relief": "strangler", "ninth-hour": "stink-bug",
    }  # fmt: skip
    for creature in portraits.values():
        _, top, _, bottom = union_all(creature_of(creature).masses).bounds
        assert -2.0 < bottom < 4.0
        assert -top < TALL


def test_figures_stand_on_the_ground() -> None:
    for name in ("soldier", "officer", "person"):
        for figure in (each for troop in troops_of(name) for each in troop):
            _, top, _, bottom = union_all(figure.masses).bounds
            assert -2.0 < bottom < 3.0
            assert -top < 1.5 * TALL
    assert troops_of("no such icon") == []


@pytest.mark.parametrize("name", ["cold-berth", "long-walk", "dead-air", "candle", "kessel-wash"])
def test_all_of_each_figure_is_within_the_edges_of_its_cover(name: str) -> None:
    west, _, east, _ = foreground(name, Polygon()).bounds
    assert west > 0
    assert east < 210


def foreground(name: str, stars: BaseGeometry, scenery: Sequence[BaseGeometry] = ()) -> BaseGeometry:
    """What the figures cover before a picture of 210 by 130 mm."""
    scenario = scenario_of(name)
    canvas = Canvas(210, 130, DrawingContext.of(scenario.ruleset, load_theme()))
    backdrop = Backdrop(canvas, (0, 0, 210, 130), scenario.id, box(12, 12, 198, 50))
    return foreground_of(backdrop, scenario, stars, scenery, in_space=name in ("dead-air", "relief")).area
