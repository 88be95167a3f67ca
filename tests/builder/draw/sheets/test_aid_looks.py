"""How an aid shows its tables: what is read out, colored, stacked, and named over columns."""

from __future__ import annotations

from statistics import mode

import pytest
from kits import kit_of, scenario_of

from builder.draw.sheets.aid.grids import AidWriter
from builder.draw.sheets.aid.outline import read_steps
from builder.draw.sheets.aid.player_aid import draw_player_aid
from builder.draw.sheets.aid.rail import order_of_play
from builder.draw.sheets.aid.result_tints import tints_of_results
from builder.draw.sheets.aid.rows import aid_rows
from builder.draw.sheets.aid.scope import in_scope
from builder.draw.surface.canvas import Canvas, Drawing, svg_text
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Writer
from builder.draw.surface.theme import load_theme
from rulesdb import Ruleset, open_game

THEME = load_theme()
# The height of sections in small type, in mm.
CITED = 1.75


def aid_of(name: str) -> list[Drawing]:
    scenario = scenario_of(name)
    context = DrawingContext.of(scenario.ruleset, THEME)
    return draw_player_aid(scenario.ruleset, (190.0, 277.0), context, scenario.census).sheets


def scoped(name: str) -> Ruleset:
    scenario = scenario_of(name)
    return in_scope(scenario.ruleset, scenario.census)


def writer_of(game: Ruleset, width: float = 90.0) -> AidWriter:
    return AidWriter(game, Writer(width, DrawingContext.of(game, THEME)), 3.0)


def drawn(block: Block | None) -> Drawing:
    assert block is not None
    canvas = Canvas(100.0, 200.0, DrawingContext(THEME))
    block.draw(canvas, 0.0, 0.0)
    return canvas.drawing("block", "")


def tints(game: str, slug: str) -> dict[str, str]:
    rules = open_game(game)
    table = rules.table(slug)
    words = THEME.words.of_game(rules)
    found = tints_of_results(rules, table, aid_rows(table, words)[0], words, THEME)
    return {text: tint for text, (tint, _) in found.items()}


def test_a_table_with_one_row_for_the_scenario_is_read_out_without_headings() -> None:
    texts = [text.text for page in aid_of("ninth-hour") for text in page.texts]
    assert "Airlocks, lifts and hatches" in texts
    assert (
        writer_of(scoped("ninth-hour"))
        .lone_row("passage-actions")
        .startswith("Cycle airlock: one full round;")
    )
    # With three ways to pass, it is a table.
    assert writer_of(scoped("dead-air")).lone_row("passage-actions") == ""


def test_results_have_the_color_of_how_grave_they_are() -> None:
    recovery = tints("bug-hunter", "casualty-recovery")
    assert recovery["dies"] == THEME["result_6"]
    assert recovery["recovers full health"] == THEME["result_good"]
    assert "no change" not in recovery
    # Those of the framed block have its colors elsewhere, too.
    assert tints("bug-hunter", "hand-to-hand-results")["K"] == THEME["result_6"]


def test_columns_are_colored_only_if_they_are_results() -> None:
    assert tints("handspan", "firing-results")["close, kill"] == THEME["result_6"]
    # A wounded commander and clear ground are no results.
    assert tints("handspan", "command-points") == {}
    assert tints("mobile-infantry", "mi-movement") == {}


def test_chits_are_as_many_tokens_as_the_cup_has() -> None:
    game = open_game("bug-hunter")
    block = drawn(writer_of(game).body("activation-chits"))
    tokens = svg_text(block).count(f'fill="{THEME["points"]}"')
    assert tokens == sum(int(cell.value) for _, cell in game.table("activation-chits").cells()) == 18


@pytest.mark.parametrize(("game", "slug", "unit"), [("bug-hunter", "door-costs", "added movement points")])
def test_what_two_columns_count_stands_above_them(game: str, slug: str, unit: str) -> None:
    assert unit in [text.text for text in drawn(writer_of(open_game(game)).body(slug)).texts]


def test_columns_with_units_of_their_own_have_none_above_them() -> None:
    texts = [text.text for text in drawn(writer_of(open_game("bug-hunter")).body("terrain-effects")).texts]
    assert "value" not in texts


def test_steps_are_set_apart_down_to_the_foot() -> None:
    game = open_game("bugged")
    steps = order_of_play(read_steps(game), writer_of(game, 60.0), 259.0)
    assert steps is not None
    [rail] = steps
    assert rail.of_height(rail.height + 4.0).height == pytest.approx(rail.height + 4.0, abs=0.01)


@pytest.mark.parametrize("name", ["long-walk", "dead-air"])
def test_the_last_page_has_larger_type_than_the_first_if_it_has_room(name: str) -> None:
    first, last = (
        mode(round(text.height, 2) for text in page.texts if text.text[:1].isdigit() and text.height > CITED)
        for page in aid_of(name)
    )
    assert last > first


def test_larger_type_of_the_last_page_does_not_set_results_of_a_die_below_each_other() -> None:
    for name in ("candle", "fort-hadley"):
        last = aid_of(name)[-1]
        assert len({text.y for text in last.texts if text.text in ("no advance", "orders", "gung ho")}) == 1


def test_the_foot_of_a_page_says_what_the_words_after_its_citations_mean() -> None:
    words = THEME.words
    house = words("chart.means-house", basis=words.of("basis", "house"))
    for page in aid_of("dead-air"):
        assert (house in page.remark) == any("· house" in text.text for text in page.texts)
    written = [
        text.text for page in kit_of("dead-air").pages if page.part == "Charts" for text in page.drawing.texts
    ]
    assert any(text.startswith(house) for text in written)


def test_no_column_of_a_first_page_ends_far_above_the_foot() -> None:
    for name in ("eagle-six", "candle", "three-lamps", "dead-air"):
        first, _ = aid_of(name)
        lowest = max(text.y + text.height for text in first.texts)
        assert lowest > first.height - 20, name


def test_the_columns_of_the_last_page_end_near_its_foot() -> None:
    *_, last = [page.drawing for page in kit_of("dead-air").pages if page.part == "Charts"]
    ends = [
        max(text.y for text in last.texts if left <= text.x < left + last.width / 3)
        for left in (0.0, last.width * 2 / 3)
    ]
    assert ends == pytest.approx([max(ends)] * 2, abs=8.0)
