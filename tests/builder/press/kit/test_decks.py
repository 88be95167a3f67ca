"""Decks: a scenario has the cards that its forces need, and unit cards show the database's figures."""

from __future__ import annotations

import pytest
from kits import kit_of, printed

from builder.draw.pieces.cards.artist import CardArtist
from builder.draw.pieces.cards.content import CardContent
from builder.draw.pieces.cards.entries import CardEntries
from builder.draw.pieces.piece import Piece
from builder.draw.sheets.briefing import briefing_flow
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.flow_sheets import draw_flows
from builder.draw.surface.icons import load_icons
from builder.draw.surface.theme import load_theme
from builder.draw.surface.wording import load_words
from builder.press.kit.decks import game_cards, scenario_decks
from builder.scenario.load import load_scenario, scenario_from
from builder.scenario.model import Scenario
from rulesdb import Ruleset, open_game
from rulesdb.language import in_language
from rulesdb.shipped import shipped
from rulesdb.yaml_source import parse_yaml

DEAD_AIR = shipped("scenarios") / "bug_hunter" / "dead-air.yaml"


def artist_of(game: Ruleset) -> CardArtist:
    return CardArtist(DrawingContext(load_theme(), debug=True), game)


def scenario_cards(scenario: Scenario) -> list[Piece]:
    decks = scenario_decks(artist_of(scenario.ruleset), scenario)
    return [piece for deck in decks for piece in (*deck.cards, *deck.units)]


def contents(game: Ruleset, kind: str) -> dict[str, CardContent]:
    return {content.slug: content for content in CardEntries(game, load_words()).all(kind)}


def names(pieces: list[Piece]) -> set[str]:
    return {piece.name for piece in pieces}


def test_a_scenario_has_the_powers_that_its_file_names_and_its_units() -> None:
    scenario = load_scenario(DEAD_AIR)
    power_names = names(scenario_cards(scenario))
    named = {f"power-{power.slug}" for force in scenario.forces for power in force.powers}
    assert {name for name in power_names if name.startswith("power-")} == named
    assert {f"unit-{force.unit.slug}" for force in scenario.forces} <= power_names


def test_a_force_that_draws_powers_has_the_full_deck_and_weapon_effects() -> None:
    lines = DEAD_AIR.read_text(encoding="utf-8").splitlines(keepends=True)
    named = ("species:", "roster: standard-preds")
    text = "".join(line for line in lines if not line.strip().startswith(named))
    scenario = scenario_from(parse_yaml(text, "drawn.yaml"))
    cards = scenario_cards(scenario)
    game = scenario.ruleset
    copies = {piece.name: piece.copies for piece in cards}
    for power in game.of_kind("power"):
        assert copies[f"power-{power.slug}"] == power.get("copies", 1)
    assert {f"effect-{effect.slug}" for effect in game.of_kind("effect")} <= copies.keys()


def test_effects_that_a_secret_power_needs_are_only_for_the_side_that_has_it() -> None:
    scenario = load_scenario(DEAD_AIR.with_name("relief.yaml"))
    effects = {f"effect-{effect.slug}" for effect in scenario.ruleset.of_kind("effect")}
    for deck in scenario_decks(artist_of(scenario.ruleset), scenario):
        assert effects.isdisjoint(names([*deck.cards])) == (deck.reader != "pred")


def test_a_mission_of_the_book_is_in_the_briefing_and_has_no_card_in_the_kit() -> None:
    scenario = load_scenario(shipped("scenarios") / "mobile_infantry" / "eagle-six.yaml")
    assert scenario.mission is not None
    assert not any(name.startswith("mission-") for name in names(scenario_cards(scenario)))
    flow = briefing_flow(scenario, DrawingContext(load_theme()))
    drawings = draw_flows([flow], (190.0, 277.0), DrawingContext(load_theme()))
    written = " ".join(text.text for drawing in drawings for text in drawing.texts)
    assert scenario.mission.title in written


def test_a_unit_card_shows_every_score_of_the_sheet() -> None:
    game = open_game("bugged")
    cards = contents(game, "unit")
    for unit in game.of_kind("unit"):
        card = cards[unit.slug]
        figures = {figure.word: (figure.value, figure.icon) for figure in card.figures}
        assert len(card.figures) == 8
        for name, value in unit["scores"].items():
            if name.replace("_", " ") not in figures:
                # What only some units have is in the text.
                assert f"{name.capitalize()}: {value}." in " ".join(card.paragraphs)
                continue
            text, icon = figures.get(name.replace("_", " "), ("–", "left out"))
            assert text in (str(value), f"{value}D6") if value else text == "–", (unit.slug, name)
            assert icon == "left out" or icon == game.scores["icons"][name]
        assert card.points == (str(unit["points"]), "points")


def test_a_bugs_card_has_the_hits_that_kill_it() -> None:
    game = open_game("mobile-infantry")
    cards = contents(game, "unit")
    table = game.table("hits-to-kill")
    for name in table.axes[0].labels:
        figures = {figure.word: figure.value for figure in cards[name].figures}
        assert figures[table.entry.title] == str(table.lookup(bug=name).result)


def test_an_action_card_has_the_figures_of_its_tables() -> None:
    figures = {
        slug: [(figure.value, figure.word) for figure in card.figures]
        for slug, card in contents(open_game("bugged"), "action").items()
    }
    assert figures["destruct"] == [("1", "radius in hexes"), ("5", "dice of damage")]
    assert figures["telepathy"] == [("4d6", "Telepathy")]
    assert figures["tunnel-trap"] == []


def test_no_two_cards_of_bugs_have_one_picture() -> None:
    game = open_game("bugged")
    pictures = [
        (card.icon, card.scene)
        for kind in ("action", "unit")
        for card in contents(game, kind).values()
        if card.family == "bug"
    ]
    assert len(pictures) > 6
    for part in zip(*pictures, strict=True):
        assert len(set(part)) == len(pictures)


def test_an_effect_shows_what_each_roll_or_result_counts_as() -> None:
    cards = contents(open_game("bug-hunter"), "effect")
    shifted, changed = cards["minus-3"], cards["all-w"].strip
    assert shifted.value == ("-3", "")
    assert shifted.strip is not None
    assert changed is not None
    assert shifted.strip.rolled == tuple(map(str, range(2, 13)))
    assert shifted.strip.counts == tuple(map(str, (2, 2, 2, 2, 3, 4, 5, 6, 7, 8, 9)))
    assert dict(zip(changed.rolled, changed.counts, strict=True))["stun"] == "stun"
    assert set(changed.counts) == {"W", "stun"}
    assert cards["enrage"].strip is None


@pytest.mark.parametrize("name", ["bug-hunter", "handspan", "mobile-infantry", "bugged"])
def test_cards_in_german_have_no_english_but_names(name: str) -> None:
    game = open_game(name)
    german = CardEntries(in_language(game, "de"), load_words("de").of_game(game))
    same = set()
    for kind in ("power", "action", "effect", "unit", "mission"):
        for english_card, german_card in zip(contents(game, kind).values(), german.all(kind), strict=True):
            texts = [
                {card.cue, card.badge and card.badge[1], card.points and card.points[1], *card.paragraphs}
                | {figure.word for figure in card.figures}
                for card in (english_card, german_card)
            ]
            same |= texts[0] & texts[1]
    assert same - {None, "", "Preds"} == set()


def test_every_condition_and_victory_point_of_a_mission_is_on_its_cards() -> None:
    game = open_game("mobile-infantry")
    for mission in game.of_kind("mission"):
        pieces = artist_of(game).mission(mission)
        written = " ".join(
            text.text for piece in pieces for face in (piece.front, piece.back) for text in face.texts
        )
        assert [text for text in mission["conditions"] if printed(text) not in written] == []
        assert [line for line in mission["victory"] if printed(line["text"]) not in written] == []


def test_a_unit_of_which_no_table_says_anything_has_no_card() -> None:
    game = open_game("advanced-infantry")
    assert artist_of(game).unit(game.find("unit", "trooper")) is None
    assert game_cards(artist_of(game), game) == []


def test_the_backs_of_a_games_cards_bear_its_own_emblem() -> None:
    emblems = {game: open_game(game).face["icon"] for game in ("bug-hunter", "mobile-infantry", "bugged")}
    assert len(set(emblems.values())) == 3
    assert set(emblems.values()) <= load_icons().keys()


def test_a_side_whose_power_draws_more_has_the_whole_deck_to_draw_from() -> None:
    scenario = load_scenario(DEAD_AIR.with_name("cold-berth.yaml"))
    game = scenario.ruleset
    decks = {deck.reader: deck.cards for deck in scenario_decks(artist_of(game), scenario)}
    copies = {piece.name: piece.copies for piece in decks["pred"]}
    assert copies == {
        f"{kind}-{entry.slug}": entry.get("copies", 1)
        for kind in ("power", "effect")
        for entry in game.of_kind(kind)
    }
    assert not any(name.startswith("power-") for name in names([*decks[""]]))


def test_the_decks_of_two_sides_have_backs_of_their_own() -> None:
    scenario = load_scenario(shipped("scenarios") / "bugged" / "brood-debt.yaml")
    decks = [deck for deck in scenario_decks(artist_of(scenario.ruleset), scenario) if deck.reader]
    backs = [{piece.back.name for piece in (*deck.cards, *deck.units)} for deck in decks]
    assert len(decks) == 2
    assert backs[0].isdisjoint(backs[1])
    # A kit with one deck has the color of the game.
    alone = load_scenario(DEAD_AIR)
    cards = [card for deck in scenario_decks(artist_of(alone.ruleset), alone) for card in deck.cards]
    assert {card.back.name for card in cards} <= {"card-power-back", "card-effect-back"}


@pytest.mark.parametrize("name", ["kessel-wash", "static", "brood-debt"])
def test_both_sides_with_cards_of_their_own_have_those_of_their_units(name: str) -> None:
    kit = kit_of(name)
    shown = {
        page.reader: [text.text for text in page.drawing.texts if text.text == load_words()("card.unit")]
        for page in kit.pages
        if page.part == "Cards" and page.drawing.texts
    }
    assert set(shown) == {"first", "second"}
    assert all(shown.values())


def test_templates_of_a_side_are_on_the_cover_and_among_what_is_cut_out() -> None:
    told = " ".join(text.text for text in kit_of("kessel-wash").pages[0].drawing.texts)
    assert "Sheets and templates for the Humans" in told
    assert "Cut out the cards, counters and templates." in told
