"""The groups of a player aid: in one order in every kit, apart, with nothing for editors of the book."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

import pytest
from kits import GAMES, SCENARIOS, scenario_of

from builder.draw.sheets.aid.contents import Contents
from builder.draw.sheets.aid.fitted_table import MIN_SIZE
from builder.draw.sheets.aid.forces import force_rows
from builder.draw.sheets.aid.grids import AidWriter
from builder.draw.sheets.aid.pages.arrangement import Placed, arranged
from builder.draw.sheets.aid.player_aid import draw_player_aid
from builder.draw.sheets.aid.scope import in_scope
from builder.draw.surface.canvas import Drawing
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Writer
from builder.draw.surface.icons import load_icons
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.scenario.secrets import open_special_rules
from rulesdb import Ruleset, open_game

PAPER = load_theme()["paper"]
CONTENT = (190.0, 277.0)
ABOUT_THE_BOOK = re.compile(r"\b(the (book|page|text|section)|does not (explain|say))\b", re.I)


def aid_of(name: str) -> list[Drawing]:
    scenario = scenario_of(name)
    context = DrawingContext.of(scenario.ruleset, load_theme())
    return draw_player_aid(scenario.ruleset, CONTENT, context, scenario.census).sheets


def written(drawings: list[Drawing]) -> str:
    return " ".join(text.text for drawing in drawings for text in drawing.texts)


def contents_of(game: Ruleset) -> Contents:
    context = DrawingContext.of(game, load_theme())
    return Contents(3, 259.0, AidWriter(game, Writer(60.0, context), MIN_SIZE))


def with_aid(game: Ruleset, **changes: object) -> Ruleset:
    aid: Mapping[str, object] = {**game.aid, **changes}
    return replace(
        game, aid=MappingProxyType({key: value for key, value in aid.items() if value is not None})
    )


@pytest.mark.parametrize("name", SCENARIOS)
def test_headings_of_groups_are_nearly_in_the_order_of_the_game_on_two_pages_at_most(name: str) -> None:
    pages = aid_of(name)
    order = [group["title"] for group in scenario_of(name).ruleset.aid["groups"]]
    # The headings are on bands; titles of steps can be alike.
    on_page = [[text.text for text in page.texts if text.fill == PAPER] for page in pages]
    on_page = [[title for title in titles if title in order] for titles in on_page]
    first_pages = {title: number for number, titles in reversed([*enumerate(on_page)]) for title in titles}
    found = [first_pages[title] for title in order if title in first_pages]
    assert len(pages) <= 2
    # One group may be on the next page, to be whole, with a smaller one before it in its place.
    assert sum(one > other for one, other in pairwise(found)) <= 1


@pytest.mark.parametrize("game", GAMES)
def test_each_table_is_in_one_group_at_most_and_icons_exist(game: str) -> None:
    groups = open_game(game).aid["groups"]
    named = [slug for group in groups for slug in group.get("tables", ())]
    assert len(named) == len(set(named))
    assert set(named) <= set(open_game(game).chart_tables)
    assert {group["icon"] for group in groups} <= load_icons().keys()


def test_blocks_of_a_page_do_not_overlap() -> None:
    arrangement = arranged(contents_of(open_game("bug-hunter")))
    assert arrangement is not None
    placed = arrangement.placed

    def touch(one: Placed, other: Placed) -> bool:
        beside = one.first + one.span <= other.first or other.first + other.span <= one.first
        return one.page == other.page and not beside and one.y < other.foot and other.y < one.foot

    assert not [(a, b) for at, a in enumerate(placed) for b in placed[:at] if touch(a, b)]
    assert all(each.foot <= 259.0 for each in placed)


def test_what_no_group_names_is_in_the_last_one() -> None:
    game = open_game("mobile-infantry")
    _special, first, *others = game.aid["groups"]
    fewer = contents_of(with_aid(game, groups=[first, *others[-1:]])).groups
    parts = [len(group.parts) for group in contents_of(game).groups]
    assert [len(group.parts) for group in fewer] == [parts[0], sum(parts[1:])]


def test_special_rules_of_a_scenario_are_in_the_group_for_them() -> None:
    scenario = scenario_of("candle")
    context = DrawingContext.of(scenario.ruleset, load_theme())
    aid = draw_player_aid(scenario.ruleset, CONTENT, context, scenario.census, open_special_rules(scenario))
    assert "sustained fire, the Brain Bug" in written(aid.sheets)
    assert "Special rules" not in written(aid_of("candle"))


def test_a_special_rule_about_a_secret_is_not_open() -> None:
    [bait], scenario = scenario_of("candle").special_rules, scenario_of("static")
    hidden = replace(bait, text="Telepathy does not work.")
    assert open_special_rules(replace(scenario, special_rules=(bait, hidden))) == [bait]


def test_a_game_without_groups_has_everything_in_one_without_a_heading() -> None:
    game = open_game("mobile-infantry")
    (group,) = contents_of(with_aid(game, groups=None)).groups
    assert group.title == ""
    assert len(group.parts) == sum(len(each.parts) for each in contents_of(game).groups)


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_remark_on_the_book_is_printed(name: str) -> None:
    assert ABOUT_THE_BOOK.findall(written(aid_of(name))) == []


def test_who_may_do_what_has_a_column_for_each_force_with_the_jobs_of_rosters() -> None:
    scenario = scenario_of("relief")
    rows = force_rows(in_scope(scenario.ruleset, scenario.census), "capabilities", load_words())
    assert rows is not None
    heads, lines = rows
    assert heads == ["capability", "colonist", "marine"]
    by_what = {line[0]: line[1:] for line in lines}
    assert by_what["treat wounded"] == ["medical officer (MD)", "MD"]
    assert by_what["drive land vehicle"] == ["everybody", "everybody"]


def test_figures_in_inches_are_in_the_unit_of_the_map() -> None:
    scenario = scenario_of("pump-hut")
    game = in_scope(scenario.ruleset, scenario.census)
    inches = contents_of(scenario.ruleset).aid
    assert scenario.map.distance_unit == "centimetre"
    assert contents_of(game).aid.sentence("missile-range") == "It reaches 120 cm."
    assert inches.sentence("missile-range") == "It reaches 48 inches."
    assert contents_of(game).aid.sentence("grenade-throw").startswith("(4+1d3) × 2.5 cm")


@pytest.mark.parametrize("name", GAMES)
def test_headings_of_groups_steps_and_outcomes_are_german_in_a_german_aid(name: str) -> None:
    game = open_game(name)
    german = load_words("de").of_game(game)
    cells = [cell for row in game.aid.get("block", ()) for cell in row]
    texts = [each["title"] for each in game.aid.get("groups", ())]
    texts += [cell[key] for cell in cells for key in ("step", "title") if key in cell]
    outcomes = [cell["outcomes"] for cell in cells if "outcomes" in cell]
    texts += [each[key] for each in outcomes for key in ("head", "row")]
    texts += [each["then"] for outcome in outcomes for each in outcome.get("cells", ())]
    assert texts
    assert [text for text in texts if german.term(text) == text and "{" not in text] == []
