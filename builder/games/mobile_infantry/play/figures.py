"""The figures of the game as play needs them: from the tables of the database, once."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from builder.games.mobile_infantry.play.roster import BUGS, FLYER, WARRIOR
from builder.playtest.tables import Tables
from rulesdb import Ruleset
from rulesdb.cache.methods import cached_method
from rulesdb.dice import Dice

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
        self.divisor_of_slowed = tables.figure("numbers", "divisor of a slowed move")
        self.spotting = tables.figure("spotting-range", "without a roll")
        self.split = tables.figure("split-fire", "more than one bug is near")
        far = functools.partial(tables.figure, "distances")
        self.short_range, self.point_blank = far("short range"), far("point blank")
        self.fast_crossing, self.bugs_near = far("fast crossing"), far("bugs near a team")
        self.near_entrance, self.alone = far("near a tunnel entrance"), far("alone")
        self.witnesses, self.leader_near = far("teams that see a rout"), far("leader near")
        self.rescuers = far("rescuers in sight")
        self.near_cover = far("cover near the place")
        number = functools.partial(tables.figure, "numbers")
        self.outnumbering = number("MI who outnumber a bug")
        self.bugs_to_spot = number("bugs for each addition")
        self.frenzied_bugs = number("bugs in a frenzy")
        self.guns_of_craft = number("guns of a Craft")
        play = functools.partial(tables.figure, "play-figures")
        self.nuke_kills_man = play("hits of a nuke that kill a man")
        self.crossing = math.sin(math.radians(play("angle of a fast crossing")))
        self.equal_distance = play("inches between equal distances")
        # What missions that state no figures for their Craft have.
        self.retrieval = {
            "craft": play("Craft"),
            "capacity": play("places in a Craft"),
            "away": play("rounds until Craft are back"),
        }
        self.direction_dice = tables.dice("play-dice", "direction")
        self.craft_dice = tables.dice("play-dice", "attack on a Craft")
        self.directions = Dice.parse(self.direction_dice).high
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
        die = Dice.parse(tables.roll("to-hit"))
        self.faces, self.never = range(die.low, die.high + 1), die.high + 1

    @cached_method()
    def reach(self, weapon: str) -> int:
        """How far a weapon reaches."""
        return self.tables.figure("weapon-ranges", weapon)

    @cached_method()
    def fire_dice(self, weapon: str, fire: str) -> int:
        """The dice of a weapon; 0 if it cannot fire like that."""
        return self.tables.figure("fire-dice", weapon, fire)

    @cached_method()
    def magazine(self, weapon: str) -> int:
        """The rounds in a full magazine; 0 if it is never empty."""
        text = str(self.tables["ammunition"].result(weapon, BURST))
        if not text.isdigit():
            text = str(self.tables["ammunition"].result(weapon, SUSTAINED))
        return int(text) if text.isdigit() else 0

    @cached_method()
    def reload(self, weapon: str) -> int:
        """The rounds that it takes to reload."""
        text = str(self.tables["reload"].result(weapon))
        return int(text) if text.isdigit() else 0

    @cached_method()
    def needed_to_hit(self, experience: str, modifiers: tuple[str, ...]) -> int:
        """The least face that hits; one more than there are if none does."""
        table = self.tables["to-hit"]
        return next(
            (face for face in self.faces if table.result(experience, face, modifiers=modifiers) == "hit"),
            self.never,
        )

    @cached_method()
    def needed_to_dodge(self, experience: str, modifiers: tuple[str, ...]) -> int:
        """The least face that dodges acid; one more than there are if none does."""
        table = self.tables["dodge"]
        return next(
            (face for face in self.faces if table.result(experience, face, modifiers=modifiers) == "dodged"),
            self.never,
        )

    @cached_method()
    def death_odds(self, kind: str, modifiers: tuple[str, ...]) -> tuple[float, float]:
        """The chances that an attack kills a trooper at once, and that it pins him."""
        results = [str(self.tables[ATTACKS[kind]].result(face, modifiers=modifiers)) for face in self.faces]
        kills = sum(result not in ("pinned", "tossed", "clear") for result in results)
        return kills / len(self.faces), results.count("pinned") / len(self.faces)

    @cached_method()
    def kill_odds(self, dice: tuple[tuple[int, int], ...], needed: int) -> tuple[float, float]:
        """The chance of at least this many hits, and the mean number.

        Args:
            dice: pairs of a number of dice and the least face that hits.
            needed: the hits.
        """
        chances = [1.0]
        for number, least in dice:
            share = max(0, self.never - least) / len(self.faces)
            for _ in range(number):
                chances = [
                    (chances[hits] if hits < len(chances) else 0.0) * (1 - share)
                    + (chances[hits - 1] * share if hits else 0.0)
                    for hits in range(len(chances) + 1)
                ]
        return sum(chances[needed:]), sum(hits * chance for hits, chance in enumerate(chances))

    def is_static(self, terrain: str) -> bool:
        """Whether troopers in a kind of terrain fire from a static position."""
        return self._shelters(terrain, "static position")

    def covers_from_above(self, terrain: str) -> bool:
        """Whether a kind of terrain covers troopers from above."""
        return self._shelters(terrain, "covers from above")

    def _shelters(self, terrain: str, about: str) -> bool:
        table = self.game.table("shelter")
        return terrain in table.axes[0].labels and bool(self.tables["shelter"].result(terrain, about))

    def assumed(self, choice: str) -> int:
        """The distance that the choice of an assumption names."""
        return self.tables.figure("play-distances", choice)

    def mi_move(self, move: str, ground: str) -> str:
        """The dice of a move of the MI."""
        return self.tables.dice("mi-movement", move, ground)

    @cached_method()
    def max_inches(self, move: str, ground: str) -> int:
        """The farthest that a move of the MI can be."""
        return Dice.parse(self.mi_move(move, ground)).high

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
