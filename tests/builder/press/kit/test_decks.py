"""Decks: a scenario has the cards that its forces need, and unit cards show the database's figures."""

from __future__ import annotations

import pytest

from builder.draw.pieces.cards import CardArtist
from builder.draw.pieces.piece import Piece
from builder.draw.pieces.unit_cards import unit_card
from builder.draw.surface.context import DrawingContext
from builder.draw.surface.theme import load_theme
from builder.press.kit.decks import game_cards, scenario_decks
from builder.scenario.load import load_scenario, scenario_from
from builder.scenario.model import Scenario
from rulesdb import open_game
from rulesdb.shipped import shipped
from rulesdb.yaml_source import parse_yaml

DEAD_AIR = shipped("scenarios") / "bug_hunter" / "dead-air.yaml"


@pytest.fixture(scope="module")
def artist() -> CardArtist:
    return CardArtist(DrawingContext(load_theme(), debug=True))


def scenario_cards(artist: CardArtist, scenario: Scenario) -> list[Piece]:
    return [piece for deck in scenario_decks(artist, scenario) for piece in (*deck.cards, *deck.units)]


def names(pieces: list[Piece]) -> set[str]:
    return {piece.name for piece in pieces}


def faces(piece: Piece) -> list[str]:
    return [text.text for text in piece.front.texts]


def test_a_scenario_has_the_powers_that_its_file_names_and_its_units(artist: CardArtist) -> None:
    scenario = load_scenario(DEAD_AIR)
    power_names = names(scenario_cards(artist, scenario))
    named = {f"power-{power.slug}" for force in scenario.forces for power in force.powers}
    assert {name for name in power_names if name.startswith("power-")} == named
    assert {f"unit-{force.unit.slug}" for force in scenario.forces} <= power_names


def test_a_force_that_draws_powers_has_the_full_deck_and_weapon_effects(artist: CardArtist) -> None:
    lines = DEAD_AIR.read_text(encoding="utf-8").splitlines(keepends=True)
    named = ("species:", "roster: standard-preds")
    text = "".join(line for line in lines if not line.strip().startswith(named))
    scenario = scenario_from(parse_yaml(text, "drawn.yaml"))
    cards = scenario_cards(artist, scenario)
    game = scenario.ruleset
    copies = {piece.name: piece.copies for piece in cards}
    for power in game.of_kind("power"):
        assert copies[f"power-{power.slug}"] == power.get("copies", 1)
    assert {f"effect-{effect.slug}" for effect in game.of_kind("effect")} <= copies.keys()


def test_a_mission_of_the_book_has_its_card_in_the_kit(artist: CardArtist) -> None:
    scenario = load_scenario(shipped("scenarios") / "mobile_infantry" / "eagle-six.yaml")
    assert scenario.mission is not None
    assert f"mission-{scenario.mission.slug}" in names(scenario_cards(artist, scenario))


@pytest.mark.parametrize("unit", [unit.slug for unit in open_game("bugged").of_kind("unit")])
def test_a_unit_card_shows_every_score_of_the_sheet(artist: CardArtist, unit: str) -> None:
    game = open_game("bugged")
    entry = game.find("unit", unit)
    card = unit_card(artist, game, entry)
    assert card is not None
    written = faces(card)
    for name, value in entry["scores"].items():
        assert written[written.index(name.replace("_", " ")) + 1] in (str(value), f"{value}d6", "none")
    assert str(entry["points"]) in written


def test_a_bugs_card_has_the_hits_that_kill_it(artist: CardArtist) -> None:
    game = open_game("mobile-infantry")
    for name in game.table("hits-to-kill").axes[0].labels:
        card = unit_card(artist, game, game.find("unit", name))
        assert card is not None
        written = faces(card)
        hits = game.table("hits-to-kill").lookup(bug=name).result
        assert written[written.index(game.table("hits-to-kill").entry.title) + 1] == str(hits)


def test_a_unit_of_which_no_table_says_anything_has_no_card(artist: CardArtist) -> None:
    game = open_game("advanced-infantry")
    assert unit_card(artist, game, game.find("unit", "trooper")) is None
    assert game_cards(artist, game) == []


def test_the_backs_of_a_games_cards_bear_its_own_emblem() -> None:
    emblems = {game: open_game(game).face["icon"] for game in ("bug-hunter", "mobile-infantry", "bugged")}
    assert len(set(emblems.values())) == 3
    assert set(emblems.values()) <= DrawingContext(load_theme()).icons.keys()
