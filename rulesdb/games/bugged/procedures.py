"""The procedures of Bugged!, each a pure function tied to its heading. Figures come from the tables."""

from __future__ import annotations

import random
from fractions import Fraction

from rulesdb.dice import Distribution, OpposedRoll
from rulesdb.errors import InputError
from rulesdb.procedures import of_axis, of_kind, procedure, require_range
from rulesdb.ruleset import Ruleset

_SHEETS = "All unit sheets except that of the Veteran Marine are house values."
_MAX_DICE = 60


@procedure("opposed-rolls")
def opposed_odds(attacker: int, defender: int) -> str:
    """The exact chance that the attacker's dice beat the defender's; a tie is a failure.

    >>> from rulesdb import open_game
    >>> odds = open_game("bugged").procedure("opposed-odds")
    >>> odds(1, 1), odds(2, 2), odds(3, 0)
    ('5/12', '575/1296', '1')

    Raises:
        InputError: a number of dice is out of range.
    """
    require_range(0, _MAX_DICE, attacker=attacker, defender=defender)
    return str(OpposedRoll.of(attacker, defender).distribution()["win"])


@procedure("damage", basis="reading", note="Double is read as at least double.")
def damage_odds(game: Ruleset, damage: int, armor: int) -> dict[str, str]:
    """The exact chances of no wound, one and two, for dice of damage against dice of armor.

    >>> from rulesdb import open_game
    >>> open_game("bugged").procedure("damage-odds")(1, 1)
    {'0': '7/12', '1': '1/6', '2': '1/4'}

    Raises:
        InputError: a number of dice is out of range.
    """
    return {str(wounds): str(chance) for wounds, chance in _wounds(game, damage, armor)}


def _wounds(game: Ruleset, damage: int, armor: int) -> Distribution:
    require_range(0, _MAX_DICE, damage=damage, armor=armor)
    roll = OpposedRoll.of(damage, armor, game.figure("double-damage", wounds="two"))
    wounds = {"lose": 0, "tie": 0, "win": 1}
    return roll.distribution().map(lambda outcome: wounds.get(outcome, 2))


@procedure(
    "ranged-combat", basis="reading", note="For every five hexes is read as for each complete five hexes."
)
def range_dice(game: Ruleset, skill: int, hexes: int) -> int:
    """The dice of range skill left at a distance in hexes; with none, the unit cannot fire.

    >>> from rulesdb import open_game
    >>> dice = open_game("bugged").procedure("range-dice")
    >>> [dice(4, hexes) for hexes in (4, 5, 9, 10, 20)]
    [4, 3, 3, 2, 0]

    Raises:
        InputError: a number is out of range.
    """
    require_range(0, hexes=hexes)
    require_range(0, _MAX_DICE, skill=skill)
    step, loss = game.figures("range-loss", "hexes for each die", "dice lost for each")
    return max(0, skill - hexes // step * loss)


@procedure(
    "combat",
    basis="reading",
    note="A die is lost for each complete five hexes, a melee penalty of one is a die, and double "
    f"is at least double. {_SHEETS}",
    takes={
        "attacker": of_kind("unit"),
        "target": of_kind("unit"),
        "height": of_axis("melee-height", "attacker"),
    },
)
def attack_odds(
    game: Ruleset,
    attacker: str,
    target: str,
    hexes: int = 0,
    height: str = "level",
    wounds_left: int | None = None,
    tunnel_trap: bool = False,
) -> dict[str, str]:
    """The exact chances of an attack between two units: hit, wound, double wound and kill.

    ``hexes`` is the distance of a shot; 0 stands for melee, in which ``height`` of the attacker is
    lower, level or higher. Nobody fires into the next hex, unless the target has just come up there by a
    ``tunnel_trap``. ``wounds_left`` are the target's; without it, the target is unhurt.

    >>> from rulesdb import open_game
    >>> game = open_game("bugged")
    >>> odds = game.procedure("attack-odds")
    >>> even = odds("veteran-marine", "veteran-marine")
    >>> even["hit"] == game.procedure("opposed-odds")(4, 4), even["kill"] == even["double wound"]
    (True, True)
    >>> odds("veteran-marine", "veteran-marine", hexes=20)["hit"]
    '0'
    >>> odds("veteran-marine", "brute", hexes=1, tunnel_trap=True) == odds("veteran-marine", "brute", hexes=2)
    True

    Raises:
        UnknownEntry: no such unit.
        InputError: a distance or height is out of range, a shot goes into the next hex, or a vehicle
            attacks in melee.

    Source: bugged Combat System, Ranged Combat, Melee Combat
    """
    own, other = game.find("unit", attacker), game.find("unit", target)
    if hexes == 0 and own.get("vehicle"):
        raise InputError(f"{own.title} is a vehicle and cannot fight in melee; see procedure/ram")
    if hexes == 1 and not tunnel_trap:
        raise InputError(
            "hexes=1: nobody fires at a unit in the next hex, unless a tunnel-trap has brought it there; "
            "use 0 for melee, or 2 or more"
        )
    manner = "range" if hexes else "melee"
    skill, damage = own["scores"][f"{manner}_skill"], own["scores"][f"{manner}_damage"]
    if hexes:
        skill = range_dice(game, skill, hexes)
    elif skill:
        skill = max(0, skill + game.figure("melee-height", attacker=height))
    left = other["scores"]["wounds"] if wounds_left is None else wounds_left
    hit = Fraction(opposed_odds(skill, other["scores"]["dodge"])) if skill else Fraction(0)
    dealt = _wounds(game, damage, other["scores"]["armor"])
    chances = {
        "hit": hit,
        "wound": hit * (dealt[1] + dealt[2]),
        "double wound": hit * dealt[2],
        "kill": hit * sum((dealt[number] for number in (1, 2) if number >= left), Fraction(0)),
    }
    return {name: str(chance) for name, chance in chances.items()}


@procedure(
    "levels-and-obstacles",
    basis="reading",
    note="The figure is missing; its totals are read as a walk that ends with two hexes of easy ground.",
    sample={"steps": "easy,moderate:up,easy"},
)
def move_cost(game: Ruleset, steps: tuple[str, ...]) -> int:
    """The movement points of a path; a step is the ground it enters, with ``:up`` or ``:over`` if it climbs.

    In Figure 1 a marine goes from easy ground up a level onto moderate ground and down again: five points to
    the upper level, seven in all.

    >>> from rulesdb import open_game
    >>> cost = open_game("bugged").procedure("move-cost")
    >>> cost(("easy", "moderate:up")), cost(("easy", "moderate:up", "easy", "easy"))
    (5, 7)

    Raises:
        InputError: no such ground or way.
    """
    ways = {"": "level or down", "up": "up a level", "over": "across an obstacle"}
    cost = 0
    for step in steps:
        ground, _, way = step.partition(":")
        if way not in ways:
            raise InputError(
                f"step {step!r}: write the ground, such as moderate, moderate:up or moderate:over"
            )
        factor = game.figure("climb-factor", step=ways[way])
        cost += factor * game.figure("terrain-costs", terrain=ground)
    return cost


@procedure(
    "line-of-sight",
    basis="reading",
    note="Figures 3 to 5 show a difference of one level; with more, a hex hides units lower than itself.",
)
def sees(game: Ruleset, shooter: int, target: int, between: tuple[int, ...] = ()) -> bool:
    """Whether units on two levels see each other across hexes of other levels.

    A hex higher than the lower unit hides it: higher ground between two units, and the rest of a plateau if
    the upper unit is not at its edge. Units on one level are hidden by higher ground only.

    >>> from rulesdb import open_game
    >>> sees = open_game("bugged").procedure("sees")
    >>> sees(0, 0, (0, 1, 0)), sees(1, 0, (0, 0)), sees(1, 0, (1, 0)), sees(1, 1, (1, 0, 1))
    (False, True, False, True)

    Raises:
        InputError: a level is negative.
    """
    require_range(0, shooter=shooter, target=target, between=min(between, default=0))
    return max(between, default=0) <= min(shooter, target)


@procedure("ramming", basis="reading", note="The limit of six hexes is read as applying to the damage, too.")
def ram(game: Ruleset, hexes: int, wounds: int) -> tuple[int, int]:
    """The dice to hit and dice of damage of a vehicle that rams, by hexes moved and wounds left.

    The book's Hover Tank has moved four hexes and has three wounds.

    >>> from rulesdb import open_game
    >>> ram = open_game("bugged").procedure("ram")
    >>> ram(4, 3), ram(9, 3)
    ((4, 7), (6, 9))

    Raises:
        InputError: a number is negative.
    """
    require_range(0, hexes=hexes, wounds=wounds)
    most, each, by_wound = game.figures(
        "ramming", "most hexes that count", "dice for each hex", "dice of damage for each wound left"
    )
    skill = min(hexes, most) * each
    return skill, skill + wounds * by_wound


@procedure(
    "swarm",
    basis="reading",
    note=f"Read as a rule for melee, which is the book's example. {_SHEETS}",
    takes={"unit": of_kind("unit")},
)
def swarm_dice(game: Ruleset, unit: str, number: int) -> tuple[int, int]:
    """The dice of skill and of damage of some identical units that attack in melee as one.

    The book's example is two Warrior Bugs with four dice of skill each.

    >>> from rulesdb import open_game
    >>> open_game("bugged").procedure("swarm-dice")("warrior-bug", 2)[0]
    8

    Raises:
        UnknownEntry: no such unit.
        InputError: the number is less than one.
    """
    require_range(1, number=number)
    scores = game.find("unit", unit)["scores"]
    return number * scores["melee_skill"], number * scores["melee_damage"]


@procedure(
    "telepathy",
    basis="derived",
    note=f"The chance that the printed dice beat the armor. {_SHEETS}",
    takes={"target": of_kind("unit")},
)
def telepathy_odds(game: Ruleset, target: str) -> str:
    """The exact chance of taking over a unit by telepathy.

    >>> from rulesdb import open_game
    >>> game = open_game("bugged")
    >>> game.procedure("telepathy-odds")("veteran-marine") == game.procedure("opposed-odds")(4, 3)
    True

    Raises:
        UnknownEntry: no such unit.
    """
    (pool,) = game.dice("telepathy", roll="telepath").pools
    return opposed_odds(pool.count, game.find("unit", target)["scores"]["armor"])


@procedure(
    "explosions",
    basis="reading",
    note="The sides are read as counted clockwise; the figure that shows it is missing.",
)
def scatter_nuke(game: Ruleset, seed: int) -> tuple[int, int]:
    """Where a nuke drifts: the hexside, counted clockwise from 1 at the top, and the number of hexes.

    >>> from rulesdb import open_game
    >>> side, hexes = open_game("bugged").procedure("scatter-nuke")(1)
    >>> 1 <= side <= 6 and 1 <= hexes <= 6
    True
    """
    rng = random.Random(seed)
    side, hexes = (game.dice("nuke-scatter", roll=roll).roll(rng)[0] for roll in ("direction", "hexes"))
    return side, hexes


@procedure(
    "units",
    basis="house",
    note="The formula is brainbug's own; it gives the printed points of the Veteran Marine.",
    takes={"unit": of_kind("unit")},
)
def unit_points(game: Ruleset, unit: str) -> int:
    """The points that a unit costs: the sum of its scores, each times its weight.

    >>> from rulesdb import open_game
    >>> open_game("bugged").procedure("unit-points")("veteran-marine")
    90

    Raises:
        UnknownEntry: no such unit.
    """
    scores = game.find("unit", unit)["scores"]
    (axis,) = game.table("point-weights").axes
    return sum(scores[score] * game.figure("point-weights", score=score) for score in axis.labels)
