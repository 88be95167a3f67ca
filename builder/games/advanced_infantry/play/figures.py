"""The figures of the game as play needs them: from the tables of the database, once."""

from __future__ import annotations

import functools

from builder.playtest.tables import Tables
from rulesdb import Ruleset
from rulesdb.cache.methods import cached_method
from rulesdb.dice import Dice

RIFLE, GRENADE, SMOKE = "rifle", "hand-grenade", "smoke-grenade"
INCENDIARY_GRENADE = "incendiary-grenade"
SHORT, LONG, NO_RANGE = "short", "long", "none"
_AS_GRENADE = "as a hand grenade"
_IN_RANGE = 400


class Figures:
    """The figures of the tables; distances are in dots, damage is in X."""

    def __init__(self, game: Ruleset) -> None:
        self.game = game
        self.tables = Tables(game)
        figure, play = self.tables.figure, functools.partial(self.tables.figure, "play-figures")
        self.points = figure("basic-figures", "action points a turn")
        self.toughness = figure("basic-figures", "toughness of a trooper")
        self.open_step = figure("basic-figures", "standard movement cost")
        self.target = {
            SHORT: figure("basic-figures", "to-hit target at short range"),
            LONG: figure("basic-figures", "to-hit target at long range"),
        }
        self.movement_limit = figure("movement-limit", "movement")
        self.arc = figure("firing-arc", "crewed")
        self.gun_cost = play("action points to fire a crewed weapon")
        self.obstruction = play("to-hit modifier of an obstruction")
        self.prone = play("to-hit modifier of a prone target")
        self.drop_prone = play("action points to drop prone")
        self.stand_up = play("action points to stand up")
        self.point_loss = play("action points lost for each point of damage")
        self.handling = play("action points to drop or hand over a thing")
        self.fire_turns = play("complete turns of a fire")
        self.heights = {
            "wall": play("height of a wall"),
            "high-wall": play("height of a high wall"),
            "": play("height of other cover"),
        }
        self.eye = play("half levels from the ground to the eye") / 2
        self.set_up, self.break_down, self.takeover = (
            figure("crew-costs", each) for each in ("set-up", "break-down", "takeover")
        )
        pack = functools.partial(self.tables.figure, "jet-pack")
        self.pack_weight = pack("action points of the wearer")
        self.flight_cost = pack("action points to activate")
        self.flight = pack("fewest dots"), pack("most dots")
        self.flight_levels = pack("dots for each level")
        self.don, self.hand_over = pack("action points to put on or off"), pack("action points to hand over")
        self.dropped = pack("base target of a dropped grenade")
        modifier = functools.partial(self.tables.figure, "to-hit-modifiers")
        self.smoke_modifier, self.entangled, self.tunnel, self.swimming, self.flying, self.large = map(
            modifier,
            ("smoke", "attacker-entangled", "tunnel-combat", "defender-swimming", "defender-flying",
             "large-target"),
        )  # fmt: skip
        self.fire_entering, self.fire_ending = (
            figure("fire-damage", each) for each in ("entering", "ending")
        )
        self.wire_dice = self.tables.dice("barbed-wire-damage", "bludgeoning")
        self.tangle_dice = _dice_of(game, "barbed-wire")
        self.hit_dice, self.morale_dice, self.first_dice = (
            self.tables.dice("play-dice", each) for each in ("to hit", "morale", "going first")
        )
        self.first_check, self.each_death, self.leadership = (
            figure("morale-modifiers", each)
            for each in (
                "deaths from which checks begin", "added for each further death", "standard leadership",
            )
        )  # fmt: skip
        self.breach_cost = figure("terrain-costs", "rough")
        self.window_cost = figure("terrain-costs", "climb-wall")

    # Weapons.

    def is_crewed(self, weapon: str) -> bool:
        """Whether a weapon is a crewed one."""
        return weapon in self.game.table("crewed-weapons").axes[0].labels

    def damage(self, weapon: str) -> int:
        """The damage of a weapon that does not burst."""
        if weapon == RIFLE:
            return self.tables.figure("standard-arms", RIFLE, "damage")
        return self.tables.figure("crewed-weapons", weapon, "damage")

    def helpers(self, weapon: str) -> int:
        """The troopers that a crewed weapon needs besides its carrier."""
        return self.tables.figure("crewed-weapons", weapon, "crew")

    @cached_method()
    def fire_cost(self, weapon: str) -> int:
        """The action points of a shot, throw or burst."""
        if weapon == RIFLE:
            return self.tables.figure("standard-arms", RIFLE, "action points")
        for table in ("explosive-launchers", "incendiary-weapons"):
            if weapon in self.game.table(table).axes[0].labels:
                cost = str(self.tables[table].result(weapon, "action points"))
                if cost.isdigit():
                    return int(cost)
        if self.is_crewed(weapon):
            return self.gun_cost
        return self.tables.figure("standard-arms", GRENADE, "action points")

    @cached_method()
    def band(self, weapon: str, dots: int) -> str:
        """The range band of a distance."""
        if weapon in (RIFLE, GRENADE, SMOKE):
            return self._standard_band(RIFLE if weapon == RIFLE else GRENADE, dots)
        band = str(self.tables["range-bands"].result(weapon, min(dots, _IN_RANGE)))
        return self._standard_band(GRENADE, dots) if band == _AS_GRENADE else band

    def _standard_band(self, weapon: str, dots: int) -> str:
        short, long = (
            self.tables.figure("standard-arms", weapon, each) for each in ("short range", "long range")
        )
        if not 1 <= dots <= long:
            return NO_RANGE
        return SHORT if dots <= short else LONG

    @cached_method()
    def targets(self, weapon: str, most: int) -> tuple[int, ...]:
        """The number to roll at each distance up to ``most``, without modifiers; beyond the dice if none."""
        never = Dice.parse(self.hit_dice).high + 1 + abs(self.large)
        bands = (self.band(weapon, dots) for dots in range(most + 1))
        return tuple(self.target.get(band, never) for band in bands)

    @functools.cached_property
    def chances(self) -> tuple[float, ...]:
        """The chance to roll at least each number from 0 up, far enough for any sum of modifiers."""
        dice = Dice.parse(self.hit_dice)
        odds = dice.distribution()
        return tuple(float(odds.at_least(number)) for number in range(3 * dice.high))

    def chance(self, target: int) -> float:
        """The chance to hit with a target number."""
        return self.chances[max(0, min(target, len(self.chances) - 1))]

    @cached_method()
    def blast(self, weapon: str) -> tuple[int, ...]:
        """The damage of a burst at each distance, from its own dot outward; nothing for smoke."""
        if weapon == SMOKE:
            return ()
        if weapon == GRENADE:
            first, less = (
                self.tables.figure("standard-arms", GRENADE, each)
                for each in ("damage", "damage lost for each dot")
            )
            return tuple(range(first, 0, -less))
        table, damages = self.tables["blasts"], []
        for dots in range(1 + max(int(at[1]) for at in table.inputs)):
            damage = int(table.result(weapon, dots))
            if not damage:
                break
            damages.append(damage)
        return tuple(damages)

    @cached_method()
    def water_damage(self, in_water: bool) -> int:
        """The extra damage of a burst to a target."""
        return self.tables.figure("water-damage", "in water" if in_water else "on land")

    @cached_method()
    def sets_fire(self, weapon: str) -> bool:
        """Whether a weapon is an incendiary one."""
        return weapon in self.game.table("incendiary-weapons").axes[0].labels

    @cached_method()
    def scatter(self, weapon: str) -> int:
        """How far a burst that misses is from its target."""
        if weapon == GRENADE:
            return self.tables.figure("standard-arms", GRENADE, "scatter")
        return self.tables.figure("scatter", "advanced explosive")

    @functools.cached_property
    def points_of_x(self) -> int:
        """The damage of each X; 0 if dice are rolled for it."""
        text = self.tables.dice("standard-damage", "X")
        return int(text) if text.isdigit() else 0

    def damage_dice(self, x: int) -> str:
        """The dice of this many X, if dice are rolled for it."""
        (pool,) = Dice.parse(self.tables.dice("standard-damage", "X")).pools
        return f"{pool.count * x}d{pool.sides}"

    # Troopers.

    @cached_method()
    def action_points(self, experience: str, pack: bool) -> int:
        """The action points of an unhurt trooper's turn.

        Source: advanced-infantry Trooper Experience, Jet Packs
        """
        points = self.points + self.tables.figure("experience", experience)
        return points + self.pack_weight if pack else points

    @cached_method()
    def morale(self, experience: str, dead: int, leadership: int) -> int:
        """The number to roll to pass a morale check.

        Source: advanced-infantry Morale Checks
        """
        target = self.tables.figure("morale-targets", experience)
        return target + (dead - self.first_check) * self.each_death - leadership

    @cached_method()
    def cloud(self, turns: int) -> int:
        """The radius of a cloud of smoke this many turns after its burst; -1 when it is gone."""
        return self.tables.figure("smoke", turns)

    def entangles(self, die: int) -> bool:
        """Whether a roll in barbed wire entangles a trooper."""
        return str(self.tables["barbed-wire"].result(die)) == "entangled"

    def levels(self, dots: int) -> int:
        """The levels that a flight over some dots can go up or down."""
        return dots // self.flight_levels


def _dice_of(game: Ruleset, table: str) -> str:
    """The dice that are rolled on a table."""
    dice = game.table(table).axes[0].dice
    assert dice is not None, table
    return dice.text
