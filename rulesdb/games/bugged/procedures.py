"""The procedures of Bugged!, each a pure function tied to its heading. Figures come from the tables."""

from __future__ import annotations

import random
from fractions import Fraction

from rulesdb.dice import Dice, total_of
from rulesdb.dice.distribution import Distribution
from rulesdb.errors import InputError
from rulesdb.procedures import of_axis, of_kind, procedure
from rulesdb.ruleset import Ruleset

_SHEETS = "All unit sheets but that of the Veteran Marine are ours."


def _checked(**numbers: int) -> None:
    for name, number in numbers.items():
        if not 0 <= number <= 60:
            raise InputError(f"{name}={number}: use 0-60")


@procedure("opposed-rolls")
def opposed_odds(attacker: int, defender: int) -> str:
    """The exact chance that so many dice beat so many others; to be equal is to fail.

    >>> from rulesdb import open_game
    >>> odds = open_game("bugged").procedure("opposed-odds")
    >>> odds(1, 1), odds(2, 2), odds(3, 0)
    ('5/12', '575/1296', '1')

    Raises:
        InputError: a number of dice is out of range.

    Source: bugged Combat System
    """
    _checked(attacker=attacker, defender=defender)
    won = Fraction(0)
    against = list(total_of(defender))
    for total, chance in total_of(attacker):
        won += chance * sum(weight for other, weight in against if total > other)
    return str(won)


@procedure("damage", basis="reading", note="Double is read as at least double.")
def damage_odds(game: Ruleset, damage: int, armor: int) -> dict[str, str]:
    """The exact chances of no wound, one and two, of dice of damage against dice of armor.

    >>> from rulesdb import open_game
    >>> open_game("bugged").procedure("damage-odds")(1, 1)
    {'0': '7/12', '1': '1/6', '2': '1/4'}

    Raises:
        InputError: a number of dice is out of range.

    Source: bugged Combat System
    """
    return {str(wounds): str(chance) for wounds, chance in _wounds(game, damage, armor)}


def _wounds(game: Ruleset, damage: int, armor: int) -> Distribution:
    _checked(damage=damage, armor=armor)
    double = int(game.table("double-damage").lookup(wounds="two").result)
    armor_totals = list(total_of(armor))
    return Distribution.of(
        (0 if total <= other else 2 if total >= double * other else 1, chance * weight)
        for total, chance in total_of(damage)
        for other, weight in armor_totals
    )


@procedure(
    "ranged-combat", basis="reading", note="For every five hexes is read as for each five that are complete."
)
def range_dice(game: Ruleset, skill: int, hexes: int) -> int:
    """Dice of range skill left at a distance in hexes; none means that the unit cannot fire.

    >>> from rulesdb import open_game
    >>> dice = open_game("bugged").procedure("range-dice")
    >>> [dice(4, hexes) for hexes in (4, 5, 9, 10, 20)]
    [4, 3, 3, 2, 0]

    Raises:
        InputError: a number is out of range.

    Source: bugged Ranged Combat
    """
    if hexes < 0:
        raise InputError(f"hexes={hexes}: use 0 or more")
    _checked(skill=skill)
    table = game.table("range-loss")
    step, loss = (
        int(table.lookup(about=about).result) for about in ("hexes for each die", "dice lost for each")
    )
    return max(0, skill - hexes // step * loss)


@procedure(
    "combat",
    basis="reading",
    note="A die is lost for each five hexes that are complete, a melee penalty of one is a die, and double "
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
    ``tunnel_trap``. ``wounds_left`` are the target's, all of them where it is left out.

    >>> from rulesdb import open_game
    >>> game = open_game("bugged")
    >>> odds = game.procedure("attack-odds")
    >>> found = odds("veteran-marine", "veteran-marine")
    >>> found["hit"] == game.procedure("opposed-odds")(4, 4), found["kill"] == found["double wound"]
    (True, True)
    >>> odds("veteran-marine", "veteran-marine", hexes=20)["hit"]
    '0'
    >>> odds("veteran-marine", "brute", hexes=1, tunnel_trap=True) == odds("veteran-marine", "brute", hexes=2)
    True

    Raises:
        UnknownEntry: no such unit.
        InputError: a distance or height is out of range, a shot goes into the next hex, or a vehicle is
            sent into melee.

    Source: bugged Combat System, Ranged Combat, Melee Combat
    """
    own, other = game.find("unit", attacker), game.find("unit", target)
    if hexes == 0 and own.get("vehicle"):
        raise InputError(f"{own.title} is a vehicle and fights no melee; see procedure/ram")
    if hexes == 1 and not tunnel_trap:
        raise InputError(
            "hexes=1: nobody fires at a unit next to an enemy, unless a tunnel-trap has brought it there; "
            "use 0 for melee, or 2 or more"
        )
    manner = "range" if hexes else "melee"
    skill, damage = own["scores"][f"{manner}_skill"], own["scores"][f"{manner}_damage"]
    if hexes:
        skill = range_dice(game, skill, hexes)
    elif skill:
        skill = max(0, skill + int(game.table("melee-height").lookup(attacker=height).result))
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
    note="The figure is lost; its sums are read as a walk that ends with two hexes of easy ground.",
)
def move_cost(game: Ruleset, steps: tuple[str, ...]) -> int:
    """Movement points of a path; a step is the ground it enters, with ``:up`` or ``:over`` where it climbs.

    Figure 1 has a marine go from easy ground up a level onto moderate ground and down again: five
    points to the upper level, seven in all.

    >>> from rulesdb import open_game
    >>> cost = open_game("bugged").procedure("move-cost")
    >>> cost(("easy", "moderate:up")), cost(("easy", "moderate:up", "easy", "easy"))
    (5, 7)

    Raises:
        InputError: no such ground or way.

    Source: bugged Movement
    """
    ways = {"": "level or down", "up": "up a level", "over": "across an obstacle"}
    cost = 0
    for step in steps:
        ground, _, way = step.partition(":")
        if way not in ways:
            raise InputError(f"step {step!r}: write the ground, as in moderate, moderate:up or moderate:over")
        factor = int(game.table("climb-factor").lookup(step=ways[way]).result)
        cost += factor * int(game.table("terrain-costs").lookup(terrain=ground).result)
    return cost


@procedure(
    "line-of-sight",
    basis="reading",
    note="Figures 3 to 5 show one step of a level; over several, a hex between hides who is lower than it.",
)
def sees(game: Ruleset, shooter: int, target: int, between: tuple[int, ...] = ()) -> bool:
    """Whether units on these levels see each other past hexes of the levels between them.

    What lies higher than the lower of the two hides him: higher ground between two units below it, and the
    rest of a plateau when the upper one is not at its edge. On one level only higher ground is in the way.

    >>> from rulesdb import open_game
    >>> sees = open_game("bugged").procedure("sees")
    >>> sees(0, 0, (0, 1, 0)), sees(1, 0, (0, 0)), sees(1, 0, (1, 0)), sees(1, 1, (1, 0, 1))
    (False, True, False, True)

    Raises:
        InputError: a level is negative.

    Source: bugged Line of Sight
    """
    if min(shooter, target, *between) < 0:
        raise InputError(f"shooter={shooter}, target={target}, between={between}: levels are 0 or more")
    return max(between, default=0) <= min(shooter, target)


@procedure(
    "ramming", basis="reading", note="The limit of hexes that count is read as one for the damage too."
)
def ram(game: Ruleset, hexes: int, wounds: int) -> tuple[int, int]:
    """Dice to hit and dice of damage of a vehicle that rams, after so many hexes with so many wounds left.

    The book's Hover Tank has moved four hexes and has three wounds.

    >>> from rulesdb import open_game
    >>> ram = open_game("bugged").procedure("ram")
    >>> ram(4, 3), ram(9, 3)
    ((4, 7), (6, 9))

    Raises:
        InputError: a number is negative.

    Source: bugged Vehicles
    """
    if hexes < 0 or wounds < 0:
        raise InputError(f"hexes={hexes}, wounds={wounds}: use 0 or more")
    table = game.table("ramming")
    most, each, by_wound = (
        int(table.lookup(about=about).result)
        for about in ("most hexes that count", "dice for each hex", "dice of damage for each wound left")
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
    """Dice of skill and of damage of so many like units that attack in melee as one.

    The book's example is two Warrior Bugs with four dice of skill each.

    >>> from rulesdb import open_game
    >>> open_game("bugged").procedure("swarm-dice")("warrior-bug", 2)[0]
    8

    Raises:
        UnknownEntry: no such unit.
        InputError: the number is less than one.

    Source: bugged Swarm
    """
    if number < 1:
        raise InputError(f"number={number}: use 1 or more")
    scores = game.find("unit", unit)["scores"]
    return number * scores["melee_skill"], number * scores["melee_damage"]


@procedure(
    "telepathy",
    basis="derived",
    note=f"The chance that the printed dice beat the armor. {_SHEETS}",
    takes={"target": of_kind("unit")},
)
def telepathy_odds(game: Ruleset, target: str) -> str:
    """The exact chance of taking a unit over by telepathy.

    >>> from rulesdb import open_game
    >>> game = open_game("bugged")
    >>> game.procedure("telepathy-odds")("veteran-marine") == game.procedure("opposed-odds")(4, 3)
    True

    Raises:
        UnknownEntry: no such unit.

    Source: bugged Telepathy
    """
    (pool,) = Dice.parse(game.table("telepathy").lookup(roll="telepath").result).pools
    return opposed_odds(pool.count, game.find("unit", target)["scores"]["armor"])


@procedure(
    "explosions", basis="reading", note="That the sides are counted clockwise is in a figure that is lost."
)
def scatter_nuke(game: Ruleset, seed: int) -> tuple[int, int]:
    """Where a nuke drifts: the hexside, from 1 at the top of the target hex, and the hexes.

    >>> from rulesdb import open_game
    >>> side, hexes = open_game("bugged").procedure("scatter-nuke")(1)
    >>> 1 <= side <= 6 and 1 <= hexes <= 6
    True

    Source: bugged Special Rules For Action Cards
    """
    rng = random.Random(seed)
    table = game.table("nuke-scatter")
    side, hexes = (Dice.parse(table.lookup(roll=roll).result).roll(rng)[0] for roll in ("direction", "hexes"))
    return side, hexes


@procedure(
    "units",
    basis="house",
    note="The formula is ours; it gives the printed points of the Veteran Marine.",
    takes={"unit": of_kind("unit")},
)
def unit_points(game: Ruleset, unit: str) -> int:
    """What a unit costs: each of its scores by its weight, added up.

    >>> from rulesdb import open_game
    >>> open_game("bugged").procedure("unit-points")("veteran-marine")
    90

    Raises:
        UnknownEntry: no such unit.

    Source: bugged Units & Organisation
    """
    scores = game.find("unit", unit)["scores"]
    weights = game.table("point-weights")
    return sum(scores[score] * int(weights.lookup(score=score).result) for score in weights.axes[0].labels)
