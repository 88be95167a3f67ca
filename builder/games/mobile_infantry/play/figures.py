"""The figures of the game as play needs them: from the tables of the database, once."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from builder.games.mobile_infantry.play.roster import BUGS, FLYER, WARRIOR
from builder.playtest.tables import Tables
from rulesdb import Ruleset
from rulesdb.dice import Dice

FACES = range(1, 7)
BURST, SUSTAINED = "burst", "sustained"
ATTACKS = {WARRIOR: "warrior-attack", FLYER: "flyer-attack"}


class Figures:
    """The figures of the tables; lengths are in inches."""

    def __init__(self, game: Ruleset) -> None:
        self.game = game
        self.tables = Tables(game)
        tables = self.tables
        self.hits_to_kill = {bug: tables.figure("hits-to-kill", bug) for bug in BUGS}
        slows = game.table("half-hits").axes[0].labels
        self.hits_to_slow = {bug: tables.figure("half-hits", bug) for bug in BUGS if bug in slows}
        self.stop = {bug: tables.figure("stopping-distance", bug) for bug in ("warrior", "tank-bug")}
        self.spotting = tables.figure("spotting-range", "without a roll")
        self.split = tables.figure("split-fire", "more than one bug is near")
        self.contact = tables.figure("close-combat-range", "in combat")
        self.next_victim = tables.figure("close-combat-range", "next victim of a Warrior")
        self.frenzy = tables.figure("frenzy-range", "joining")
        self.helping = tables.figure("helping", "helper")
        self.acid_reach = int(tables.dice("acid-spray", "inches from the Tank Bug"))
        self.acid_spread = int(tables.dice("acid-spray", "inches between targets"))
        self.craft_die = tables.figure("craft-hits", "least die that damages it")
        self.craft_hits = tables.figure("craft-hits", "hits that destroy it")
        self.acid_hits = tables.figure("craft-hits", "hits of an acid spray")
        self.draggers = tables.figure("brain-bug-draggers", "troopers")
        self.experiences = tuple(game.table("to-hit").axes[0].labels)

    @functools.cache  # noqa: B019  (one for each play, which lives as long as its process)
    def reach(self, weapon: str) -> int:
        """How far a weapon reaches."""
        return self.tables.figure("weapon-ranges", weapon)

    @functools.cache  # noqa: B019
    def fire_dice(self, weapon: str, fire: str) -> int:
        """The dice of a weapon; 0 if it cannot fire like that."""
        return self.tables.figure("fire-dice", weapon, fire)

    @functools.cache  # noqa: B019
    def magazine(self, weapon: str) -> int:
        """The rounds in a full magazine; 0 if it is never empty."""
        text = str(self.tables["ammunition"].result(weapon, BURST))
        if not text.isdigit():
            text = str(self.tables["ammunition"].result(weapon, SUSTAINED))
        return int(text) if text.isdigit() else 0

    @functools.cache  # noqa: B019
    def reload(self, weapon: str) -> int:
        """The rounds that it takes to reload."""
        text = str(self.tables["reload"].result(weapon))
        return int(text) if text.isdigit() else 0

    @functools.cache  # noqa: B019
    def needed_to_hit(self, experience: str, modifiers: tuple[str, ...]) -> int:
        """The least face that hits; 7 if none does."""
        table = self.tables["to-hit"]
        return next(
            (face for face in FACES if table.result(experience, face, modifiers=modifiers) == "hit"), 7
        )

    @functools.cache  # noqa: B019
    def needed_to_dodge(self, experience: str, modifiers: tuple[str, ...]) -> int:
        """The least face that dodges acid; 7 if none does."""
        table = self.tables["dodge"]
        return next(
            (face for face in FACES if table.result(experience, face, modifiers=modifiers) == "dodged"), 7
        )

    @functools.cache  # noqa: B019
    def death_odds(self, kind: str, modifiers: tuple[str, ...]) -> tuple[float, float]:
        """The chances that an attack kills a trooper at once, and that it pins him."""
        results = [str(self.tables[ATTACKS[kind]].result(face, modifiers=modifiers)) for face in FACES]
        kills = sum(result not in ("pinned", "tossed", "clear") for result in results)
        return kills / len(FACES), results.count("pinned") / len(FACES)

    @functools.cache  # noqa: B019
    def kill_odds(self, dice: tuple[tuple[int, int], ...], needed: int) -> tuple[float, float]:
        """The chance of at least so many hits, and the mean number.

        Args:
            dice: pairs of a number of dice and the least face that hits.
            needed: the hits.
        """
        chances = [1.0]
        for number, least in dice:
            share = max(0, 7 - least) / 6
            for _ in range(number):
                chances = [
                    (chances[hits] if hits < len(chances) else 0.0) * (1 - share)
                    + (chances[hits - 1] * share if hits else 0.0)
                    for hits in range(len(chances) + 1)
                ]
        return sum(chances[needed:]), sum(hits * chance for hits, chance in enumerate(chances))

    def mi_move(self, move: str, ground: str) -> str:
        """The dice of a move of the MI."""
        return self.tables.dice("mi-movement", move, ground)

    @functools.cached_property
    def mean_move(self) -> float:
        """How far a team goes in a tactical move over clear ground, on average."""
        dice = Dice.parse(self.mi_move("tactical", "clear"))
        return (dice.low + dice.high) / 2

    def cohesion(self, move: str, who: str) -> int:
        """The distance within which somebody stays; 0 if there is no limit."""
        text = str(self.tables["cohesion"].result(move, who))
        return int(text) if text.isdigit() else 0

    def best_reaction(self, faces: Sequence[int], modifiers: tuple[str, ...]) -> list[str]:
        """The reactions that a team can choose from, once each: never a rout if it can have another."""
        table = self.tables["reaction"]
        results = list(dict.fromkeys(str(table.result(face, modifiers=modifiers)) for face in faces))
        better = [result for result in results if result != "rout"]
        return better or results
