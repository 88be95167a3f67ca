"""The figures of the game as play needs them: from the tables of the database, once, in the map's unit."""

from __future__ import annotations

import math
import re

from builder.boards.table import UNITS
from builder.playtest.tables import Tables
from rulesdb import Dice, Ruleset
from rulesdb.cache.methods import cached_method

_LEADING = re.compile(r"\s*(\d+)\s+(\w+)")
_CENTIMETERS = re.compile(r"(\d+) cm")
_MM_A_CM = 10.0
LINE_OF_SIGHT = "line of sight"
RANGES = ("close", "long")


class Figures:
    """The figures of the tables; lengths are in the unit of the map.

    Args:
        game: the ruleset.
        unit: ``inch`` or ``centimetre``.
    """

    def __init__(self, game: Ruleset, unit: str) -> None:
        self.game = game
        self.tables = Tables(game)
        self._mm = UNITS[unit][1]
        self.inch = UNITS["inch"][1] / self._mm
        self.span = self.tables.figure("hand-span", "hand-span") * self.inch
        forefinger = self.tables.figure("hand-span", "forefinger") * self.inch
        self._lengths = {"hand": self.span, "inches": self.inch, "forefinger": forefinger}
        self._firing_dice = game.procedure("firing-dice")
        self.max_supporters = self.tables.figure("support-limit", "firing")
        self.max_friends = self.tables.figure("support-limit", "close quarters")
        self.grenade_radius = self.circle("grenade") / 2
        self.missile_range = self.tables.figure("missile-range", "guided-missile") * self.inch

    @cached_method()
    def human_move(self, way: str) -> float:
        """How far a human moves: ``on-flat-ground``, ``climbing``, ``wounded-alone`` …."""
        text = str(self.tables["human-movement"].result(way))
        match = _LEADING.match(text)
        assert match is not None, text
        return int(match[1]) * self._lengths[match[2]]

    @cached_method()
    def bug_move(self, size: str, slowed: bool) -> float:
        """How far a bug moves."""
        return self.tables.figure("bug-movement", size, "slowed" if slowed else "normal") * self.span

    @cached_method()
    def reach(self, weapon: str, band: str) -> float:
        """How far a weapon reaches."""
        text = str(self.tables["weapon-ranges"].result(weapon, band))
        match = _CENTIMETERS.search(text)
        return math.inf if match is None else int(match[1]) * _MM_A_CM / self._mm

    def band(self, weapon: str, distance: float) -> str:
        """The range of a distance: ``close``, ``long``, or empty if the weapon does not reach it."""
        return next((band for band in RANGES if distance <= self.reach(weapon, band)), "")

    @cached_method()
    def shot(self, weapon: str, hampered: bool, hidden: bool, command: bool, supporters: int) -> str:
        """The dice of a shot; empty if none are left."""
        return str(
            self._firing_dice(
                weapon=weapon, moving=hampered, hidden=hidden, command=command, supporters=supporters
            )
        )

    @cached_method()
    def odds(self, dice: str) -> tuple[tuple[int, float], ...]:
        """The chance of each total of some dice."""
        return tuple((int(total), float(chance)) for total, chance in Dice.parse(dice).distribution())

    @cached_method()
    def shot_odds(self, dice: str, target: str, band: str) -> tuple[tuple[str, float], ...]:
        """The chance of each result of a shot."""
        chances: dict[str, float] = {}
        for total, chance in self.odds(dice):
            result = self.effect(target, band, total)
            chances[result] = chances.get(result, 0.0) + chance
        return tuple(chances.items())

    @cached_method()
    def duel_odds(self, human: int, bug: int) -> tuple[float, float]:
        """The chances that the human and the bug win, with these numbers of dice."""
        human_odds, bug_odds = (self.odds(f"{dice}d6") if dice else ((0, 1.0),) for dice in (human, bug))
        wins = sum(
            chance * other for total, chance in human_odds for least, other in bug_odds if total > least
        )
        losses = sum(
            chance * other for total, chance in human_odds for least, other in bug_odds if total < least
        )
        return wins, losses

    def effect(self, target: str, band: str, total: int) -> str:
        """The effect of a total on a target: ``kill``, ``stop``, ``slow`` or ``none``."""
        results = self.tables["firing-results"]
        for effect in ("kill", "stop"):
            if total >= results.result(target, band, effect):
                return effect
        return "slow" if target == "warrior" and total > 0 else "none"

    def blast(self, weapon: str) -> str:
        """The dice of a blast."""
        return str(self.tables["blasts"].result(weapon)["dice"])

    def circle(self, weapon: str) -> float:
        """How wide a blast is; 0 if it hits one target."""
        match = _CENTIMETERS.search(str(self.tables["blasts"].result(weapon)["circle"]))
        return 0.0 if match is None else int(match[1]) * _MM_A_CM / self._mm

    def close_dice(self, source: str) -> int:
        """The dice that something gives in close quarters."""
        return self.tables.figure("close-quarters-dice", source)
