"""The cards of a game, and those that a scenario needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.draw.pieces.cards.artist import CardArtist
from builder.draw.pieces.figure_looks import unit_of_species
from builder.draw.pieces.piece import Piece
from builder.scenario.forces.counter_colors import family_of_side
from builder.scenario.model import Force, Scenario
from rulesdb import Entry, Ruleset


def game_cards(artist: CardArtist, game: Ruleset) -> list[Piece]:
    """Every card of a game: powers, weapon effects, action cards, missions, units."""
    pieces = [*_powers(artist, game), *_effects(artist, game)]
    pieces += [artist.action(card) for card in game.of_kind("card")]
    pieces += [piece for mission in game.of_kind("mission") for piece in artist.mission(mission)]
    return [*pieces, *_units(artist, game.of_kind("unit"))]


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards that the same people may see: of the side ``reader``, or everybody if it is empty.

    ``units`` are the cards of units. The sheets of the side have the same figures, so that they can be left
    out.
    """

    reader: str
    cards: Sequence[Piece]
    units: Sequence[Piece]


def scenario_decks(usual: CardArtist, scenario: Scenario) -> list[Deck]:
    """The cards of a scenario: first those for everybody, then those of each side.

    ``usual`` is the artist of those whose backs have the color of the game.

    A force that draws its powers at the start needs the whole deck, and the effects that a power can give
    to weapons. The powers and action cards that the file gives to a side are only for it. So are the
    effects, and the whole deck if one of its powers draws more: they would tell that it has this power. The
    briefing has what a mission of the book says, without what the scenario has decided.
    """
    game, forces = scenario.ruleset, scenario.forces
    common: list[Piece] = []
    if any("powers" in force.unit.facts and not force.powers for force in forces):
        common = [*_powers(usual, game), *_effects(usual, game)]
    decks, common_units = [], []
    holders = {force.side for force in forces if force.powers or force.cards}
    for side in dict.fromkeys(force.side for force in forces):
        own = [force for force in forces if force.side == side]
        # The decks of two sides differ by their backs, so that they are not mixed up.
        artist = (
            usual.for_side(family_of_side(scenario, side)) if len(holders) > 1 and side in holders else usual
        )
        powers = [power for force in own for power in force.powers]
        slugs = {power.slug for power in powers}
        # The cards that the force has from the start are in the deck.
        draws = not common and not slugs.isdisjoint(game.printing.get("draw_cards", ()))
        cards = _powers(artist, game) if draws else [artist.power(power) for power in powers]
        cards += [artist.action(card, number) for force in own for card, number in force.cards.values()]
        if draws or (not common and game.printing.get("effect_cards") in slugs):
            cards += _effects(artist, game)
        units = _units(artist, _units_of(own))
        if cards:
            decks.append(Deck(side, cards, units))
        else:
            common_units += units
    return [Deck("", common, common_units), *decks]


def _units_of(forces: Sequence[Force]) -> tuple[Entry, ...]:
    """Each unit of some forces once, with the looks of the species of the first of them."""
    units = [
        unit
        for force in forces
        for unit in (unit_of_species(force), *(member.unit for member in force.members if member.unit))
    ]
    return tuple({unit.slug: unit for unit in units}.values())


def _powers(artist: CardArtist, game: Ruleset) -> list[Piece]:
    return [artist.power(power, power.get("copies", 1)) for power in game.of_kind("power")]


def _effects(artist: CardArtist, game: Ruleset) -> list[Piece]:
    return [artist.effect(effect, effect.get("copies", 1)) for effect in game.of_kind("effect")]


def _units(artist: CardArtist, units: tuple[Entry, ...]) -> list[Piece]:
    return [card for unit in units if (card := artist.unit(unit)) is not None]
