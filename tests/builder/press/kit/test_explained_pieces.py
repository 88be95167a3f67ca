"""What the pieces say is explained where its readers look, and nobody reads it twice."""

from __future__ import annotations

from collections import Counter

import pytest
from kits import SCENARIOS, TRIED, kit_of, scenario_of

from builder.draw.pieces.anatomy_drawing import draw_anatomy
from builder.draw.pieces.counter_anatomy import anatomies_of
from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.counters import CounterArtist
from builder.draw.surface.canvas import svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.press.kit.fillers import KEY_SHEET
from builder.press.pages.page import Leaf

KEY, ANATOMY = "What the markers mean", "What is on a counter"
# Kits whose counters are explained with the tracks, on the sheet of each side and below the counters.
GATHERED = ("tunnel-rats", "under-marrow")


def readers_of(name: str, heading: str) -> list[str]:
    """The readers of the pages with a heading, empty for all players."""
    return [
        page.reader for page in kit_of(name).pages if any(text.text == heading for text in page.drawing.texts)
    ]


@pytest.mark.parametrize("name", [*TRIED, "the-old-one", "cold-ford"])
def test_the_key_to_the_markers_is_once_in_a_kit_on_a_page_for_all(name: str) -> None:
    assert readers_of(name, KEY) == [""]


@pytest.mark.parametrize("name", [*TRIED, "relief", "long-walk", "ninth-hour"])
def test_no_reader_has_a_counter_explained_twice(name: str) -> None:
    counts = Counter(readers_of(name, ANATOMY))
    assert set(counts.values()) <= {1}


@pytest.mark.parametrize("name", [*sorted({*TRIED} - {*GATHERED}), "brood-debt", "kite-season"])
def test_no_sheet_has_nothing_but_a_key_that_has_room_in_fewer_places(name: str) -> None:
    assert [page.title for page in kit_of(name).pages if page.drawing.name == KEY_SHEET] == []


@pytest.mark.parametrize("name", GATHERED)
def test_a_key_that_would_be_in_four_places_has_a_sheet_of_its_own_that_the_cover_lists(name: str) -> None:
    kit = kit_of(name)
    [sheet] = [page for page in kit.pages if page.drawing.name == KEY_SHEET]
    assert readers_of(name, KEY) == readers_of(name, ANATOMY) == [""]
    assert {KEY, ANATOMY, "Lieutenant"} <= {text.text for text in sheet.drawing.texts}
    assert sheet.title in {text.text for text in kit.pages[0].drawing.texts}
    assert readers_of(name, "Signs on the counters") == []


@pytest.mark.parametrize("name", [*TRIED, "long-walk", "cold-ford", "kite-season"])
def test_no_counter_is_explained_on_a_sheet_of_the_map_that_is_cut_and_taped(name: str) -> None:
    sheets = [page for page in kit_of(name).pages if page.part == "Maps" and page.leaf is Leaf.ALONE]
    headings = {text.text for page in sheets for text in page.drawing.texts}
    assert headings.isdisjoint({KEY, ANATOMY})


@pytest.mark.parametrize("name", ["dead-air", "cold-ford", "customs-house", "the-old-one"])
def test_the_key_and_a_counter_are_explained_above_the_templates(name: str) -> None:
    *_, last = kit_of(name).pages
    tops = {text.text: text.y for text in last.drawing.texts}
    assert tops[KEY] < tops[ANATOMY] < tops["Templates"]


@pytest.mark.parametrize("name", ["ninth-hour", "long-walk", "candle"])
def test_a_key_to_the_counters_has_one_name_on_its_sheet_and_on_the_cover(name: str) -> None:
    kit = kit_of(name)
    titles = [page.title for page in kit.pages if page.drawing.name.startswith(KEY_SHEET)]
    assert len(titles) == 1
    assert {*titles} <= {text.text for text in kit.pages[0].drawing.texts}


@pytest.mark.parametrize("name", ["candle", "eagle-six"])
def test_a_sheet_of_templates_with_the_key_says_so_on_it_and_on_the_cover(name: str) -> None:
    kit = kit_of(name)
    title = "Markers and templates"
    [page] = [page for page in kit.pages if page.drawing.title == title]
    assert {title, KEY} <= {text.text for text in page.drawing.texts}
    assert title in {text.text for text in kit.pages[0].drawing.texts}


def test_markers_beside_templates_are_as_large_as_those_to_cut_out_and_have_their_words() -> None:
    [page] = [page for page in kit_of("candle").pages if page.drawing.title == "Markers and templates"]
    drawn = svg_text(page.drawing)
    assert all(f">{word}<" in drawn for word in ("ROUT", "RELOAD", "WRECK"))


@pytest.mark.parametrize("name", ["eagle-six", "long-walk", "brood-debt"])
def test_lines_of_remarks_end_on_the_face_they_are_about(name: str) -> None:
    scenario = scenario_of(name)
    context = DrawingContext.of_scenario(scenario, load_theme())
    anatomies = anatomies_of(CounterArtist(context), scenario)
    assert draw_anatomy(anatomies, (), 190.0, 45.0, context) is not None
    remarks = [*anatomies[0].front, *anatomies[0].back]
    assert {remark.is_left for remark in remarks} == {True, False}
    assert all(0.0 <= at <= SIZE for remark in remarks for at in remark.at)


@pytest.mark.parametrize("name", ["dead-air", "relief", "long-walk"])
def test_templates_that_all_use_are_not_below_the_hidden_counters_of_a_side(name: str) -> None:
    pages = kit_of(name).pages
    assert [page.title for page in pages if page.reader and page.also == "Templates"] == []
    assert any("Templates" in (page.part, page.also) for page in pages if not page.reader)


def test_a_counter_is_explained_below_a_key_on_its_own_sheet_with_both_sides_beside_each_other() -> None:
    *_, key, last = kit_of("long-walk").pages
    tops = {text.text: text.y for text in key.drawing.texts}
    assert tops[KEY] < tops[ANATOMY] < tops["activation"]
    assert ANATOMY not in {text.text for text in last.drawing.texts}
    [front] = [text for text in key.drawing.texts if text.text == "activation"]
    [back] = [text for text in key.drawing.texts if text.text == "back: PRONE"]
    assert front.x < back.x
    assert abs(front.y - back.y) < 30.0


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_two_remarks_on_a_counter_are_the_same(name: str) -> None:
    scenario = scenario_of(name)
    context = DrawingContext.of_scenario(scenario, load_theme())
    for anatomy in anatomies_of(CounterArtist(context), scenario):
        once = [remark.text for remark in anatomy.front if "roster" not in remark.text]
        ratings = {remark.text for remark in anatomy.front} & {remark.text for remark in anatomy.back}
        assert len(set(once)) == len(once)
        assert all(" " not in text or ":" not in text for text in ratings), ratings


def test_counters_of_all_sides_are_explained_below_the_counters_if_the_templates_leave_little_room() -> None:
    [fronts] = [page for page in kit_of("eagle-six").pages if page.leaf is Leaf.FRONT]
    written = " ".join(text.text for text in fronts.drawing.texts)
    assert all(words in written for words in (ANATOMY, "rank: Lieutenant", "what it is", "Corporal"))


def test_a_sheet_with_room_explains_a_counter_of_each_side_and_the_patches() -> None:
    written = " ".join(text.text for text in kit_of("the-old-one").pages[-1].drawing.texts)
    assert all(
        words in written for words in ("rank: Lieutenant", "back: HALF SPEED", "Corporal", "what it is")
    )


def test_rules_to_remember_are_on_the_sheet_of_the_first_squad_and_lines_fill_that_of_the_second() -> None:
    first, second = (
        {text.text for text in page.drawing.texts}
        for page in kit_of("the-old-one").pages
        if page.reader == "mi" and page.part == "Rosters"
    )
    assert {"First Squad", "Rules to remember"} <= first
    assert {"Second Squad", "Notes, round by round"} <= second


@pytest.mark.parametrize(("name", "side"), [("kessel-wash", "first"), ("static", "first")])
def test_a_template_below_the_texts_of_a_side_is_in_one_of_their_columns(name: str, side: str) -> None:
    [sheet] = [page for page in kit_of(name).pages if page.reader == side and page.also == "Templates"]
    lefts = {
        text.text: round(text.x, 1)
        for text in sheet.drawing.texts
        if text.text in ("Units", "Explosions", "Rules to remember", "Notes")
    }
    assert len({lefts["Explosions"], lefts["Rules to remember"]}) == 2
    assert lefts["Notes"] == lefts["Rules to remember"]
    others = {round(text.x, 1) for text in sheet.drawing.texts if "×" in text.text}
    assert {lefts["Explosions"], lefts["Rules to remember"]} == others


def test_the_key_says_what_a_word_on_counters_means_that_is_not_the_name_of_their_unit() -> None:
    written = [text.text for text in kit_of("the-old-one").pages[-1].drawing.texts]
    assert written[written.index("ESCORT") + 1] == "Warrior"


def test_a_heading_of_a_counter_is_as_large_as_those_of_templates_beside_it() -> None:
    [sheet] = [
        page
        for page in kit_of("brood-debt").pages
        if {"Explosions", ANATOMY} <= {text.text for text in page.drawing.texts}
    ]
    headings = [text for text in sheet.drawing.texts if text.text in ("Explosions", "Scatter", ANATOMY)]
    assert len({round(text.height, 2) for text in headings}) == 1


def test_the_steps_of_templates_on_a_sheet_of_their_own_are_in_one_column_or_one_line() -> None:
    *_, last = kit_of("long-walk").pages
    headings = [text for text in last.drawing.texts if text.text in ("Blasts", "Scatter", "Vehicles")]
    assert len(headings) == 3
    columns, lines = (
        {round(at, 3) for at in places} for places in zip(*((t.x, t.y) for t in headings), strict=True)
    )
    assert 1 in (len(columns), len(lines))
    assert headings == sorted(headings, key=lambda text: (text.y, text.x))


@pytest.mark.parametrize(("name", "is_upright"), [("ninth-hour", True), ("long-walk", False)])
def test_a_sheet_to_fold_is_upright_if_its_pieces_then_leave_no_place_empty(
    name: str, is_upright: bool
) -> None:
    own = [page.drawing for page in kit_of(name).pages if page.reader and page.part in ("Cards", "Counters")]
    assert len(own) == 2
    assert [drawing.width < drawing.height for drawing in own] == [is_upright] * 2
