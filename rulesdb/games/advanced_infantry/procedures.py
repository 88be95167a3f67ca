"""Advanced Infantry's procedures, each a pure function tied to its heading. Figures come from the tables."""

from __future__ import annotations

from fractions import Fraction

from rulesdb.dice import Dice
from rulesdb.errors import InputError
from rulesdb.procedures import of_axis, procedure
from rulesdb.ruleset import Ruleset


@procedure(
    "crew", takes={"weapon": of_axis("crewed-weapons", "weapon"), "action": of_axis("crew-costs", "action")}
)
def crew_cost(game: Ruleset, weapon: str, action: str = "set-up") -> tuple[int, int]:
    """Setting a crewed weapon up or breaking it down: troopers who take part, and action points in all.

    The book's example, a semi-portable laser, takes one trooper beside its carrier.

    >>> from rulesdb import open_game
    >>> cost = open_game("advanced-infantry").procedure("crew-cost")
    >>> cost("semi-portable-laser"), cost("light-machine-gun", "break-down")
    ((2, 8), (1, 4))

    Raises:
        InputError: no such weapon or action.

    Source: advanced-infantry Crew Served Weapons
    """
    troopers = 1 + int(game.table("crewed-weapons").lookup(weapon=weapon, about="crew").result)
    if action == "takeover":
        troopers = 1
    return troopers, troopers * int(game.table("crew-costs").lookup(action=action).result)


@procedure(
    "explosive-launchers",
    basis="reading",
    note="Two more points of standard damage in water are read as 2X, and go for incendiaries too.",
    takes={"weapon": of_axis("blasts", "weapon"), "dots": of_axis("blasts", "dots")},
)
def blast_damage(game: Ruleset, weapon: str, dots: int, in_water: bool = False) -> int:
    """Damage in X that an explosive does so many dots from where it bursts; more to those in water.

    >>> from rulesdb import open_game
    >>> damage = open_game("advanced-infantry").procedure("blast-damage")
    >>> [damage("anti-tank-missile", dots) for dots in range(5)], damage("rocket-launcher", 1, in_water=True)
    ([13, 6, 3, 1, 0], 6)

    Raises:
        InputError: no such weapon, or a distance out of range.

    Source: advanced-infantry Explosive Launchers, Advanced Terrain
    """
    damage = int(game.table("blasts").lookup(weapon=weapon, dots=dots).result)
    where = "in water" if in_water else "on land"
    return damage + int(game.table("water-damage").lookup(target=where).result) if damage else 0


@procedure(
    "smoke-grenades",
    basis="reading",
    note="The cloud is taken to grow a turn after it burst; turns are counted from then, up to the twelfth.",
    takes={"turns": of_axis("smoke", "turns")},
)
def in_smoke(game: Ruleset, dots: int, turns: int) -> bool:
    """Whether a dot so far from the grenade is in smoke, so many turns after it burst.

    What cannot be passed stops the cloud, which is for the map to say.

    >>> from rulesdb import open_game
    >>> smoke = open_game("advanced-infantry").procedure("in-smoke")
    >>> smoke(1, 0), smoke(2, 0), smoke(2, 1), smoke(2, 12), smoke(0, 13)
    (True, False, True, True, False)

    Raises:
        InputError: a number is negative.

    Source: advanced-infantry Smoke Grenades
    """
    if dots < 0:
        raise InputError(f"dots={dots}: use 0 or more")
    return dots <= int(game.table("smoke").lookup(turns=turns).result)


@procedure(
    "advanced-terrain",
    basis="house",
    note="The cost of open ground is ours; that a tunnel doubles nothing else is a reading.",
    takes={"steps": of_axis("terrain-costs", "movement", "open")},
)
def walk_cost(game: Ruleset, steps: tuple[str, ...], tunnel: bool = False) -> int:
    """Action points of a path: a kind of movement of the terrain table, or ``open``, for each step.

    In a tunnel each step of open ground costs double.

    >>> from rulesdb import open_game
    >>> walk = open_game("advanced-infantry").procedure("walk-cost")
    >>> walk(("open", "rough", "barbed-wire")), walk(("open", "open"), tunnel=True)
    (10, 4)

    Raises:
        InputError: no such kind of movement.

    Source: advanced-infantry Advanced Terrain
    """
    open_ground = int(game.table("basic-figures").lookup(about="standard movement cost").result)
    if tunnel:
        open_ground *= int(game.table("tunnel-factor").lookup(**{"in": "tunnel"}).result)
    costs = game.table("terrain-costs")
    return sum(open_ground if step == "open" else int(costs.lookup(movement=step).result) for step in steps)


@procedure("water")
def may_swim(primary: bool, secondary: bool) -> bool:
    """Whether a trooper may swim: not with both a primary and a secondary weapon.

    A grenade launcher under a rifle or SMG is part of the primary weapon.

    >>> from rulesdb import open_game
    >>> swim = open_game("advanced-infantry").procedure("may-swim")
    >>> swim(True, False), swim(True, True)
    (True, False)

    Source: advanced-infantry Advanced Terrain
    """
    return not (primary and secondary)


@procedure("jet-packs")
def flight(game: Ruleset, dots: int) -> tuple[int, int]:
    """A flight over so many dots: the action points it takes, and the levels it may climb or sink.

    The book's examples are a flight of ten dots, and a roof two floors up.

    >>> from rulesdb import open_game
    >>> fly = open_game("advanced-infantry").procedure("flight")
    >>> fly(10), fly(6)
    ((3, 3), (3, 2))

    Raises:
        InputError: the flight is too short or too long.

    Source: advanced-infantry Jet Packs
    """
    table = game.table("jet-pack")
    fewest, most, a_level, cost = (
        int(table.lookup(about=about).result)
        for about in ("fewest dots", "most dots", "dots for each level", "action points to activate")
    )
    if not fewest <= dots <= most:
        raise InputError(f"dots={dots}: a flight has {fewest}-{most}")
    return cost, dots // a_level


@procedure(
    "flying",
    basis="reading",
    note="Modifiers are read as added to the target number.",
    takes={"conditions": of_axis("to-hit-modifiers", "condition")},
)
def to_hit(game: Ruleset, base: int, conditions: tuple[str, ...] = ()) -> int:
    """The target number after the modifiers of this chapter; a plus makes it harder.

    The base of a dropped grenade is printed; those of other attacks are in the basic chapters.

    >>> from rulesdb import open_game
    >>> target = open_game("advanced-infantry").procedure("to-hit")
    >>> target(7, ("defender-flying", "smoke")), target(8, ("large-target",))
    (12, 6)

    Raises:
        InputError: no such condition.

    Source: advanced-infantry To Hit Modifiers
    """
    table = game.table("to-hit-modifiers")
    return base + sum(int(table.lookup(condition=condition).result) for condition in conditions)


@procedure("breaching", takes={"structure": of_axis("toughness", "structure")})
def breached(game: Ruleset, damages: tuple[int, ...], structure: str = "medium") -> bool:
    """Whether the damage to one dot of a structure adds up to more than its toughness.

    >>> from rulesdb import open_game
    >>> breached = open_game("advanced-infantry").procedure("breached")
    >>> breached((20, 20)), breached((20, 21)), breached((11,), "wall")
    (False, True, True)

    Raises:
        InputError: no such structure.

    Source: advanced-infantry Large Targets
    """
    return sum(damages) > int(game.table("toughness").lookup(structure=structure).result)


@procedure(
    "experience",
    basis="house",
    note="The points of a turn before experience are ours.",
    takes={"experience": of_axis("experience", "experience")},
)
def action_points(game: Ruleset, experience: str = "regular", jet_pack: bool = False) -> tuple[int, int]:
    """Action points of a trooper's turn, and how many of them he may spend on movement.

    >>> from rulesdb import open_game
    >>> points = open_game("advanced-infantry").procedure("action-points")
    >>> points("elite"), points("green", jet_pack=True)
    ((12, 8), (7, 7))

    Raises:
        InputError: no such experience.

    Source: advanced-infantry Trooper Experience, Jet Packs
    """
    points = int(game.table("basic-figures").lookup(about="action points a turn").result)
    points += int(game.table("experience").lookup(experience=experience).result)
    if jet_pack:
        points += int(game.table("jet-pack").lookup(about="action points of the wearer").result)
    limit = int(game.table("movement-limit").lookup(**{"for": "movement"}).result)
    return points, min(points, limit)


@procedure(
    "morale-checks",
    basis="reading",
    note="To meet the number is to roll it or more; the modifiers change the number.",
    takes={"experience": of_axis("morale-targets", "experience")},
)
def morale_target(game: Ruleset, experience: str, dead: int, leadership: int | None = None) -> int | None:
    """The number to roll on two dice, or none where no check is made yet.

    ``leadership`` is the living leader's skill; left out it is the standard one, and 0 stands for no
    leader. The book's example has six dead, for two more.

    >>> from rulesdb import open_game
    >>> target = open_game("advanced-infantry").procedure("morale-target")
    >>> target("regular", 6), target("regular", 6, leadership=0), target("green", 4), target("elite", 3)
    (7, 9, 7, None)

    Raises:
        InputError: no such experience.

    Source: advanced-infantry Morale Checks
    """
    table = game.table("morale-modifiers")
    threshold, each, standard = (
        int(table.lookup(about=about).result)
        for about in ("deaths from which checks begin", "added for each further death", "standard leadership")
    )
    if dead < threshold:
        return None
    base = int(game.table("morale-targets").lookup(experience=experience).result)
    return base + (dead - threshold) * each - (standard if leadership is None else leadership)


@procedure(
    "morale-checks",
    basis="reading",
    note="To meet the number is to roll it or more; the modifiers change the number.",
    takes={"experience": of_axis("morale-targets", "experience")},
)
def morale_odds(game: Ruleset, experience: str, dead: int, leadership: int | None = None) -> str:
    """The exact chance of passing a morale check, as a fraction.

    >>> from rulesdb import open_game
    >>> odds = open_game("advanced-infantry").procedure("morale-odds")
    >>> odds("regular", 6), odds("green", 8, leadership=0), odds("elite", 4)
    ('7/12', '0', '1')

    Raises:
        InputError: no such experience.

    Source: advanced-infantry Morale Checks
    """
    target = morale_target(game, experience, dead, leadership)
    rolls = Dice.parse("2d6").distribution()
    passed = (chance for total, chance in rolls if target is None or total >= target)
    return str(sum(passed, Fraction(0)))
