"""What is said about a counter points at what it is about, and counters below each other are in line."""

from __future__ import annotations

import pytest
from kits import kit_of, scenario_of

from builder.draw.pieces.anatomy_drawing import SCALES, draw_anatomy
from builder.draw.pieces.counter_anatomy import anatomies_of
from builder.draw.pieces.counter_names import SIZE
from builder.draw.pieces.counters import CounterArtist
from builder.draw.pieces.figure_places import BAND, id_type
from builder.draw.pieces.patch_row import patches_of
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words


@pytest.mark.parametrize(
    ("kit", "side"), [("brood-debt", "first"), ("kessel-wash", "first"), ("static", "first")]
)
def test_ratings_of_units_are_pointed_at_where_they_stand(kit: str, side: str) -> None:
    scenario = scenario_of(kit)
    words = ("movement", "wounds")
    for anatomy in anatomies_of(CounterArtist(DrawingContext(load_theme("default"))), scenario, side):
        levels = [remark.at[1] for remark in (*anatomy.front, *anatomy.back) if remark.text in words]
        assert levels
        assert set(levels) == {SIZE - BAND / 2}


@pytest.mark.parametrize("kit", ["cold-berth", "eagle-six", "customs-house", "the-old-one"])
def test_no_line_to_a_remark_crosses_the_number_of_a_counter(kit: str) -> None:
    context = DrawingContext(load_theme("default"))
    for anatomy in anatomies_of(CounterArtist(context), scenario_of(kit)):
        id = max(anatomy.piece.front.texts, key=lambda text: text.height)
        start = id.x - anatomy.piece.bleed
        number = next((remark for remark in anatomy.front if remark.is_left), None)
        if number is None:
            # The figure of another side has its remarks on the number.
            continue
        assert number.at[0] <= start + 0.01
        assert number.from_right is not None
        assert number.from_right[0] >= start + context.metrics.width(id.text, id_type(id.text)) - 0.01


def test_counters_of_two_sides_can_have_one_scale() -> None:
    scenario, context = scenario_of("under-marrow"), DrawingContext(load_theme("default"))
    artist = CounterArtist(context)
    heights = {
        round(drawing.height, 3)
        for side in ("mi", "bug")
        if (
            drawing := draw_anatomy(
                anatomies_of(artist, scenario, side),
                (),
                190.0,
                90.0,
                context,
                least=SCALES[3],
                most=SCALES[3],
            )
        )
    }
    assert len(heights) == 1


def test_patches_stand_beside_a_counter_that_has_no_room_below_it() -> None:
    scenario, context = scenario_of("under-marrow"), DrawingContext(load_theme("default"))
    artist = CounterArtist(context)
    anatomies, patches = anatomies_of(artist, scenario, "mi"), patches_of(artist, scenario, "mi")
    drawing = draw_anatomy(anatomies, patches, 190.0, 34.0, context)
    assert drawing is not None
    assert {"Lieutenant", "Corporal"} <= {text.text for text in drawing.texts}


def test_the_stripes_of_two_squads_have_lines_of_their_own_below_the_titles() -> None:
    scenario = scenario_of("the-old-one")
    artist = CounterArtist(DrawingContext.of(scenario.ruleset, load_theme()))
    lines: dict[int, list[str]] = {}
    for patch in patches_of(artist, scenario, "mi"):
        if patch.line:
            lines.setdefault(patch.line, []).append(patch.letters)
    assert list(lines.values()) == [["First Squad"], [*"ABCDE"], ["Second Squad"], [*"FGHIJ"]]


def test_every_badge_on_the_back_of_a_bug_is_in_the_key() -> None:
    scenario = scenario_of("fort-hadley")
    artist = CounterArtist(DrawingContext.of(scenario.ruleset, load_theme()))
    bugs = [force for force in scenario.forces if not force.members]
    states = {artist.words.of("state", force.unit["counter"]["back"]) for force in bugs}
    assert states <= {patch.letters for patch in patches_of(artist, scenario)}


def test_signs_that_the_sheets_of_sides_have_no_room_to_explain_are_explained_below_the_counters() -> None:
    heading = load_words("en")("counter.patches")
    pages = [[text.text for text in page.drawing.texts] for page in kit_of("last-lift").pages]
    [legend] = [texts for texts in pages if heading in texts]
    scenario = scenario_of("last-lift")
    artist = CounterArtist(DrawingContext.of(scenario.ruleset, load_theme()))
    meanings = {patch.meaning.replace("'", "’") for patch in patches_of(artist, scenario)}
    assert meanings <= {*legend}


def test_what_counters_of_two_colors_have_in_common_is_in_the_color_of_neither() -> None:
    scenario = scenario_of("customs-house")
    artist = CounterArtist(DrawingContext.of(scenario.ruleset, load_theme()))
    shared = [patch for patch in patches_of(artist, scenario) if patch.stripe is None]
    sides = {artist.family(force.unit, force) for force in scenario.forces}
    assert len(sides) == 2
    assert {patch.family for patch in shared}.isdisjoint(sides)
