"""Squads: random soldiers, the positions that they draw, and their numbers on the roster."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from rulesdb.errors import InputError
from rulesdb.games.bug_hunter.procedures.people import Soldier, grenades_available, roll_soldier
from rulesdb.procedures import of_axis, of_kind, procedure
from rulesdb.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a roster: a soldier, his weapon, his number among those who have it, and his position."""

    id: int
    weapon: str
    position: str
    soldier: Soldier

    def as_json(self) -> dict[str, object]:
        return {"id": self.id, "weapon": self.weapon, "position": self.position, **asdict(self.soldier)}


@dataclass(frozen=True, slots=True)
class Squad:
    """A random squad: its roster, weapon by weapon, and the number of its hand grenades."""

    soldiers: tuple[Place, ...]
    grenades: int

    @property
    def positions(self) -> tuple[str, ...]:
        """The soldiers' positions in the roster's order; empty for none."""
        return tuple(place.position for place in self.soldiers)


@procedure(
    "308.1",
    basis="reading",
    note=(
        "Each weapon's soldiers are numbered from 1 (or else: the numbers run on through the squad). "
        "Positions that the player does not announce follow his in the list's order (or else: they stay "
        "empty)."
    ),
    takes={
        "force": of_axis("positions-assigned", "force"),
        "positions": of_kind("position"),
        "weapons": of_axis("activation-row", "weapon"),
    },
)
def roll_squad(
    game: Ruleset, force: str, weapons: tuple[str, ...], seed: int, positions: tuple[str, ...] = ()
) -> Squad:
    """Generate a squad: a soldier for each weapon, with positions drawn at random, and grenades.

    Soldiers are sorted by weapon and then by activation; their ids count within the weapon, as in 310.0.
    ``positions`` are those that the player announces first, which matters if there are fewer soldiers
    than positions; the others of the force's list follow. Soldiers without one are engineering mates, or
    plain marines.

    >>> from rulesdb import open_game
    >>> roll = open_game("bug-hunter").procedure("roll-squad")
    >>> squad = roll("marine", ("ER",) * 6 + ("PR", "LAG"), 5)
    >>> [(place.id, place.weapon) for place in squad.soldiers][4:]
    [(5, 'ER'), (6, 'ER'), (1, 'PR'), (1, 'LAG')]
    >>> ratings = [place.soldier.activation for place in squad.soldiers if place.weapon == "ER"]
    >>> ratings == sorted(ratings)
    True
    >>> squad.positions.count("engineer"), squad.positions.count("squad-leader"), squad.positions.count("")
    (2, 1, 2)

    Three of a crew, whose player wants the steward after the two leaders:

    >>> sorted(roll("crew", ("MP",) * 3, 5, ("squad-leader", "assistant-squad-leader", "steward")).positions)
    ['assistant-squad-leader', 'squad-leader', 'steward']

    Raises:
        InputError: no such force, weapon or position, no soldier, or more of a position than the force has.

    Source: bug-hunter 307.2, 308.1, 309.0, 310.0
    """
    if not weapons:
        raise InputError("weapons: name one for each soldier")
    drawn = _positions(game, force, positions, len(weapons))
    rng = random.Random(seed)
    rolled = [(weapon, roll_soldier(game, force, weapon, rng.randrange(2**32))) for weapon in weapons]
    order = {weapon: number for number, weapon in enumerate(dict.fromkeys(weapons))}
    rolled.sort(key=lambda pair: (order[pair[0]], pair[1].activation))
    rng.shuffle(drawn)
    ids: Counter[str] = Counter()
    places = []
    for (weapon, soldier), position in zip(rolled, drawn, strict=True):
        ids[weapon] += 1
        places.append(Place(ids[weapon], weapon, position, soldier))
    return Squad(tuple(places), grenades_available(game, force, len(places), rng.randrange(2**32)))


def _positions(game: Ruleset, force: str, announced: Sequence[str], soldiers: int) -> list[str]:
    """The positions that are filled, one for each soldier: those announced, then the rest of the list."""
    listed: list[str] = []
    rest = ""
    for position in game.table("positions-assigned").axes[1].labels:
        number = game.result("positions-assigned", force=force, position=position)
        if number == "the rest":
            rest = position
        else:
            listed += [position] * int(number)
    first = [game.find("position", name).slug for name in announced]
    for position, wanted in Counter(first).items():
        has = soldiers if position == rest else listed.count(position)
        if wanted > has:
            names = ", ".join(dict.fromkeys([*listed, *[rest] * bool(rest)]))
            raise InputError(
                f"positions: {wanted} {position} given, but force {force} has {has}; use {names}"
            )
    following = list((Counter(listed) - Counter(first)).elements())
    filled = [*first, *following, *[rest] * soldiers]
    return filled[:soldiers]
