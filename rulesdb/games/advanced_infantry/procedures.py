"""Advanced Infantry's procedures, each a pure function tied to its heading. Figures come from the tables."""

from __future__ import annotations

from rulesdb.dice import Dice
from rulesdb.procedures import of_axis, procedure, require_range
from rulesdb.ruleset import Ruleset

_MORALE = "To meet the number is to roll it or more; the modifiers change the number."


@procedure(
    "crew", takes={"weapon": of_axis("crewed-weapons", "weapon"), "action": of_axis("crew-costs", "action")}
)
def crew_cost(game: Ruleset, weapon: str, action: str = "set-up") -> tuple[int, int]:
    """Set up, break down or take over a crewed weapon: the troopers needed, and their action points in all.

    The book's example, a semi-portable laser, takes one trooper besides its carrier.

    >>> from rulesdb import open_game
    >>> cost = open_game("advanced-infantry").procedure("crew-cost")
    >>> cost("semi-portable-laser"), cost("light-machine-gun", "break-down")
    ((2, 8), (1, 4))

    Raises:
        InputError: no such weapon or action.
    """
    troopers = 1 + game.figure("crewed-weapons", weapon=weapon, about="crew")
    if action == "takeover":
        troopers = 1
    return troopers, troopers * game.figure("crew-costs", action=action)


@procedure(
    "explosive-launchers",
    basis="reading",
    note="Two more points of standard damage in water are read as 2X, which also applies to incendiaries.",
    takes={"weapon": of_axis("blasts", "weapon"), "dots": of_axis("blasts", "dots")},
    sample={"dots": "1"},
)
def blast_damage(game: Ruleset, weapon: str, dots: int, in_water: bool = False) -> int:
    """The damage in X of an explosive at a distance in dots from its burst; more to targets in water.

    >>> from rulesdb import open_game
    >>> damage = open_game("advanced-infantry").procedure("blast-damage")
    >>> [damage("anti-tank-missile", dots) for dots in range(5)], damage("rocket-launcher", 1, in_water=True)
    ([13, 6, 3, 1, 0], 6)

    Raises:
        InputError: no such weapon, or a distance out of range.

    Source: advanced-infantry Explosive Launchers, Advanced Terrain
    """
    damage = game.figure("blasts", weapon=weapon, dots=dots)
    where = "in water" if in_water else "on land"
    return damage + game.figure("water-damage", target=where) if damage else 0


@procedure(
    "smoke-grenades",
    basis="reading",
    note="The cloud is read as growing a turn after the burst; turns count from then, up to the twelfth.",
    takes={"turns": of_axis("smoke", "turns")},
)
def in_smoke(game: Ruleset, dots: int, turns: int) -> bool:
    """Whether a dot at a distance from a smoke grenade is in smoke, some turns after the burst.

    Obstacles on the map that stop the cloud are not taken into account.

    >>> from rulesdb import open_game
    >>> smoke = open_game("advanced-infantry").procedure("in-smoke")
    >>> smoke(1, 0), smoke(2, 0), smoke(2, 1), smoke(2, 12), smoke(0, 13)
    (True, False, True, True, False)

    Raises:
        InputError: a number is negative.
    """
    require_range(0, dots=dots)
    return dots <= game.figure("smoke", turns=turns)


@procedure(
    "advanced-terrain",
    basis="house",
    note="The cost of open ground is a house value; that a tunnel doubles nothing else is a reading.",
    takes={"steps": of_axis("terrain-costs", "movement", "open")},
)
def walk_cost(game: Ruleset, steps: tuple[str, ...], tunnel: bool = False) -> int:
    """The action points of a path: a kind of movement of the terrain table, or ``open``, for each step.

    In a tunnel each step of open ground costs double.

    >>> from rulesdb import open_game
    >>> walk = open_game("advanced-infantry").procedure("walk-cost")
    >>> walk(("open", "rough", "barbed-wire")), walk(("open", "open"), tunnel=True)
    (10, 4)

    Raises:
        InputError: no such kind of movement.
    """
    (open_ground,) = game.figures("basic-figures", "standard movement cost")
    (factor,) = game.figures("tunnel-factor", "tunnel") if tunnel else (1,)
    return sum(
        open_ground * factor if step == "open" else game.figure("terrain-costs", movement=step)
        for step in steps
    )


@procedure("water")
def may_swim(primary: bool, secondary: bool) -> bool:
    """Whether a trooper may swim: not with both a primary and a secondary weapon.

    A grenade launcher under a rifle or SMG is part of the primary weapon.

    >>> from rulesdb import open_game
    >>> swim = open_game("advanced-infantry").procedure("may-swim")
    >>> swim(True, False), swim(True, True)
    (True, False)
    """
    return not (primary and secondary)


@procedure("jet-packs", sample={"dots": "10"})
def flight(game: Ruleset, dots: int) -> tuple[int, int]:
    """A flight over some dots: its action points, and the number of levels it may go up or down.

    The book's examples are a flight of ten dots, and a roof two floors up.

    >>> from rulesdb import open_game
    >>> fly = open_game("advanced-infantry").procedure("flight")
    >>> fly(10), fly(6)
    ((3, 3), (3, 2))

    Raises:
        InputError: the flight is too short or too long.
    """
    low, high, per_level, cost = game.figures(
        "jet-pack", "fewest dots", "most dots", "dots for each level", "action points to activate"
    )
    require_range(low, high, dots=dots)
    return cost, dots // per_level


@procedure(
    "flying",
    basis="reading",
    note="Modifiers are read as added to the target number.",
    takes={"conditions": of_axis("to-hit-modifiers", "condition")},
)
def to_hit(game: Ruleset, base: int, conditions: tuple[str, ...] = ()) -> int:
    """The target number after the modifiers of this chapter; a plus makes a hit harder.

    The base number of a dropped grenade is printed; those of other attacks are in the basic chapters.

    >>> from rulesdb import open_game
    >>> target = open_game("advanced-infantry").procedure("to-hit")
    >>> target(7, ("defender-flying", "smoke")), target(8, ("large-target",))
    (12, 6)

    Raises:
        InputError: no such condition.

    Source: advanced-infantry To Hit Modifiers
    """
    return base + sum(game.figure("to-hit-modifiers", condition=condition) for condition in conditions)


@procedure("breaching", takes={"structure": of_axis("toughness", "structure")})
def breached(game: Ruleset, damages: tuple[int, ...], structure: str = "medium") -> bool:
    """Whether the damage to one dot of a structure adds up to more than its toughness.

    >>> from rulesdb import open_game
    >>> breached = open_game("advanced-infantry").procedure("breached")
    >>> breached((20, 20)), breached((20, 21)), breached((11,), "wall")
    (False, True, True)

    Raises:
        InputError: no such structure.
    """
    return sum(damages) > game.figure("toughness", structure=structure)


@procedure(
    "experience",
    basis="house",
    note="The points of a turn before experience are a house value.",
    takes={"experience": of_axis("experience", "experience")},
)
def action_points(game: Ruleset, experience: str = "regular", jet_pack: bool = False) -> tuple[int, int]:
    """The action points of a trooper's turn, and how many of them he may spend on movement.

    >>> from rulesdb import open_game
    >>> points = open_game("advanced-infantry").procedure("action-points")
    >>> points("elite"), points("green", jet_pack=True)
    ((12, 8), (7, 7))

    Raises:
        InputError: no such experience.

    Source: advanced-infantry Trooper Experience, Jet Packs
    """
    points = game.figure("basic-figures", about="action points a turn")
    points += game.figure("experience", experience=experience)
    if jet_pack:
        points += game.figure("jet-pack", about="action points of the wearer")
    return points, min(points, *game.figures("movement-limit", "movement"))


@procedure(
    "morale-checks",
    basis="reading",
    note=_MORALE,
    takes={"experience": of_axis("morale-targets", "experience")},
    sample={"dead": "5"},
)
def morale_target(game: Ruleset, experience: str, dead: int, leadership: int | None = None) -> int | None:
    """The number to roll on two dice, or none if no check is made yet.

    ``leadership`` is the living leader's skill: the standard one if left out, and 0 without a leader. The
    book's example has six dead, for two more.

    >>> from rulesdb import open_game
    >>> target = open_game("advanced-infantry").procedure("morale-target")
    >>> target("regular", 6), target("regular", 6, leadership=0), target("green", 4), target("elite", 3)
    (7, 9, 7, None)

    Raises:
        InputError: no such experience.
    """
    threshold, each, standard = game.figures(
        "morale-modifiers",
        "deaths from which checks begin",
        "added for each further death",
        "standard leadership",
    )
    if dead < threshold:
        return None
    base = game.figure("morale-targets", experience=experience)
    return base + (dead - threshold) * each - (standard if leadership is None else leadership)


@procedure(
    "morale-checks",
    basis="reading",
    note=_MORALE,
    takes={"experience": of_axis("morale-targets", "experience")},
    sample={"dead": "5"},
)
def morale_odds(game: Ruleset, experience: str, dead: int, leadership: int | None = None) -> str:
    """The exact chance of passing a morale check, as a fraction.

    >>> from rulesdb import open_game
    >>> odds = open_game("advanced-infantry").procedure("morale-odds")
    >>> odds("regular", 6), odds("green", 8, leadership=0), odds("elite", 4)
    ('7/12', '0', '1')

    Raises:
        InputError: no such experience.
    """
    target = morale_target(game, experience, dead, leadership)
    return "1" if target is None else str(Dice.pool(2).distribution().at_least(target))
