"""The figures and chances of the game as play needs them."""

from __future__ import annotations

import functools
from fractions import Fraction

from builder.playtest.tables import Tables
from rulesdb import Ruleset
from rulesdb.cache.methods import cached_method
from rulesdb.dice import Dice


class Figures:
    """The figures of the tables, and chances by the procedures of the database."""

    def __init__(self, game: Ruleset) -> None:
        self.game = game
        self.tables = Tables(game)
        figure = self.tables.figure
        self._step = figure("range-loss", "hexes for each die")
        self._loss = figure("range-loss", "dice lost for each")
        self._low = figure("melee-height", "lower")
        self.most_hexes = figure("ramming", "most hexes that count")
        self.die_a_hex = figure("ramming", "dice for each hex")
        self.die_a_wound = figure("ramming", "dice of damage for each wound left")
        self.double = figure("double-damage", "two")
        self.telepathy = _count(self.tables.dice("telepathy", "telepath"))
        self._hit = game.procedure("opposed-odds")
        self._harm = game.procedure("damage-odds")

    def range_dice(self, skill: int, hexes: int) -> int:
        """The dice of range skill left at a distance.

        Source: bugged Ranged Combat
        """
        return max(0, skill - hexes // self._step * self._loss)

    def melee_dice(self, skill: int, height: int) -> int:
        """The dice of melee skill against a target that is this many levels higher.

        Source: bugged Melee Combat
        """
        return max(0, skill + self._low) if height > 0 and skill else skill

    def ram_dice(self, hexes: int, wounds: int) -> tuple[int, int]:
        """The dice to hit and of damage of a vehicle that has moved this many hexes.

        Source: bugged Vehicles
        """
        skill = min(hexes, self.most_hexes) * self.die_a_hex
        return skill, skill + wounds * self.die_a_wound

    def blast(self, card: str) -> tuple[int, int]:
        """The radius of a card's explosion in hexes, and its dice of damage."""
        about = ("radius in hexes", "dice of damage")
        radius, dice = (self.tables.figure("explosion", card, each) for each in about)
        return radius, dice

    def victory_points(self, price: int) -> int:
        """The victory points for a destroyed unit."""
        (label, each), *_ = self._point_labels
        return price // int(label) * each

    @functools.cached_property
    def _point_labels(self) -> list[tuple[str, int]]:
        """The points of the price that count, from the label of the first cell, and what they bring."""
        table = self.tables["victory-points"]
        label = str(table.inputs[0][0])
        number = next(word for word in label.split() if word.isdigit())
        return [(number, int(table.results[0]))]

    @cached_method()
    def hit_odds(self, skill: int, defense: int) -> float:
        """The chance that some dice beat others."""
        return float(Fraction(self._hit(skill, defense))) if skill else 0.0

    @cached_method()
    def harm_odds(self, damage: int, armor: int) -> tuple[float, float, float]:
        """The chances of no wound, one and two."""
        if not damage:
            return 1.0, 0.0, 0.0
        odds = self._harm(damage, armor)
        none, one, two = (float(Fraction(odds.get(str(wounds), "0"))) for wounds in range(3))
        return none, one, two

    def wounds(self, damage: int, armor: int) -> int:
        """The wounds that a roll of damage causes against a roll of armor.

        Source: bugged Combat System
        """
        if damage <= armor:
            return 0
        return 2 if damage >= self.double * armor else 1


def _count(dice: str) -> int:
    (pool,) = Dice.parse(dice).pools
    return pool.count
