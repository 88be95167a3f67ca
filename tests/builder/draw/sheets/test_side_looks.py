"""How the sheets of sides look: in the color of the side, with counters, and with lines that have a use."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

import pytest
from kits import scenario_of

from builder.draw.sheets.form_parts import counting_boxes
from builder.draw.sheets.note_lines import draw_note_lines
from builder.draw.sheets.sides.creature_sheets import creature_flow
from builder.draw.sheets.sides.score_boxes import score_boxes
from builder.draw.sheets.sides.side_colors import context_of_side
from builder.draw.sheets.sides.side_sheets import draw_side_sheets
from builder.draw.sheets.tracks.tracks import track_flow
from builder.draw.surface.canvas import Canvas, Drawing, PlacedText
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow import Block, Flow, Writer
from builder.draw.surface.flow_sheets import tightest
from builder.draw.surface.theme import load_theme, theme_names
from builder.draw.surface.wording import load_words

SIZE = (190.0, 277.0)
CONTEXT = DrawingContext(load_theme())


def drawn(block: Block, width: float) -> Drawing:
    canvas = Canvas(width, block.height, CONTEXT)
    block.draw(canvas, 0, 0)
    return canvas.drawing("block", "Block")


def in_rows(texts: list[PlacedText]) -> list[list[str]]:
    """Texts in the order of reading, those of a line together."""
    ordered = sorted(texts, key=lambda text: (round(text.y, 1), text.x))
    return [[text.text for text in row] for _, row in groupby(ordered, lambda text: round(text.y, 1))]


@pytest.mark.parametrize("theme", theme_names())
@pytest.mark.parametrize("name", ["dead-air", "ninth-hour", "static", "brood-debt"])
def test_headings_of_the_two_sides_differ_in_color(name: str, theme: str) -> None:
    scenario = scenario_of(name)
    context = DrawingContext.of_scenario(scenario, load_theme(theme))
    own = [context_of_side(scenario, side.id, context).theme for side in scenario.ruleset.sides]
    assert len({each["heading"] for each in own}) == len(own)
    saves_ink = context.theme["band"] == context.theme["paper"]
    assert all(each["band"] == (each["paper"] if saves_ink else each["heading"]) for each in own)


def test_a_side_has_the_color_of_its_counters() -> None:
    scenario = scenario_of("dead-air")
    context = DrawingContext.of_scenario(scenario, load_theme())
    hidden = next(force for force in scenario.forces if force.is_hidden)
    theme = context_of_side(scenario, hidden.side, context).theme
    assert theme["band"] == theme.counters["pred_band"]


def test_units_have_a_box_for_each_turn_in_which_they_act() -> None:
    """Source: bugged, Sequence of play: each unit acts once a turn."""
    scenario = scenario_of("kessel-wash")
    context = DrawingContext.of_scenario(scenario, load_theme())
    side = scenario.ruleset.sides[0].id
    [sheet] = draw_side_sheets(scenario, side, SIZE, context)
    forces = [force for force in scenario.forces if force.side == side]
    written = [text.text for text in sheet.texts]
    assert written.count(load_words()("unit.acted")) == len(forces)
    assert written.count(str(scenario.turns)) == sum(force.count for force in forces)


def test_numbered_boxes_of_dead_creatures_go_on_with_empty_ones_for_those_that_come_later() -> None:
    scenario = scenario_of("ninth-hour")
    force = next(force for force in scenario.forces if force.is_hidden)
    writer = Writer(91.5, CONTEXT)
    *_, boxes = creature_flow(scenario, force, CONTEXT).blocks(writer)
    assert [len(row) for row in in_rows(list(drawn(boxes, 91.5).texts))] == [12]


@pytest.mark.parametrize("count", range(2, 60))
def test_the_last_row_of_boxes_has_at_least_half_as_many_as_others(count: int) -> None:
    rows = in_rows(list(drawn(counting_boxes(count, (), 80.0), 80.0).texts))
    assert sum(map(len, rows)) == count
    assert len(rows[-1]) >= len(rows[0]) / 2


@pytest.mark.parametrize("turns", [6, 12, 28])
def test_each_turn_has_a_line_for_notes_if_there_is_room(turns: int) -> None:
    notes = draw_note_lines(190.0, 90.0, CONTEXT, turns=turns)
    assert notes is not None
    assert notes.height <= 90.0
    numbers = [text.text for text in notes.texts if text.text.isdigit()]
    assert sorted(map(int, numbers)) == list(range(1, turns + 1))


def test_the_line_of_a_turn_has_its_events() -> None:
    notes = draw_note_lines(190.0, 90.0, CONTEXT, turns=6, events={4: ("Alarm", "Boat counts")})
    assert notes is not None
    feet = {text.text: text.y + text.height for text in notes.texts}
    assert feet["3"] < feet["Alarm · Boat counts"] - 2.0 < feet["4"]


def test_words_below_scores_stay_in_their_boxes() -> None:
    german = DrawingContext(load_theme(words=load_words("de")))
    writer, width = Writer(91.5, german), 72.0
    scores = [("", "4W6", word) for word in ("Nahkampf Treffer", "Fernkampf Schaden", "Wunden", "Bewegung")]
    texts = drawn(score_boxes(scores, writer, width), width).texts
    assert all(text.within is not None for text in texts)
    for text in texts:
        left, _, wide, _ = text.within or (0.0, 0.0, 0.0, 0.0)
        assert left <= text.x
        assert text.x + text.width <= left + wide


def test_a_box_that_leaves_a_hole_beside_it_is_below_both_columns() -> None:
    def blocks(*heights: float) -> list[Block]:
        return [Block(height, lambda canvas, x, y: None) for height in heights]

    whole = Flow("side", "Side", "", lambda writer: blocks(30.0, 30.0, 30.0))
    upper = replace(whole, blocks=lambda writer: blocks(30.0, 30.0))
    below = replace(whole, blocks=lambda writer: blocks(12.0), columns=1, continues=True)
    assert tightest([[whole], [upper, below]], SIZE, CONTEXT) == [upper, below]
    even = replace(whole, blocks=lambda writer: blocks(60.0, 30.0, 30.0))
    uneven = replace(whole, blocks=lambda writer: blocks(60.0, 30.0))
    assert tightest([[even], [uneven, below]], SIZE, CONTEXT) == [even]


def test_events_of_many_turns_are_explained_in_room_that_notes_leave_in_headings() -> None:
    scenario = scenario_of("ninth-hour")
    context = DrawingContext.of_scenario(scenario, load_theme())
    flow = track_flow(scenario.ruleset, context, scenario=scenario, room=252.0)
    blocks = flow.blocks(Writer(190.0, context))
    canvas, top = Canvas(190.0, 300.0, context), 0.0
    for block in blocks:
        block.draw(canvas, 0, top)
        top += block.height
    texts = " ".join(text.text for text in canvas.drawing("tracks", "Tracks").texts)
    assert top <= 252.0
    assert "The sequence may be started" in texts
