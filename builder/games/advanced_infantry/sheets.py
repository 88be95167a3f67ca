"""Drawings that differ from those of other games: record sheets of troopers, notes on crewed weapons."""

from __future__ import annotations

from builder.draw.game_sheets import Column, GameSheets
from builder.draw.surface.wording import Words
from builder.games.advanced_infantry.trooper import crew, toughness
from builder.games.advanced_infantry.trooper_sheets import trooper_flow
from builder.geometry.dotlattice import Lattice
from builder.scenario.model import Scenario
from rulesdb import Ruleset


def _figure_columns(game: Ruleset, words: Words) -> tuple[Column, ...]:
    """The columns of the record of a trooper."""
    return (
        Column(words("record.figure"), 2.6),
        Column(words("trooper.experience"), 1.3),
        Column(words("trooper.points"), 1.4),
        Column(words("trooper.arms"), 3.3),
        Column(words("trooper.damage", most=toughness(game)), 2.5, boxes=toughness(game)),
        Column(words("trooper.prone"), 0.8, circles=1),
        Column(words("trooper.entangled"), 1.1, circles=1),
        Column(words("trooper.down"), 0.8, circles=1),
    )


def _map_notes(scenario: Scenario, words: Words) -> list[str]:
    """A note on the arc of crewed weapons, if any figure has one."""
    game = scenario.ruleset
    weapons = [member.weapon for force in scenario.forces for member in force.members]
    if all(crew(game, weapon) is None for weapon in weapons):
        return []
    square = scenario.dots_map.lattice.kind is Lattice.SQUARE
    arc = game.table("firing-arc").lookup(weapon="crewed").result
    return [words(f"dots.arc-{'square' if square else 'triangular'}", degrees=arc)]


SHEETS = GameSheets(trooper_flow, _figure_columns, _map_notes)
