"""Cards of every game in each size and language: no text leaves its box, meets another or is too small."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from builder.draw.pieces.cards.artist import CardArtist
from builder.draw.pieces.cards.brush import Brush
from builder.draw.pieces.cards.colors import CardColors
from builder.draw.pieces.cards.creatures import is_creature
from builder.draw.pieces.cards.entries import CardEntries
from builder.draw.pieces.cards.plan import FLOOR, fits, plan_cards
from builder.draw.pieces.cards.scenes import SCENES
from builder.draw.pieces.cards.size import POKER, CardSize
from builder.draw.pieces.cards.troopers import is_trooper
from builder.draw.pieces.piece import Piece
from builder.draw.surface.canvas import Canvas, PlacedText, svg_text
from builder.draw.surface.color_vision import blend
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.draw.surface.type import CONDENSED, REGULAR, Type
from builder.draw.surface.wording import load_words
from builder.press.kit.decks import game_cards
from rulesdb import Ruleset, open_game
from rulesdb.language import in_language

MINI = CardSize(44.45, 63.5, 3.175, 3.175)
TAROT = CardSize(70.0, 120.0, 3.175, 3.175)
SQUARE = CardSize(70.0, 70.0, 3.0, 4.0)
WITH_CARDS = ("bug-hunter", "handspan", "mobile-infantry", "bugged")
SIZES = {"poker": POKER, "mini": MINI, "tarot": TAROT, "square": SQUARE}
# No text is smaller than 7 pt.
SEVEN_POINTS = Type(CONDENSED, 2.47).cap
TRIED = [
    *(
        (game, size, language)
        for game in WITH_CARDS
        for size in ("poker", "mini")
        for language in ("en", "de")
    ),
    ("bug-hunter", "tarot", "de"),
    ("bugged", "square", "de"),
]


def context(game: Ruleset, language: str = "en", theme: str = "default") -> DrawingContext:
    return DrawingContext.of(game, load_theme(theme, load_words(language)))


@cache
def cards(name: str, size: str, language: str) -> Sequence[Piece]:
    game = in_language(open_game(name), language)
    return game_cards(CardArtist(context(game, language), game, size=SIZES[size]), game)


def inside(text: PlacedText, box: tuple[float, float, float, float]) -> bool:
    x, y, width, height = box
    across = x - 0.01 <= text.x and text.x + text.width <= x + width + 0.01
    return across and y - 0.01 <= text.y and text.y + text.height <= y + height + 0.01


def apart(a: PlacedText, b: PlacedText) -> bool:
    across = a.x + a.width <= b.x + 0.05 or b.x + b.width <= a.x + 0.05
    return across or a.y + a.height <= b.y + 0.05 or b.y + b.height <= a.y + 0.05


@pytest.mark.parametrize(("game", "name", "language"), TRIED)
def test_every_text_of_a_card_is_inside_its_safe_zone_and_readable(
    game: str, name: str, language: str
) -> None:
    size = SIZES[name]
    keep = size.bleed + size.safe
    safe = (keep, keep, size.width - 2 * size.safe, size.height - 2 * size.safe)
    wrong = [
        (piece.name, text.text)
        for piece in cards(game, name, language)
        for face in (piece.front, piece.back)
        for text in face.texts
        if not inside(text, safe) or not inside(text, text.within or safe) or text.height < SEVEN_POINTS
    ]
    assert wrong == []


@pytest.mark.parametrize(("game", "size", "language"), TRIED)
def test_no_two_texts_of_a_card_overlap(game: str, size: str, language: str) -> None:
    clashes = [
        (piece.name, a.text, b.text)
        for piece in cards(game, size, language)
        for face in (piece.front, piece.back)
        for a, b in itertools.combinations(face.texts, 2)
        if not apart(a, b)
    ]
    assert clashes == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", WITH_CARDS)
def test_the_effect_has_eleven_points_or_more_on_all_poker_cards(name: str, language: str) -> None:
    game = in_language(open_game(name), language)
    look = context(game, language)
    entries, metrics = CardEntries(game, look.words), look.metrics
    for kind in ("power", "action", "effect", "unit", "mission"):
        contents = entries.all(kind)
        if contents:
            plan = plan_cards(contents, POKER, metrics)
            assert plan.type.face is REGULAR, kind
            assert plan.type.size >= FLOOR, kind
            assert plan.scene >= POKER.scenes[-1], kind


def test_a_text_that_is_far_too_long_is_printed_whole() -> None:
    game = open_game("bug-hunter")
    metrics = context(game).metrics
    content = replace(CardEntries(game, load_words()).all("power")[0], paragraphs=("Ein Wort. " * 200,))
    assert plan_cards([content], POKER, metrics).scene == 0.0


def test_art_reaches_the_edge_of_the_bleed_in_every_size() -> None:
    for name, size in SIZES.items():
        for piece in cards("bugged", name, "de")[:9]:
            whole = (size.width + 2 * size.bleed, size.height + 2 * size.bleed)
            assert (piece.front.width, piece.front.height) == pytest.approx(whole)
            assert (piece.back.width, piece.back.height) == pytest.approx(whole)


@pytest.mark.parametrize("game", WITH_CARDS)
def test_the_back_of_a_card_reveals_only_its_kind(game: str) -> None:
    kinds: dict[str, set[str]] = {}
    for piece in cards(game, "poker", "en"):
        if not piece.name.startswith("mission"):
            kind = piece.name.partition("-")[0]
            kinds.setdefault(kind, set()).add(svg_text(piece.back))
    assert {kind: len(backs) for kind, backs in kinds.items()} == dict.fromkeys(kinds, 1)


def test_the_same_card_has_the_same_scene_each_time_and_another_card_another_one() -> None:
    game = open_game("bug-hunter")
    powers = game.of_kind("power")
    first, again = (
        [svg_text(CardArtist(context(game), game).power(power).front) for power in powers[:2]]
        for _ in range(2)
    )
    assert first == again
    first_lines, second_lines = (set(text.split("<polygon")) for text in first)
    assert first_lines != second_lines


@pytest.mark.parametrize("game", WITH_CARDS)
def test_cards_that_save_ink_are_outlines_on_white(game: str) -> None:
    opened = open_game(game)
    look = context(opened, theme="low-ink")
    allowed = {look.theme["paper"], look.theme["ink"], look.theme["muted"], "none"}
    for piece in game_cards(CardArtist(look, opened), opened)[::3]:
        for face in (piece.front, piece.back):
            fills = {part.split('"')[0] for part in svg_text(face).split(' fill="')[1:]}
            assert fills <= allowed, piece.name


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", WITH_CARDS)
def test_titles_of_a_deck_have_one_size_and_those_that_are_too_long_for_it_a_smaller_one(
    name: str, language: str
) -> None:
    # The title has the bar for its room, and so has what a card costs, in another face.
    sizes: dict[bool, set[float]] = {True: set(), False: set()}
    for piece in cards(name, "poker", language):
        lines = [
            text
            for text in piece.front.texts
            if text.within
            and text.within[3] == pytest.approx(POKER.bar)
            and text.x == pytest.approx(POKER.bleed + POKER.safe, abs=0.01)
            and not text.text.isupper()
            and not piece.name.startswith("mission-")
        ]
        if lines:
            sizes[len(lines) > 1].add(round(lines[0].height, 2))
    assert len(sizes[False]) <= 2
    assert len(sizes[True] | {min(sizes[False])}) <= 2
    assert max(sizes[False]) > max(sizes[True], default=0.0)


def test_a_title_that_is_too_long_is_small_before_it_has_two_lines() -> None:
    titled = {
        piece.name: {text.text for text in piece.front.texts} for piece in cards("bugged", "poker", "en")
    }
    assert "Android Trooper" in titled["unit-android-trooper"]
    assert "Android Assassin" in titled["unit-android-assassin"]


@pytest.mark.parametrize("name", ["bug-hunter", "bugged"])
def test_a_long_title_does_not_make_others_small(name: str) -> None:
    game = open_game(name)
    look = context(game)
    entries = CardEntries(game, look.words)
    for kind in ("power", "unit"):
        contents = entries.all(kind)
        if contents:
            titles = plan_cards(contents, POKER, look.metrics, look.display).titles
            assert titles.usual >= 5.2


def test_texts_of_powers_and_effects_begin_at_one_height_with_and_without_a_medal() -> None:
    tops = {
        min(
            text.within[1]
            for text in piece.front.texts
            if text.within and text.within[2] > POKER.inner and text.within[3] != pytest.approx(POKER.bar)
        )
        for piece in cards("bug-hunter", "poker", "en")
        if piece.name.startswith(("power-", "effect-"))
    }
    assert max(tops) - min(tops) < 0.01


def test_powers_have_other_scenes_by_when_they_apply_or_their_own() -> None:
    game = open_game("bug-hunter")
    scenes = {content.slug: content.scene for content in CardEntries(game, load_words()).all("power")}
    assert scenes["speed"] == "corridor"
    assert scenes["snap-attack"] == "duct"
    assert scenes["corrosive-blood"] == "spray"
    assert scenes["clone"] == "nest"
    own = ("clone", "growth", "infectious", "metamorphosis", "regeneration", "extra-power")
    assert len({scenes[slug] for slug in (*own, "random-weapon-effects")}) == 7
    always = ("anaerobic", "carapace-3", "intelligent", "horrid", "speed")
    assert len({scenes[slug] for slug in always}) == len(always)


def test_more_of_the_rule_is_on_a_card_only_if_there_is_room_for_it_below_its_effect() -> None:
    printed = {
        piece.name: " ".join(text.text for text in piece.front.texts)
        for piece in cards("bug-hunter", "poker", "en")
    }
    assert "can leave a ship and crawl" in printed["power-anaerobic"]
    assert "at the first stage" not in printed["power-infectious"]


def test_the_rays_of_a_burst_end_where_the_scene_does() -> None:
    wide, tall = 70.0, 40.0
    look = context(open_game("bug-hunter"))
    canvas = Canvas(wide, tall, look)
    SCENES["burst"](Brush(canvas, CardColors.of(look, "accent"), (wide, tall), wide / 2, Random(1)))
    shapes = re.findall(r'points="([^"]+)"', svg_text(canvas.drawing("burst", "")))
    assert shapes
    for x, y in (map(float, point.split(",")) for points in shapes for point in points.split()):
        assert -0.01 <= x <= wide + 0.01
        assert -0.01 <= y <= tall + 0.01


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_every_scene_is_drawn_alike_from_one_seed_and_otherwise_from_another(scene: str) -> None:
    look = context(open_game("bugged"))

    def drawn(seed: int) -> str:
        canvas = Canvas(70.0, 31.0, look)
        SCENES[scene](Brush(canvas, CardColors.of(look, "bug_band"), (70.0, 31.0), 35.0, Random(seed)))
        return svg_text(canvas.drawing(scene, ""))

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def test_boxes_of_figures_are_higher_if_texts_leave_room_and_have_one_height_on_all_cards() -> None:
    game = open_game("bugged")
    contents = [replace(each, paragraphs=("Short.",)) for each in CardEntries(game, load_words()).all("unit")]
    long = [replace(each, paragraphs=("Some lines of text. " * 8,)) for each in contents]
    look = context(game)
    scene = POKER.scenes[-1]
    short_plan, long_plan = (
        plan_cards(each, POKER, look.metrics, look.display, scene=scene) for each in (contents, long)
    )
    assert short_plan.grown > 1.3
    assert long_plan.grown < short_plan.grown
    assert all(fits(POKER, look.metrics, each, short_plan) for each in contents)


def test_dice_of_a_figure_are_smaller_than_their_number_and_written_as_in_the_language() -> None:
    for language, dice in (("en", "d6"), ("de", "W6")):
        unit = next(piece for piece in cards("bugged", "poker", language) if piece.name == "unit-brute")
        heights = {text.text: text.height for text in unit.front.texts}
        assert heights[dice] < heights["6"]


@pytest.mark.parametrize("name", ["bugged", "bug-hunter"])
def test_the_bars_of_a_deck_are_in_line_below_scenes_of_some_height(name: str) -> None:
    bars = {
        round(text.within[1], 3)
        for piece in cards(name, "poker", "en")
        for text in piece.front.texts
        if text.within and text.within[3] == pytest.approx(POKER.bar)
        if not piece.name.startswith("mission-")
    }
    assert len(bars) == 1
    assert min(bars) - POKER.bleed > 0.29 * POKER.height


def test_art_takes_two_fifths_of_the_cards_of_units_and_actions() -> None:
    game = open_game("bugged")
    look = context(game)
    for kind in ("unit", "action"):
        contents = CardEntries(game, look.words).all(kind)
        plan = plan_cards(contents, POKER, look.metrics, look.display)
        assert plan.scene > 0.4 * POKER.height


def test_units_are_people_to_the_belt_or_whole_creatures_each_another_one() -> None:
    game = open_game("bugged")
    content = {card.slug: card for card in CardEntries(game, context(game).words).all("unit")}
    figures = {card.person for card in content.values()}
    assert len(figures) == len(content) == 18
    assert all(is_trooper(figure) != is_creature(figure) for figure in figures)
    # The counter of an android trooper has an icon alone, its card a whole android.
    assert "figure" not in game.entry("unit/android-trooper")["counter"]
    assert content["android-trooper"].person == "android"


def test_a_creature_has_a_shadow_on_the_ground_unless_ink_is_saved() -> None:
    game = open_game("bugged")
    brute = game.entry("unit/brute")
    for theme, has_shadow in (("default", True), ("low-ink", False)):
        look = context(game, theme=theme)
        card = CardArtist(look, game).unit(brute)
        assert card is not None
        shadow = blend("#000000", CardColors.of(look, "bug_band").key, 0.72)
        assert (f'fill="{shadow}"' in svg_text(card.front)) == has_shadow


def test_action_cards_on_sheets_of_creatures_show_figures_like_them() -> None:
    game = open_game("bugged")
    shown = {card.slug: card.person for card in CardEntries(game, load_words()).all("action")}
    drawn = ("swarm", "tunnel-trap", "telepathy", "destruct", "revenge")
    assert all(is_creature(shown[card]) for card in drawn)
    assert not shown["nuke-em"]
