"""The cards of a game, and those that a scenario needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builder.draw.pieces.cards.artist import CardArtist
from builder.draw.pieces.piece import Piece
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


def scenario_decks(artist: CardArtist, scenario: Scenario) -> list[Deck]:
    """The cards of a scenario: first those for everybody, then those of each side.

    A force that draws its powers at the start needs the whole deck, and the effects that a power can give
    to weapons. The powers and action cards that the file gives to a side are only for it, and so are the
    effects, which would tell that it has this power. The briefing has what a mission of the book says,
    without what the scenario has decided.
    """
    game, forces = scenario.ruleset, scenario.forces
    common: list[Piece] = []
    if any("powers" in force.unit.facts and not force.powers for force in forces):
        common = [*_powers(artist, game), *_effects(artist, game)]
    decks, common_units = [], []
    for side in dict.fromkeys(force.side for force in forces):
        own = [force for force in forces if force.side == side]
        cards = _own_cards(artist, own)
        powers = {power.slug for force in own for power in force.powers}
        if not common and game.printing.get("effect_cards") in powers:
            cards += _effects(artist, game)
        units = _units(artist, _units_of(own))
        if cards:
            decks.append(Deck(side, cards, units))
        else:
            common_units += units
    return [Deck("", common, common_units), *decks]


def _own_cards(artist: CardArtist, forces: Sequence[Force]) -> list[Piece]:
    """The powers and action cards that forces have from the start."""
    cards = [artist.power(power) for force in forces for power in force.powers]
    return cards + [artist.action(card, number) for force in forces for card, number in force.cards.values()]


def _units_of(forces: Sequence[Force]) -> tuple[Entry, ...]:
    """Each unit of some forces once."""
    units = [
        unit
        for force in forces
        for unit in (force.unit, *(member.unit for member in force.members if member.unit))
    ]
    return tuple({unit.slug: unit for unit in units}.values())


def _powers(artist: CardArtist, game: Ruleset) -> list[Piece]:
    return [artist.power(power, power.get("copies", 1)) for power in game.of_kind("power")]


def _effects(artist: CardArtist, game: Ruleset) -> list[Piece]:
    return [artist.effect(effect, effect.get("copies", 1)) for effect in game.of_kind("effect")]


def _units(artist: CardArtist, units: tuple[Entry, ...]) -> list[Piece]:
    return [card for unit in units if (card := artist.unit(unit)) is not None]
