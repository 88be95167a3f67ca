"""The cards of a game, and those that a scenario needs."""

from __future__ import annotations

from builder.draw.pieces.cards import CardArtist, card_text
from builder.draw.pieces.piece import Piece
from builder.draw.pieces.unit_cards import unit_card
from builder.draw.surface.entry_text import running_text
from builder.scenario.model import Scenario
from rulesdb import Entry, Ruleset


def game_cards(artist: CardArtist, game: Ruleset) -> list[Piece]:
    """Every card of a game: powers, weapon effects, action cards, missions, units."""
    pieces = [*_powers(artist, game), *_effects(artist, game)]
    pieces += [
        artist.action(card, game.title, card_text(game, card, artist.words)) for card in game.of_kind("card")
    ]
    pieces += [_mission(artist, game, mission) for mission in game.of_kind("mission")]
    return [*pieces, *_units(artist, game, game.of_kind("unit"))]


def scenario_cards(artist: CardArtist, scenario: Scenario) -> list[Piece]:
    """The cards of a scenario's forces and units, and its mission.

    A force that draws its powers at the start needs the whole deck; one whose power gives weapons random
    effects needs the effects.
    """
    game, forces = scenario.ruleset, scenario.forces
    drawn = any("powers" in force.unit.facts and not force.powers for force in forces)
    powers = [power for force in forces for power in force.powers]
    pieces = _powers(artist, game) if drawn else [artist.power(power, game.title) for power in powers]
    if drawn or game.printing.get("effect_cards") in {power.slug for power in powers}:
        pieces += _effects(artist, game)
    pieces += [
        artist.action(card, game.title, card_text(game, card, artist.words), number)
        for force in forces
        for card, number in force.cards.values()
    ]
    if scenario.mission is not None:
        pieces.append(_mission(artist, game, scenario.mission))
    in_play = {
        unit.slug: unit
        for force in forces
        for unit in (force.unit, *(member.unit for member in force.members if member.unit))
    }
    return [*pieces, *_units(artist, game, tuple(in_play.values()))]


def _powers(artist: CardArtist, game: Ruleset) -> list[Piece]:
    return [artist.power(power, game.title, power.get("copies", 1)) for power in game.of_kind("power")]


def _effects(artist: CardArtist, game: Ruleset) -> list[Piece]:
    return [
        artist.effect(effect, game.title, running_text(game, effect), effect.get("copies", 1))
        for effect in game.of_kind("effect")
    ]


def _mission(artist: CardArtist, game: Ruleset, mission: Entry) -> Piece:
    return artist.mission(mission, {side.id: side.title for side in game.sides})


def _units(artist: CardArtist, game: Ruleset, units: tuple[Entry, ...]) -> list[Piece]:
    return [card for unit in units if (card := unit_card(artist, game, unit)) is not None]
